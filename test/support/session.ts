import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { isFinal, type OperationStatus } from "../../src/multi-item/operation";
import { ANA } from "./companies";
import type { Answer, Client } from "./mcp";
import type { Session } from "./worker";

/** The session object of a person's client; a fresh stub each time, because a crash breaks the old one. */
export function sessionOf(client: Client, userId: string = ANA) {
  const name = JSON.stringify([userId, client.connection.clientId]);
  return env.SESSION.getByName(name);
}

/** The session object dies in the middle of whatever it does. */
export async function crash(client: Client): Promise<void> {
  const stub = sessionOf(client) as unknown as { crash(): Promise<void> };
  await stub.crash().catch(() => undefined);
}

/** Runs SQL in the session object's own database. */
export function inSession(client: Client, sql: string, ...values: SqlStorageValue[]): Promise<unknown[]> {
  return runInDurableObject(sessionOf(client) as unknown as DurableObjectStub<Session>, (_, state) =>
    state.storage.sql.exec(sql, ...values).toArray(),
  );
}

export const runAlarm = (client: Client): Promise<boolean> =>
  runDurableObjectAlarm(sessionOf(client) as unknown as DurableObjectStub<Session>);

/** Wakes the object until the operation has ended, as its alarm would, and gives what a person then sees. */
export async function ended(client: Client, operation_id: string): Promise<Answer> {
  return vi.waitUntil(
    async () => {
      await runAlarm(client);
      const answer = await client.call("get_operation", { operation_id });
      return isFinal(answer.structured.status as OperationStatus) && answer;
    },
    { timeout: 30_000, interval: 100 },
  );
}
