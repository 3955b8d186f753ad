import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/json";
import { type Answer, Client } from "../support/mcp";
import { asked, codes, operationOf, pricesOf, reply, resetBitErp, shop, YES } from "../support/sets";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
});
afterEach(resetBitErp);

type Meanwhile = (tenant_id: string, id: string) => Promise<unknown>;
const changed =
  (changes: JsonObject): Meanwhile =>
  (tenant_id, id) =>
    ana.call("update_product", { tenant_id, id, ...changes });
const deleted: Meanwhile = (tenant_id, id) => ana.call("delete_product", { tenant_id, id });
const nothing: Meanwhile = async () => undefined;

/** Asks, lets something happen, and says yes: with a tool or in the form. */
const ways: [
  string,
  (tool: string, args: JsonObject, meanwhile: () => Promise<unknown>) => Promise<Answer>,
][] = [
  [
    "confirm_operation",
    async (tool, args, meanwhile) => {
      const operation_id = operationOf(await ana.call(tool, args));
      await meanwhile();
      return ana.call("confirm_operation", { operation_id });
    },
  ],
  [
    "the form",
    async (tool, args, meanwhile) => {
      const question = await asked(ana, tool, args);
      await meanwhile();
      return reply(ana, question, YES);
    },
  ],
];

describe.each(ways)("what was shown and is no longer true, confirmed with %s", (_, confirmed) => {
  const coffee = () =>
    shop([
      { name: "Café 500g", sale_price: 19.9 },
      { name: "Café 250g", sale_price: 11.5 },
    ]);

  it.each<[string, Meanwhile, string, number]>([
    ["another price is kept, and shown", changed({ sale_price: 25 }), "conflict", 25],
    ["the very price that was asked for is success", changed({ sale_price: 21 }), "ok", 21],
    ["a deleted product is not changed", deleted, "deleted", 19.9],
    ["a product with another name by now is not changed", changed({ name: "Café 1kg" }), "conflict", 19.9],
    ["where nothing happened all is done", nothing, "ok", 21],
  ])("in an update: %s", async (_, meanwhile, code, price) => {
    const { tenant_id, ids } = await coffee();
    const items = [
      { name: "Café 500g", changes: { sale_price: 21 } },
      { name: "Café 250g", changes: { sale_price: 12 } },
    ];
    const done = await confirmed("update_products", { tenant_id, items }, () =>
      meanwhile(tenant_id, String(ids[0])),
    );
    expect(codes(done)).toEqual([code, "ok"]);
    expect(done.structured.status).toBe(code === "ok" ? "SUCCESS" : "PARTIAL_SUCCESS");
    if (code === "conflict")
      expect(done.structured.results?.[0]).toMatchObject({ current: { sale_price: price } });
    expect(await pricesOf(ids)).toEqual([price, 12]);
  });

  it.each<[string, Meanwhile, string]>([
    ["another price", changed({ sale_price: 25 }), "conflict"],
    ["another name", changed({ name: "Café 1kg" }), "conflict"],
    ["a deletion by somebody else", deleted, "ok"],
  ])("in a deletion: %s", async (_, meanwhile, code) => {
    const { tenant_id, ids } = await coffee();
    const items = ids.map((id) => ({ id }));
    const done = await confirmed("delete_products", { tenant_id, items }, () =>
      meanwhile(tenant_id, String(ids[0])),
    );
    expect(codes(done)).toEqual([code, "ok"]);
    const { structured } = await ana.call("get_products", { tenant_id, items });
    expect(structured.results?.map((entry) => entry.error ?? "there")).toEqual([
      code === "ok" ? "deleted" : "there",
      "deleted",
    ]);
  });
});

it("a single change was shown to nobody beforehand, so the last one wins", async () => {
  const { tenant_id, ids } = await shop(["Café"]);
  const id = String(ids[0]);
  const twins = await Promise.all(
    [1, 2, 4, 5].map((sale_price) => ana.call("update_product", { tenant_id, id, sale_price })),
  );
  expect(twins.map(({ isError }) => isError)).toEqual([false, false, false, false]);
  const { structured } = await ana.call("update_product", { tenant_id, id, sale_price: 3 });
  expect(structured).toMatchObject({ product: { sale_price: 3 } });
});
