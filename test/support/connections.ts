import { env } from "cloudflare:workers";
import { Entries } from "../../src/auth/store/entries";

/** The consent behind a person's connection from one client, as the session files its mode under it. */
export async function connectionIdOf(userId: string, clientId: string): Promise<string> {
  const entries = new Entries(env.DB);
  for (const { key, metadata } of await entries.list(`grant:${userId}:`, "", 100)) {
    const grant = JSON.parse((await entries.read(key))?.value ?? "{}") as { clientId?: string };
    if (grant.clientId !== clientId) continue;
    return (JSON.parse(metadata ?? "{}") as { connectionId: string }).connectionId;
  }
  throw new Error("no such connection");
}
