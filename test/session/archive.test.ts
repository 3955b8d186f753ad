import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Client } from "../support/mcp";
import { ended, inSession, runAlarm } from "../support/session";
import { codes, many, operationOf, repriced, resetBitErp, shop } from "../support/sets";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
});

const triggers: string[] = [];
/** D1 refuses the rows that fit; nobody else's are touched. */
async function refuseRows(table: "operation" | "operation_item", when: string): Promise<void> {
  const name = `refused_by_test_${crypto.randomUUID().replaceAll("-", "")}`;
  await env.DB.prepare(
    `CREATE TRIGGER ${name} BEFORE INSERT ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  ).run();
  triggers.push(name);
}
async function acceptRows(): Promise<void> {
  for (const name of triggers.splice(0)) await env.DB.prepare(`DROP TRIGGER ${name}`).run();
}
afterEach(async () => {
  await acceptRows();
  resetBitErp();
});

describe("an archive that fails", () => {
  it("is told apart from the items, which stay done, and is made good later", async () => {
    const { tenant_id, ids } = await shop(many(3));
    const operation_id = operationOf(await ana.call("update_products", { tenant_id, items: repriced(ids) }));
    await refuseRows("operation_item", `NEW.operation_id = '${operation_id}'`);
    const done = await ana.call("confirm_operation", { operation_id });
    expect(done.isError).toBe(false);
    expect(done.structured).toMatchObject({ status: "SUCCESS", failures: [], summary: { succeeded: 3 } });
    expect(done.structured.auxiliary).toEqual({
      archive_evidence: { success: false, error: "internal_error" },
    });

    // Until then the object answers, and nothing is sent again.
    expect((await ana.call("get_operation", { operation_id })).structured.status).toBe("SUCCESS");
    await runAlarm(ana);
    const [still] = await inSession(ana, "SELECT archived FROM operation WHERE id = ?", operation_id);
    expect(still).toEqual({ archived: 0 });

    await acceptRows();
    await runAlarm(ana);
    const [row] = await inSession(
      ana,
      "SELECT archived, auxiliary FROM operation WHERE id = ?",
      operation_id,
    );
    expect(row).toEqual({ archived: 1, auxiliary: null });
    const seen = await ana.call("get_operation", { operation_id });
    expect(codes(seen)).toEqual(["ok", "ok", "ok"]);
    expect(seen.structured).not.toHaveProperty("auxiliary");
    expect(double.counts.writes).toBe(3);
  });

  it("does not lose the operation when the session forgets: it stays until it is archived", async () => {
    const { tenant_id, ids } = await shop(many(1));
    const operation_id = operationOf(await ana.call("update_products", { tenant_id, items: repriced(ids) }));
    await refuseRows("operation_item", `NEW.operation_id = '${operation_id}'`);
    await ana.call("confirm_operation", { operation_id });
    await inSession(ana, "UPDATE operation SET ended_at = ended_at - 172800000 WHERE id = ?", operation_id);
    await runAlarm(ana);
    expect(codes(await ana.call("get_operation", { operation_id }))).toEqual(["ok"]);
  });
});

describe("an operation that D1 cannot note down", () => {
  it("is neither asked nor sent, and leaves nothing behind", async () => {
    const { tenant_id, ids } = await shop(many(2));
    await refuseRows("operation", `NEW.tenant_id = '${tenant_id}'`);
    const calls = [
      ana.call("update_products", { tenant_id, items: repriced(ids) }),
      ana.call("create_products", {
        tenant_id,
        items: [{ name: "Bolo", sale_price: 1 }],
        idempotency_key: tenant_id,
      }),
      ana.call("update_product", { tenant_id, id: String(ids[0]), sale_price: 1 }),
    ];
    for (const { error } of await Promise.all(calls)) {
      expect(error).toMatchObject({ code: "internal_error", retryable: true });
    }
    expect(double.counts.writes).toBe(0);

    await acceptRows();
    const again = await ana.call("create_products", {
      tenant_id,
      items: [{ name: "Bolo", sale_price: 1 }],
      idempotency_key: tenant_id,
    });
    expect(codes(again)).toEqual(["ok"]);
    expect(again.structured).not.toHaveProperty("replayed");
  });
});

describe("evidence", () => {
  it("tells for each item what was, what was changed, when, and how often it was tried", async () => {
    const { tenant_id, ids } = await shop(many(3));
    const items = [...repriced(ids, 12), { name: "Nada", changes: { sale_price: 1 } }];
    const operation_id = operationOf(await ana.call("update_products", { tenant_id, items }));
    double.refuse({ method: "PATCH", path: String(ids[1]), with: { status: 422 } });
    await ana.call("confirm_operation", { operation_id });
    const { structured } = await ended(ana, operation_id);
    const [done, refused, , unknown] = structured.results ?? [];
    for (const entry of [done, refused]) {
      expect(entry).toMatchObject({ before: { sale_price: 10 }, changes: { sale_price: 12 }, tries: 1 });
      expect(Date.parse(String(entry?.answered_at))).toBeGreaterThanOrEqual(
        Date.parse(String(entry?.sent_at)),
      );
    }
    expect(unknown).toMatchObject({ error: "not_found", tries: 0 });
    expect(unknown).not.toHaveProperty("sent_at");
    const { created_at, started_at, ended_at } = structured;
    const times = [created_at, started_at, ended_at].map((time) => Date.parse(String(time)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it.each<[string, (id: string) => object]>([
    ["create_product", () => ({ name: "Bolo", sale_price: 1 })],
    ["update_product", (id) => ({ id, sale_price: 3 })],
    ["delete_product", (id) => ({ id })],
  ])("is kept of a single write, too (%s)", async (tool, args) => {
    const { tenant_id, ids } = await shop(many(1));
    const one = await ana.call(tool, { tenant_id, ...args(String(ids[0])) });
    expect(one.isError).toBe(false);
    const rows = await env.DB.prepare("SELECT id, tool, status FROM operation WHERE tenant_id = ?")
      .bind(tenant_id)
      .all<{ id: string; tool: string; status: string }>();
    expect(rows.results).toEqual([{ id: expect.any(String), tool, status: "SUCCESS" }]);
    const { structured } = await ana.call("get_operation", { operation_id: String(rows.results[0]?.id) });
    expect(structured).toMatchObject({
      status: "SUCCESS",
      tool,
      summary: { total: 1 },
      results: [{ tries: 1 }],
    });
  });
});
