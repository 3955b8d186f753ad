import { env } from "cloudflare:workers";
import { Entries } from "../../src/auth/store/entries";

/** The consent behind a person's connection from one client, as the session files its mode under it. */
export async function connectionIdOf(userId: string, clientId: string): Promise<string> {
  const entries = new Entries(env.DB);
  for (const { key } of await entries.list(`grant:${userId}:`, "", 100)) {
    const grant = JSON.parse((await entries.read(key))?.value ?? "{}") as {
      clientId?: string;
      metadata?: { connectionId?: string };
    };
    const { connectionId } = grant.metadata ?? {};
    if (grant.clientId === clientId && connectionId !== undefined) return connectionId;
  }
  throw new Error("no such connection");
}
