import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it } from "vitest";
import { programClient, programTokensIn } from "../../src/auth/program-tokens";
import { sessionOf as clientOf } from "../../src/session/client";
import { Ledger } from "../../src/session/ledger";
import { Upkeep } from "../../src/session/upkeep";
import { connectionIdOf } from "../support/connections";
import { browserOf } from "../support/own-pages";
import { type Owner, owner, signInAs } from "../support/people";
import { makeToken, program } from "../support/program-tokens";
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

/** The connection is gone without anybody having ended it, as one that nobody used. */
async function idleOut({ userId }: Owner): Promise<void> {
  await env.DB.prepare("DELETE FROM oauth_entry WHERE key LIKE ?").bind(`grant:${userId}:%`).run();
  await env.DB.prepare("UPDATE person_session SET connected_at = connected_at - 7200000 WHERE user_id = ?")
    .bind(userId)
    .run();
}

const sessionsOf = async ({ userId }: Owner) =>
  (await env.DB.prepare("SELECT ended FROM person_session WHERE user_id = ?").bind(userId).all()).results;

it("ends what is left of a connection that idled out, also of one that only read, and keeps what was done", async () => {
  const [did, read, uses] = [await owner(), await owner(), await owner()];
  for (const { client, tenant_id } of [did, read, uses]) await client.call("select_tenant", { tenant_id });
  await did.client.call("update_products", await candle(did));
  for (const person of [did, read]) await idleOut(person);
  await daily();
  expect(await Promise.all([did, read, uses].map((one) => rowsOf(one, "setting")))).toEqual([
    [],
    [],
    expect.arrayContaining([expect.anything()]),
  ]);
  expect(await rowsOf(did, "operation")).toHaveLength(1);
  expect(await Promise.all([did, read, uses].map(sessionsOf))).toEqual([[{ ended: 1 }], [], [{ ended: 0 }]]);
  expect((await uses.client.rpc("tools/list")).status).toBe(200);
});

it("does so for the last of a person's tokens for programs, when its days are over", async () => {
  const person = await owner();
  const text = await makeToken(await browserOf(person.userId));
  const [row] = await programTokensIn(env.DB).of(person.userId);
  const clientId = programClient(row?.id ?? "");
  const session = clientOf(env, person.userId, clientId);
  expect((await session.state(row?.id ?? "")).mode).toBe("delegated");
  await env.DB.prepare("UPDATE person_session SET connected_at = 1 WHERE client_id = ?").bind(clientId).run();
  await daily();
  expect((await program(text).rpc("tools/list")).status).toBe(200);
  await env.DB.prepare("UPDATE program_token SET expires_at = 2 WHERE user_id = ?").bind(person.userId).run();
  await daily();
  expect((await session.state(row?.id ?? "")).mode).toBe("browser");
  expect(
    (await env.DB.prepare("SELECT 1 FROM program_token WHERE user_id = ?").bind(person.userId).all()).results,
  ).toEqual([]);
});

it.each(["operation", "oauth_entry", "sign_in", "program_token"])(
  "goes on with the other daily steps when one fails (%s), and says that one did",
  async (table) => {
    const person = await owner();
    const { client } = person;
    await client.call("select_tenant", { tenant_id: person.tenant_id });
    await client.connection.revoke();
    await ask(person, client.connection.clientId);
    const failing = new Proxy(env.DB, {
      get(db, name) {
        const prepare = (sql: string) => {
          if (sql.startsWith(`DELETE FROM ${table} `)) throw new Error("D1 is away");
          return db.prepare(sql);
        };
        const value = Reflect.get(db, name) as unknown;
        if (name === "prepare") return prepare;
        return typeof value === "function" ? value.bind(db) : value;
      },
    });
    const all = handlers.scheduled({ scheduledTime: 0, cron: "", noRetry() {} }, { ...env, DB: failing });
    await expect(all).rejects.toThrow("some of the daily steps failed");
    expect(await rowsOf(person, "setting")).toEqual([]);
    expect(await listed(person)).toBe(0);
  },
);
