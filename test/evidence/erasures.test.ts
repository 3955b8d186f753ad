import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it } from "vitest";
import { sessionOf as clientOf } from "../../src/session/client";
import { Ledger } from "../../src/session/ledger";
import { Upkeep } from "../../src/session/upkeep";
import { connectionIdOf } from "../support/connections";
import { type Owner, owner, signInAs } from "../support/people";
import { sessionOf } from "../support/session";
import { operationOf, repriced, resetBitErp, shop } from "../support/sets";
import handlers, { double, type Session } from "../support/worker";

afterEach(async () => {
  resetBitErp();
  await env.DB.prepare("DELETE FROM erasure").run();
});

const daily = () => handlers.scheduled({ scheduledTime: Date.now(), cron: "", noRetry() {} }, env);

async function ask(person: Owner, clientId: string, askedAt = Date.now()): Promise<void> {
  await env.DB.prepare("INSERT INTO erasure (user_id, client_id, asked_at) VALUES (?, ?, ?)")
    .bind(person.userId, clientId, askedAt)
    .run();
}

/** What a table of the session object holds. */
function rowsOf({ userId, client }: Owner, table: string): Promise<unknown[]> {
  const stub = sessionOf(client, userId) as unknown as DurableObjectStub<Session>;
  return runInDurableObject(stub, (_, { storage }) => storage.sql.exec(`SELECT * FROM ${table}`).toArray());
}

const listed = async (person: Owner) =>
  (await env.DB.prepare("SELECT 1 FROM erasure WHERE user_id = ?").bind(person.userId).all()).results.length;

async function candle(person: Owner) {
  const { tenant_id, ids } = await shop(["Vela"], { [person.userId]: "admin" });
  return { tenant_id, items: repriced(ids) };
}

it("empties the session of somebody who asked for it", async () => {
  const person = await owner();
  const { client } = person;
  await client.call("select_tenant", { tenant_id: person.tenant_id });
  await client.call("update_products", { ...(await candle(person)), idempotency_key: "k" });
  await client.connection.revoke();
  await ask(person, client.connection.clientId);
  await daily();
  for (const table of ["operation", "item", "setting", "idempotency"])
    expect(await rowsOf(person, table)).toEqual([]);
  expect(await listed(person)).toBe(0);
});

it("does not bring back the items of an operation that was erased while it was archived", async () => {
  const person = await owner();
  const { client } = person;
  await client.call("update_products", await candle(person));
  const stub = sessionOf(client, person.userId) as unknown as DurableObjectStub<Session>;
  await runInDurableObject(stub, async (_, { storage }) => {
    const ledger = new Ledger(storage);
    const { id } = storage.sql.exec<{ id: string }>("SELECT id FROM operation").one();
    const items = ledger.items(id);
    expect(items).toHaveLength(1);
    ledger.shorten(id, items);
    expect(ledger.items(id)).toEqual(items);
    new Upkeep(storage).erase(Date.now());
    ledger.shorten(id, items);
  });
  expect(await rowsOf(person, "item")).toEqual([]);
});

it("leaves what a person who came back has done and chosen since", async () => {
  const person = await owner();
  const { client } = person;
  const { clientId } = client.connection;
  await client.call("update_products", await candle(person));
  await ask(person, clientId);
  await client.connection.revoke();
  await new Promise((resolve) => setTimeout(resolve, 5));
  const again = await signInAs(person.userId, { clientId, mode: "browser" });
  await again.call("select_tenant", { tenant_id: person.tenant_id });
  const since = operationOf(await again.call("update_products", await candle(person)));
  await daily();
  const rows = (await rowsOf(person, "operation")) as { id: string }[];
  expect(rows.map(({ id }) => id)).toEqual([since]);
  const kept = await clientOf(env, person.userId, clientId).state(
    await connectionIdOf(person.userId, clientId),
  );
  expect(kept).toEqual({ selected_tenant_id: person.tenant_id, mode: "browser" });
});

it("waits for what runs, and comes back", async () => {
  const person = await owner();
  const { client } = person;
  const first = await client.call("update_products", await candle(person));
  double.delay(400);
  const running = client.call("confirm_operation", { operation_id: operationOf(first) });
  await expect
    .poll(() => rowsOf(person, "operation"), { timeout: 5_000 })
    .toMatchObject([{ status: "RUNNING" }]);
  await ask(person, client.connection.clientId);
  await daily();
  expect(await listed(person)).toBe(1);
  expect((await running).structured.status).toBe("SUCCESS");
  await daily();
  expect(await listed(person)).toBe(0);
  expect(await rowsOf(person, "operation")).toEqual([]);
});
