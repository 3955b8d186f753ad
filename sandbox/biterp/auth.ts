import { createMiddleware } from "hono/factory";
import type { Profile } from "../../src/biterp/port";
import { signerFor } from "../../src/signing";
import type { Bundled } from "./context";
import { Problem } from "./problems";

const tokenSeconds = 300;
const profile = "id, email, name, language, timezone";

/** A bearer token of the bundled bitERP for one person; lives five minutes. */
export function signToken(signingSecret: string, userId: string): Promise<string> {
  return signerFor(signingSecret, "sandbox-token").sign({ sub: userId }, tokenSeconds);
}

/** Everyone who can sign in, by name. */
export async function allUsers(db: D1Database): Promise<Profile[]> {
  const { results } = await db.prepare(`SELECT ${profile} FROM biterp_users ORDER BY name`).all<Profile>();
  return results;
}

/** Puts the person behind the token into the context. Throws 401 `invalid_token`. */
export const authenticated = createMiddleware<Bundled>(async (c, next) => {
  const token = /^Bearer +(\S+) *$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
  const claims = await signerFor(c.env.signingSecret, "sandbox-token").open(token);
  const user =
    typeof claims?.sub === "string"
      ? await c.env.DB.prepare(`SELECT ${profile} FROM biterp_users WHERE id = ?`)
          .bind(claims.sub)
          .first<Profile>()
      : null;
  if (!user) throw new Problem(401, "invalid_token", "The token is missing, forged or too old.");
  c.set("user", user);
  await next();
});
