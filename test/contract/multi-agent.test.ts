import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/json";
import { ANA } from "../support/companies";
import { Client } from "../support/mcp";
import { codes, namesIn, pricesOf, resetBitErp, shop } from "../support/sets";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let framework: Client;
beforeAll(async () => {
  framework = await Client.signIn({ user: "ana", mode: "delegated" });
});
afterEach(resetBitErp);

async function validated(args: JsonObject) {
  const { structured } = await framework.call("validate_products", args);
  const decision = structured.transaction_decision as JsonObject;
  const resolved = decision.resolved_arguments as { tenant_id: string; items: JsonObject[] };
  return { structured, decision, resolved, target: String(decision.target_tool) };
}

describe("a framework that asks by itself", () => {
  it("validates, asks, calls once, and reads a boolean success in every entry", async () => {
    const { tenant_id, ids } = await shop(["Produto A", "Produto C"]);
    const first = await validated({ tenant_id, subject: "Produto A, Produto B e Produto C" });
    expect(first.structured).toMatchObject({
      eligible: true,
      status: "PARTIALLY_ELIGIBLE",
      tenant: { tenant_id },
    });
    expect(first.target).toBe("delete_products");
    expect(first.resolved).toEqual({
      tenant_id,
      items: [
        { name: "Produto A", id: ids[0], eligible: true },
        { name: "Produto B", eligible: false, reason: "not_found" },
        { name: "Produto C", id: ids[1], eligible: true },
      ],
    });
    expect(first.decision.confirmation_message).toContain("Produto B");
    expect(double.counts.writes).toBe(0);

    const args = { ...first.resolved, confirmed: true, query: "apague os produtos A, B e C" };
    const done = await framework.call(first.target, args);
    expect(codes(done)).toEqual(["ok", "not_found", "ok"]);
    expect(done.structured.results?.every((entry) => typeof entry.success === "boolean")).toBe(true);
    expect(await namesIn(framework, tenant_id)).toEqual([]);
  });

  it("cannot bring back what the validator refused, even when it exists by now", async () => {
    const { tenant_id, ids } = await shop(["Produto A", "Produto B"]);
    const items = [
      { id: ids[0], eligible: true },
      { id: ids[1], eligible: false, reason: "not_found" },
    ] as never;
    const done = await framework.call("delete_products", { tenant_id, items, confirmed: true });
    expect(codes(done)).toEqual(["ok", "not_found"]);
    expect(await namesIn(framework, tenant_id)).toEqual(["Produto B"]);
  });

  it("does not get by on an `eligible: true` of its own", async () => {
    const { tenant_id } = await shop(["Produto A"]);
    const items = [{ name: "Produto X", eligible: true }];
    expect(codes(await framework.call("delete_products", { tenant_id, items }))).toEqual(["not_found"]);
  });

  it("keeps the validator's reason for items that could not even be read", async () => {
    const { tenant_id, ids } = await shop(["A", "B", "C"]);
    const items = [
      { id: ids[0], changes: { sale_price: 5 } },
      { id: ids[1], changes: { sale_price: "1.234" } },
      { id: ids[2], changes: {} },
    ] as never;
    const { resolved, target } = await validated({ tenant_id, items });
    expect(target).toBe("update_products");
    expect(resolved.items.map((item) => item.reason)).toEqual([
      undefined,
      "ambiguous_number",
      "nothing_to_update",
    ]);
    const done = await framework.call(target, { ...resolved, confirmed: true });
    expect(codes(done)).toEqual(["ok", "ambiguous_number", "nothing_to_update"]);
    expect(await pricesOf(ids)).toEqual([5, 10, 10]);
  });

  it("creates what was validated, and keeps the reasons of the rest", async () => {
    const { tenant_id } = await shop([{ name: "Velho", sku: "S-1" }]);
    const items = [
      { name: "Bolo", sale_price: "19,90" },
      { name: "Outro", sale_price: 1, sku: "S-1" },
      { name: "Caro", sale_price: "1.234" },
    ];
    const { resolved, target } = await validated({ tenant_id, items });
    expect(target).toBe("create_products");
    const done = await framework.call(target, { ...resolved, confirmed: true });
    expect(codes(done)).toEqual(["ok", "conflict", "ambiguous_number"]);
    expect(done.structured.results?.[0]).toMatchObject({ product: { name: "Bolo", sale_price: 19.9 } });
  });
});

describe("a validation", () => {
  it.each<[string, JsonObject[] | string[], string]>([
    ["items with changes", [{ name: "A", changes: { sale_price: 1 } }], "update_products"],
    ["items with a price", [{ name: "Novo", sale_price: 1 }], "create_products"],
    ["a price beside keys without a value", [{ id: null, name: "Novo", sale_price: 1 }], "create_products"],
    ["references", [{ name: "A" }], "delete_products"],
    [
      "a reference beside keys without a value",
      [{ name: "A", changes: null, sale_price: "" }],
      "delete_products",
    ],
    ["bare names", ["A"], "delete_products"],
  ])("guesses from %s what they are for", async (_, items, target) => {
    const { tenant_id } = await shop(["A"]);
    expect((await validated({ tenant_id, items })).target).toBe(target);
  });

  it.each([
    ["restore_products", [{ name: "A" }, { name: "B" }]],
    ["get_products", [{ name: "A" }, { name: "B" }]],
  ])("of %s says what that tool would do", async (target_tool, items) => {
    const { tenant_id, ids } = await shop(["A", { name: "B", deleted: true }]);
    const { structured, target, resolved } = await validated({ tenant_id, target_tool, items });
    expect(target).toBe(target_tool);
    expect(resolved.items.map((item) => item.id)).toEqual(ids);
    expect(structured.status).toBe(target_tool === "restore_products" ? "ELIGIBLE" : "PARTIALLY_ELIGIBLE");
    expect(double.counts.writes).toBe(0);
  });

  it("of which nothing can be done says so once for all", async () => {
    const { tenant_id } = await shop([]);
    const { structured } = await validated({ tenant_id, subject: "Nada, Coisa Nenhuma" });
    expect(structured).toMatchObject({ eligible: false, status: "INELIGIBLE", reason: "not_found" });
  });

  it("by a person who may not says forbidden", async () => {
    const { tenant_id, ids } = await shop(["A"], { [ANA]: "viewer" });
    const { structured } = await validated({ tenant_id, items: ids.map((id) => ({ id })) });
    expect(structured).toMatchObject({ eligible: false, status: "INELIGIBLE", reason: "forbidden" });
  });

  it("shows what it was told and what it found, side by side", async () => {
    const { tenant_id, ids } = await shop(["Café Torrado 500g"]);
    const { resolved, decision } = await validated({ tenant_id, items: [{ name: "cafe torrado 500G" }] });
    expect(resolved.items).toEqual([{ name: "cafe torrado 500G", id: ids[0], eligible: true }]);
    expect(decision.confirmation_message).toContain("cafe torrado 500G");
    expect(decision.confirmation_message).toContain("Café Torrado 500g");
  });
});
