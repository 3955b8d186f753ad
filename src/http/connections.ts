import { type Connection, connectionsOf } from "../auth/connections";
import type { ConfirmationMode } from "../auth/mode";
import type { OAuthEnv } from "../auth/provider";
import { holdsGrant } from "../auth/revocation";
import { configOf, isRemote } from "../config";
import { sessionOf } from "../session/client";

/** A connection, and how its changes are confirmed now. */
export type ConnectionNow = Connection & { mode: ConfirmationMode };

/** A person's connections, the newest first. */
export async function connectionsNow(env: OAuthEnv, userId: string): Promise<ConnectionNow[]> {
  const connections = await connectionsOf(env.OAUTH_PROVIDER, userId);
  return Promise.all(
    connections.map(async (connection) => {
      const { mode } = await sessionOf(env, userId, connection.clientId).state(connection.connectionId);
      return { ...connection, mode };
    }),
  );
}

/** Ends a connection at once: its tokens, its open questions and, with a client's last one, the sign-in at bitERP. */
export async function endConnection(env: OAuthEnv, userId: string, connection: Connection): Promise<void> {
  const { grantId, clientId, connectionId } = connection;
  await env.OAUTH_PROVIDER.revokeGrant(grantId, userId);
  const session = sessionOf(env, userId, clientId);
  await session.endConnection(connectionId);
  if (!isRemote(configOf(env))) return;
  if (!(await holdsGrant(env.OAUTH_PROVIDER, { userId, clientId }))) await session.endSignIn();
}
