import type { OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import type { GrantMetadata } from "./grant";
import { type ProgramToken, programClient, programTokensIn } from "./program-tokens";

/** One consent of a person: a program that may act for them. */
export interface Connection {
  grantId: string;
  clientId: string;
  connectionId: string;
  /** What the program calls itself; unverified. */
  clientName: string | undefined;
  /** Where its sign-in was answered to, which it cannot make up. */
  redirectHost: string | undefined;
  /** Set: it acts in this company and nowhere else. */
  pinnedTenantId: string | undefined;
  /** That company's name when it was chosen. */
  pinnedTenantName: string | undefined;
  scopes: string[];
  /** Epoch milliseconds. */
  createdAt: number;
  /** Set: the program has an access token that the person made for it, and never signed in. */
  program?: Pick<ProgramToken, "expiresAt" | "usedAt">;
}

/** All of a person's connections, the newest first. */
export async function connectionsOf(
  oauth: OAuthHelpers,
  db: D1Database,
  userId: string,
): Promise<Connection[]> {
  const [granted, tokens] = await Promise.all([grantsOf(oauth, userId), programTokensIn(db).of(userId)]);
  return [...granted, ...tokens.map(ofProgram)].sort((one, other) => other.createdAt - one.createdAt);
}

function ofProgram(token: ProgramToken): Connection {
  const { id, name, scopes, tenantId, tenantName, createdAt, expiresAt, usedAt } = token;
  return {
    grantId: id,
    clientId: programClient(id),
    connectionId: id,
    clientName: name,
    redirectHost: undefined,
    pinnedTenantId: tenantId,
    pinnedTenantName: tenantName,
    scopes,
    createdAt,
    program: { expiresAt, usedAt },
  };
}

async function grantsOf(oauth: OAuthHelpers, userId: string): Promise<Connection[]> {
  const found: Connection[] = [];
  let cursor: string | undefined;
  do {
    const page = await oauth.listUserGrants(userId, cursor === undefined ? {} : { cursor });
    for (const { id, clientId, scope, createdAt, metadata } of page.items) {
      const { connectionId, clientName, redirectHost, pinnedTenantId, pinnedTenantName } =
        metadata as GrantMetadata;
      const own = { connectionId, clientName, redirectHost, pinnedTenantId, pinnedTenantName };
      found.push({ ...own, grantId: id, clientId, scopes: scope, createdAt: createdAt * 1_000 });
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}
