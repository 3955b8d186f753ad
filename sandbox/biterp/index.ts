import type { BitErpEndpoint } from "../../src/biterp/endpoint";
import type { Profile } from "../../src/biterp/port";
import { app } from "./app";
import { allUsers, signToken } from "./auth";

/**
 * The bitERP that comes with the server, in process.
 * @param env holds the database, migrated
 * @param signingSecret root of its tokens and cursors
 */
export function bundledBitErp(env: { DB: D1Database }, signingSecret: string): BitErpEndpoint {
  return {
    baseUrl: "https://biterp.internal",
    fetch: async (request) => app.fetch(request, { DB: env.DB, signingSecret }),
    tokenFor: (userId) => signToken(signingSecret, userId),
    honoursIdempotencyKeys: true,
    honoursIfMatch: true,
  };
}

/** Who can sign in to the bundled bitERP, for its sign-in page. */
export function sandboxUsers(db: D1Database): Promise<Profile[]> {
  return allUsers(db);
}
