import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { evidenceIn } from "../../src/evidence/store";
import type { LedgerItem } from "../../src/multi-item/item";
import { newOperationId } from "../../src/session/operation-id";
import { ANA } from "../support/companies";
import { connectionIdOf } from "../support/connections";
import { Client } from "../support/mcp";
import { crash, ended, inSession, sessionOf } from "../support/session";
import { codes, many, pricesOf, shop } from "../support/sets";
import type { Session } from "../support/worker";

/** The tables as the first version made them, before there were steps. */
const FIRST = `
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE operation (
  id TEXT PRIMARY KEY, status TEXT NOT NULL, digest TEXT NOT NULL, draft TEXT NOT NULL, created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER, stop_requested INTEGER NOT NULL DEFAULT 0,
  indexed INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, auxiliary TEXT
);
CREATE INDEX operation_by_digest ON operation (digest, status);
CREATE TABLE idempotency (key TEXT PRIMARY KEY, operation_id TEXT NOT NULL);
CREATE INDEX idempotency_by_operation ON idempotency (operation_id);
CREATE INDEX operation_by_status ON operation (status, archived);
CREATE TABLE item (
  operation_id TEXT NOT NULL, idx INTEGER NOT NULL, state TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (operation_id, idx)
);`;

interface Stored {
  status: string;
  asked: boolean;
  indexed: boolean;
  items: LedgerItem[];
  key?: string;
}

/** An object as the first version left it: with these operations of one company, and nothing that came later. */
async function leftByTheFirst(tenant_id: string, stored: Stored[]) {
  const ana = await Client.signIn({ user: "ana" });
  const connection_id = await connectionIdOf(ANA, ana.connection.clientId);
  const now = Date.now();
  const draft = {
    tool: "update_products",
    permission: "products:update",
    tenant: { tenant_id, tenant: "loja", company_name: "Loja" },
    user_id: ANA,
    client_id: ana.connection.clientId,
    connection_id,
    language: "pt-BR" as const,
    asks: true,
    digest: "d",
    request_id: "r",
    mode: "assistant" as const,
  };
  const ids = stored.map(newOperationId);
  for (const [at, id] of ids.entries()) {
    const created_at = new Date(now).toISOString();
    if (stored[at]?.indexed) await evidenceIn(env.DB).index({ ...draft, operation_id: id, created_at });
  }
  const stub = sessionOf(ana) as unknown as DurableObjectStub<Session>;
  await runInDurableObject(stub, async (_, { storage }) => {
    const { sql } = storage;
    const tables = sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .toArray();
    for (const { name } of tables) if (!name.startsWith("_cf")) sql.exec(`DROP TABLE ${name}`);
    sql.exec(FIRST);
    sql.exec("INSERT INTO setting (key, value) VALUES (?, 'assistant')", `mode:${connection_id}`);
    for (const [at, id] of ids.entries()) {
      const { status, asked, indexed, items, key } = stored[at] as Stored;
      sql.exec(
        `INSERT INTO operation (id, status, digest, draft, created_at, expires_at, indexed)
         VALUES (?, ?, 'd', ?, ?, ?, ?)`,
        id,
        status,
        JSON.stringify({ ...draft, asked, ...(key && { idempotency_key: key }) }),
        now,
        now + 1_800_000,
        indexed ? 1 : 0,
      );
      if (key) sql.exec("INSERT INTO idempotency (key, operation_id) VALUES (?, ?)", key, id);
      for (const item of items)
        sql.exec(
          "INSERT INTO item (operation_id, idx, state, body) VALUES (?, ?, ?, ?)",
          id,
          item.index,
          item.state,
          JSON.stringify(item),
        );
    }
  });
  await crash(ana);
  return { ana, ids: ids as [string, ...string[]] };
}

const repriced = (ids: string[], state: LedgerItem["state"]): LedgerItem[] =>
  ids.map((id, index) => ({
    index,
    state,
    label: { id, name: `Vela ${index}` },
    target: { id, changes: { sale_price: 12 } },
    shown: { before: { sale_price: 10 }, changes: { sale_price: 12 } },
    tries: state === "sent" ? 1 : 0,
  }));

describe("an object written by the version before", () => {
  it("keeps its question, its mode and what runs", async () => {
    const { tenant_id, ids } = await shop(many(4));
    const { ana, ids: operations } = await leftByTheFirst(tenant_id, [
      {
        status: "AWAITING_CONFIRMATION",
        asked: true,
        indexed: true,
        items: repriced(ids.slice(0, 2), "actionable"),
      },
      { status: "RUNNING", asked: true, indexed: true, items: repriced(ids.slice(2), "actionable") },
    ]);
    const [open, running = ""] = operations;
    const waiting = await ana.call("get_operation", { operation_id: open });
    expect(waiting.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    expect(codes(await ana.call("confirm_operation", { operation_id: open }))).toEqual(["ok", "ok"]);
    expect(codes(await ana.call("confirm_operation", { operation_id: running }))).toEqual(["ok", "ok"]);
    expect(new Set(await pricesOf(ids))).toEqual(new Set([12]));
    expect((await ended(ana, running)).structured.status).toBe("SUCCESS");
    expect(await inSession(ana, "SELECT DISTINCT draft_version, archived FROM operation")).toEqual([
      { draft_version: 1, archived: 1 },
    ]);
  });

  it("forgets what was not recorded, and asks nobody about what nobody was to be asked", async () => {
    const { tenant_id, ids } = await shop(many(2));
    const items = repriced(ids, "actionable");
    const { ana, ids: operations } = await leftByTheFirst(tenant_id, [
      { status: "AWAITING_CONFIRMATION", asked: false, indexed: false, items, key: "k" },
      { status: "AWAITING_CONFIRMATION", asked: false, indexed: true, items },
    ]);
    const [unrecorded, unasked = ""] = operations;
    const gone = await ana.call("confirm_operation", { operation_id: unrecorded });
    expect(gone.error.code).toBe("not_found");
    const dropped = await ana.call("confirm_operation", { operation_id: unasked });
    expect(dropped.structured).toMatchObject({ status: "CANCELLED", executed: false });
    expect(await inSession(ana, "SELECT * FROM idempotency")).toEqual([]);
    expect(await inSession(ana, "SELECT DISTINCT operation_id FROM item")).toEqual([
      { operation_id: unasked },
    ]);
    expect(new Set(await pricesOf(ids))).not.toContain(12);
  });

  it("takes each step once", async () => {
    const { ana } = await leftByTheFirst(crypto.randomUUID(), []);
    await inSession(ana, "SELECT 1");
    const steps = await inSession(ana, "SELECT step FROM schema_step ORDER BY step");
    expect(steps).toEqual([{ step: 1 }, { step: 2 }]);
    await crash(ana);
    expect(await inSession(ana, "SELECT step FROM schema_step ORDER BY step")).toEqual(steps);
  });
});
