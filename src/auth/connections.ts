import type { OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import type { GrantMetadata } from "./grant";

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
}

/** All of a person's connections, the newest first. */
export async function connectionsOf(oauth: OAuthHelpers, userId: string): Promise<Connection[]> {
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
  return found.sort((one, other) => other.createdAt - one.createdAt);
}
