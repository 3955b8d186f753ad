import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ANA, BRUNO } from "../support/companies";
import { Client } from "../support/mcp";
import { inSession, runAlarm } from "../support/session";
import { codes, many, namesIn, operationOf, repriced, resetBitErp, shop } from "../support/sets";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
let bruno: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
  bruno = await Client.signIn({ user: "bruno" });
});
afterEach(resetBitErp);

const key = () => crypto.randomUUID();
const newOnes = many(3).map(({ name }) => ({ name, sale_price: 5 }));

describe("a confirmation", () => {
  it("repeated gives the same answer and writes nothing", async () => {
    const { tenant_id, ids } = await shop(many(3));
    const operation_id = operationOf(await ana.call("update_products", { tenant_id, items: repriced(ids) }));
    const first = await ana.call("confirm_operation", { operation_id });
    const second = await ana.call("confirm_operation", { operation_id });
    expect(first.structured).not.toHaveProperty("replayed");
    expect(second.structured).toEqual({ ...first.structured, replayed: true });
    expect(double.counts.writes).toBe(3);
  });

  it("sent a hundred times at once executes once, and one answer only is not a repeat", async () => {
    const { tenant_id, ids } = await shop(many(3));
    const operation_id = operationOf(
      await ana.call("delete_products", { tenant_id, items: ids.map((id) => ({ id })) }),
    );
    double.delay(20);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ana.call("confirm_operation", { operation_id })),
    );
    expect(answers.filter(({ structured }) => structured.replayed !== true)).toHaveLength(1);
    for (const { structured } of answers) {
      expect(structured).toMatchObject({ status: "SUCCESS", summary: { succeeded: 3 } });
    }
    expect(double.counts.writes).toBe(3);
    expect(double.log.filter(({ method }) => method === "DELETE")).toHaveLength(3);
  });
});

describe("an idempotency key", () => {
  it("makes a repeated creation the same creation, also when the first answer got lost", async () => {
    const { tenant_id } = await shop([]);
    const args = { tenant_id, items: newOnes, idempotency_key: key() };
    const gone = new AbortController();
    double.delay(100);
    const lost = ana.call("create_products", args, { signal: gone.signal }).catch(() => undefined);
    setTimeout(() => gone.abort(), 150);
    await lost;
    double.delay(0);
    const repeat = await ana.call("create_products", args);
    const third = await ana.call("create_products", args);
    expect(codes(repeat)).toEqual(["ok", "ok", "ok"]);
    expect(third.structured).toMatchObject({ replayed: true, results: repeat.structured.results });
    expect(await namesIn(ana, tenant_id)).toHaveLength(3);
  });

  it("is refused with other items or in another company", async () => {
    const { tenant_id } = await shop([]);
    const other = await shop([]);
    const args = { tenant_id, items: newOnes, idempotency_key: key() };
    await ana.call("create_products", args);
    const changed = await ana.call("create_products", { ...args, items: newOnes.slice(1) });
    expect(changed.error.code).toBe("key_reused");
    const elsewhere = await ana.call("create_products", { ...args, tenant_id: other.tenant_id });
    expect(elsewhere.error.code).toBe("key_reused");
    expect(await namesIn(ana, other.tenant_id)).toEqual([]);
  });

  it("of one person never meets another's", async () => {
    const { tenant_id } = await shop([], { [ANA]: "admin", [BRUNO]: "admin" });
    const args = { tenant_id, items: newOnes, idempotency_key: key() };
    const hers = await ana.call("create_products", args);
    const his = await bruno.call("create_products", args);
    expect(his.structured).not.toHaveProperty("replayed");
    expect(his.structured.operation_id).not.toBe(hers.structured.operation_id);
    expect(await namesIn(ana, tenant_id)).toHaveLength(6);
  });

  it("makes two single creations one product", async () => {
    const { tenant_id } = await shop([]);
    const args = { tenant_id, name: "Bolo", sale_price: 3, sku: "B-1", idempotency_key: key() };
    const first = await ana.call("create_product", args);
    const second = await ana.call("create_product", args);
    expect(second.structured).toMatchObject({ replayed: true, product: first.structured.product });
    expect((await ana.call("create_product", { ...args, name: "Outro" })).error.code).toBe("key_reused");
    expect(await namesIn(ana, tenant_id)).toEqual(["Bolo"]);
  });

  it.each([
    ["with SKUs", true],
    ["without SKUs", false],
  ])("makes two creations at the same time one (%s)", async (_, withSku) => {
    const { tenant_id } = await shop([]);
    const items = newOnes.map((one, at) => (withSku ? { ...one, sku: `K-${at}` } : one));
    const args = { tenant_id, items, idempotency_key: key() };
    double.delay(30);
    const twins = await Promise.all([ana.call("create_products", args), ana.call("create_products", args)]);
    expect(twins.map(codes)).toEqual([
      ["ok", "ok", "ok"],
      ["ok", "ok", "ok"],
    ]);
    expect(twins[0]?.structured.operation_id).toBe(twins[1]?.structured.operation_id);
    expect(twins.filter(({ structured }) => structured.replayed === true)).toHaveLength(1);
    double.delay(0);
    expect(await namesIn(ana, tenant_id)).toHaveLength(3);
  });

  it("makes a question asked twice one, executed once however the first answer fared", async () => {
    const { tenant_id, ids } = await shop(many(2));
    const args = { tenant_id, items: repriced(ids), idempotency_key: key() };
    const operation_id = operationOf(await ana.call("update_products", args));
    expect(operationOf(await ana.call("update_products", args))).toBe(operation_id);
    const gone = new AbortController();
    double.delay(50);
    const lost = ana
      .call("confirm_operation", { operation_id }, { signal: gone.signal })
      .catch(() => undefined);
    setTimeout(() => gone.abort(), 80);
    await lost;
    const second = await ana.call("confirm_operation", { operation_id });
    expect(codes(second)).toEqual(["ok", "ok"]);
    const repeat = await ana.call("update_products", args);
    expect(repeat.structured).toMatchObject({ status: "SUCCESS", replayed: true, operation_id });
    expect(double.counts.writes).toBe(2);
  });

  it("given only when the question is repeated counts from then on", async () => {
    const { tenant_id, ids } = await shop(many(2));
    const args = { tenant_id, items: repriced(ids) };
    const operation_id = operationOf(await ana.call("update_products", args));
    const keyed = { ...args, idempotency_key: key() };
    expect(operationOf(await ana.call("update_products", keyed))).toBe(operation_id);
    await ana.call("confirm_operation", { operation_id });
    const repeat = await ana.call("update_products", keyed);
    expect(repeat.structured).toMatchObject({ status: "SUCCESS", replayed: true, operation_id });
    expect(double.counts.writes).toBe(2);
  });

  it("holds for a day at least", async () => {
    const { tenant_id } = await shop([]);
    const args = { tenant_id, items: newOnes, idempotency_key: key() };
    const id = operationOf(await ana.call("create_products", args));
    await inSession(ana, "UPDATE operation SET ended_at = ended_at - 86400000 WHERE id = ?", id);
    await runAlarm(ana);
    expect((await ana.call("create_products", args)).structured).toMatchObject({
      replayed: true,
      operation_id: id,
    });
  });
});
