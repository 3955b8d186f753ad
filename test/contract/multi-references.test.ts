import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/json";
import { Client } from "../support/mcp";
import { asked, codes, namesIn, resetBitErp, shop } from "../support/sets";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
let framework: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
  framework = await Client.signIn({ user: "ana", mode: "delegated" });
});
afterEach(resetBitErp);

const COFFEE = { name: "Café Torrado 250g", sku: "CAF-250" };
const stock = () => shop([COFFEE, { name: "Produto A", sku: "A-1" }, "Produto B"]);

describe("references that disagree", () => {
  it.each<[string, (ids: string[]) => object]>([
    ["sku and name", () => ({ sku: "CAF-250", name: "Produto B" })],
    ["id and sku", (ids) => ({ id: ids[1], sku: "CAF-250" })],
    ["an id that has no SKU, and a SKU", (ids) => ({ id: ids[2], sku: "B-1" })],
  ])("leave the item out: %s", async (_, reference) => {
    const { tenant_id, ids } = await stock();
    const items = [reference(ids)] as never;
    const deleted = await framework.call("delete_products", { tenant_id, items });
    expect(codes(deleted)).toEqual(["conflict"]);
    const changed = [{ ...reference(ids), changes: { name: "Novo" } }] as never;
    expect(codes(await framework.call("update_products", { tenant_id, items: changed }))).toEqual([
      "conflict",
    ]);
    const { structured } = await ana.call("validate_products", { tenant_id, items });
    expect(structured).toMatchObject({ eligible: false, reason: "conflict" });
    expect(double.counts.writes).toBe(0);
    expect(await namesIn(ana, tenant_id)).toEqual(["Café Torrado 250g", "Produto A", "Produto B"]);
  });

  it("are told with what was said and what was found", async () => {
    const { tenant_id, ids } = await stock();
    const items = [{ sku: "CAF-250", name: "Produto B" }, { id: String(ids[1]) }] as JsonObject[];
    const { message } = await asked(ana, "delete_products", { tenant_id, items });
    expect(message).toContain("Excluir 1 produto");
    expect(message.split("\n")[1]).toMatch(/— .*“Produto B”.*“Café Torrado 250g”.*“CAF-250”/);
    const plain = await framework.call("delete_products", { tenant_id, items: items.slice(0, 1) });
    expect(plain.structured.results?.[0]).toMatchObject({
      error: "conflict",
      current: { id: ids[0], sku: "CAF-250" },
    });
  });

  it("are none where a name stands beside an id: that is only a label, and the question shows it", async () => {
    const { tenant_id, ids } = await stock();
    const items = [
      { id: ids[1], name: "Produto B" },
      { sku: "CAF-250", name: "Produto B" },
    ] as never;
    expect(codes(await ana.call("get_products", { tenant_id, items }))).toEqual(["ok", "conflict"]);
    const { message } = await asked(ana, "delete_products", { tenant_id, items });
    expect(message.split("\n")[1]).toContain("“Produto A” · dito: “Produto B”");
    expect(codes(await framework.call("delete_products", { tenant_id, items }))).toEqual(["ok", "conflict"]);
    expect(await namesIn(ana, tenant_id)).toEqual(["Café Torrado 250g", "Produto B"]);
  });

  it("are refused for a deleted product, too", async () => {
    const { tenant_id } = await shop([{ name: "Vela", sku: "V-1", deleted: true }]);
    const items = [{ sku: "V-1", name: "Outra" }] as never;
    expect(codes(await framework.call("restore_products", { tenant_id, items }))).toEqual(["conflict"]);
    expect(double.counts.writes).toBe(0);
  });
});

describe("references that agree", () => {
  it("are done, also where only case, accents and blanks differ, or the new name stands in changes", async () => {
    const { tenant_id, ids } = await stock();
    const items = [
      { id: ids[0], sku: "CAF-250", name: "CAFE  torrado 250G", changes: { name: "Café Novo" } },
      { sku: "A-1", name: "produto a", changes: { sale_price: 3 } },
    ] as never;
    expect(codes(await framework.call("update_products", { tenant_id, items }))).toEqual(["ok", "ok"]);
  });

  it("are still taken as validate_products gave them", async () => {
    const { tenant_id } = await stock();
    const items = [{ sku: "CAF-250" }, "PRODUTO a"] as never;
    const { structured } = await ana.call("validate_products", { tenant_id, items });
    const { resolved_arguments } = structured.transaction_decision as { resolved_arguments: object };
    expect(codes(await framework.call("delete_products", { ...resolved_arguments }))).toEqual(["ok", "ok"]);
  });
});
