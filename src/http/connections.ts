import type { OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import { type Connection, connectionsOf } from "../auth/connections";
import type { ConfirmationMode } from "../auth/mode";
import { programTokensIn } from "../auth/program-tokens";
import type { OAuthEnv, TokenHolder } from "../auth/provider";
import { sessionOf } from "../session/client";

/** A connection, and how its changes are confirmed now. */
export type ConnectionNow = Connection & { mode: ConfirmationMode };

/** A person's connections, the newest first. */
export async function connectionsNow(env: OAuthEnv, userId: string): Promise<ConnectionNow[]> {
  const connections = await connectionsOf(env.OAUTH_PROVIDER, env.DB, userId);
  return Promise.all(
    connections.map(async (connection) => {
      const { mode } = await sessionOf(env, userId, connection.clientId).state(connection.connectionId);
      return { ...connection, mode };
    }),
  );
}

/** Ends a connection at once: its tokens, its open questions and, with a client's last one, the sign-in at bitERP. */
export async function endConnection(env: OAuthEnv, userId: string, connection: Connection): Promise<void> {
  // First where writes are decided: after a fault in between the connection is still listed, and a second click ends it.
  await sessionOf(env, userId, connection.clientId).endConnection(connection.connectionId);
  if (connection.program) await programTokensIn(env.DB).end(userId, connection.grantId);
  else await env.OAUTH_PROVIDER.revokeGrant(connection.grantId, userId);
  await afterEnd(env.OAUTH_PROVIDER, env, { userId, ...connection });
}

/** What ends with a connection, when it has really ended. */
export async function afterEnd(
  oauth: OAuthHelpers,
  env: Env,
  ended: TokenHolder & Connection,
): Promise<void> {
  const { userId, clientId, grantId, connectionId } = ended;
  const left = await connectionsOf(oauth, env.DB, userId);
  if (left.some((one) => one.grantId === grantId)) return;
  const session = sessionOf(env, userId, clientId);
  await session.endConnection(connectionId);
  if (!left.some((one) => one.clientId === clientId)) await session.endSignIn();
}
