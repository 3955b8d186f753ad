import { afterEach, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { createProducts } from "../support/companies";
import { failure, outcomes } from "../support/failures";
import type { Client } from "../support/mcp";
import { owner } from "../support/people";
import type { ListedTool } from "../support/tool-list";
import { double } from "../support/worker";

let client: Client;
let tenant_id: string;
let userId: string;
let id: string;
beforeAll(async () => {
  ({ client, tenant_id, userId } = await owner());
  const [row] = await createProducts(tenant_id, [{ name: "Café" }, { name: "Chá" }, { name: "Bolo" }]);
  id = String(row?.id);
});
afterEach(() => double.reset());

const hostKeys = { toolCallId: "call_1", sessionId: "s", action: "x", chatInput: "y", confirmed: true };

it.each([
  ["list_products", { searchTerm: "cafe" }, "searchTerm", ["search", "limit"]],
  ["update_product", { id: "x", preco: "10" }, "preco", ["sale_price", "name"]],
  ["create_product", { name: "x", sale_price: 1, price: 2 }, "price", ["sale_price"]],
  ["select_tenant", { tenant: "x" }, "tenant", ["tenant_id"]],
  ["delete_products", { items: ["Café"], confirm: true }, "confirm", ["items"]],
  ["delete_products", { items: ["Café"], force: true }, "force", ["items"]],
  ["list_products", { query: "cafe" }, "query", ["search"]],
  ["list_products", { SEARCH: "cafe" }, "SEARCH", ["search"]],
  ["get_operation", { operation_id: "op_x", id: 1 }, "id", ["operation_id"]],
] as [string, JsonObject, string, string[]][])(
  "%s %j: names the key it does not know and those it does",
  async (tool, args, key, valid) => {
    const named = tool.includes("product") ? { tenant_id, ...args } : args;
    const { message, parameter } = failure(await client.call(tool, named), "invalid_argument");
    expect(message).toContain(key);
    for (const name of valid) expect(message).toMatch(new RegExp(`\\b${name}\\b`));
    expect(parameter).toBe(key);
    expect(double.counts.writes).toBe(0);
  },
);

it("refuses unknown keys of one item, names them, and asks about the good ones", async () => {
  const asked = await client.call("update_products", {
    tenant_id,
    items: [
      { name: "Café", changes: { sale_price: 2 } },
      { name: "Chá", changes: { preco: 10 } },
      { name: "Bolo", precos: {}, changes: { sale_price: 2 } },
    ],
  });
  expect(asked.structured).toMatchObject({ status: "AWAITING_CONFIRMATION" });
  const items = asked.structured.items ?? [];
  expect(items.map(({ state, error }) => [state, error])).toEqual([
    ["actionable", undefined],
    ["left_out", "invalid_argument"],
    ["left_out", "invalid_argument"],
  ]);
  expect(String(items[1]?.message)).toMatch(/preco.*sale_price/);
  expect(String(items[2]?.message)).toMatch(/precos.*changes/);
  const operation_id = String(asked.structured.operation_id);
  expect(outcomes(await client.call("confirm_operation", { operation_id }))).toEqual([
    "ok",
    "invalid_argument",
    "invalid_argument",
  ]);
});

it("ignores what hosts add by themselves", async () => {
  const plain = await client.call("list_products", { tenant_id, search: "cafe" });
  const added = await client.call("list_products", { tenant_id, search: "cafe", ...hostKeys });
  expect(added.structured).toEqual(plain.structured);
  expect((await client.call("get_user_data", hostKeys)).structured).toMatchObject({ id: userId });
});

it("takes no key of a host for the person's yes", async () => {
  const asked = await client.call("delete_products", { tenant_id, items: [{ id }], ...hostKeys });
  expect(asked.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
  expect(double.counts.writes).toBe(0);
});

it("does not ignore those keys inside an item, where no host puts them", async () => {
  const answer = await client.call("get_products", { tenant_id, items: [{ id, sessionId: "s" }] });
  expect(outcomes(answer)).toEqual(["invalid_argument"]);
});

it("ignores whatever comes where nothing is asked for, and names nothing (case 77)", async () => {
  const { tools } = (await client.result("tools/list")) as unknown as { tools: ListedTool[] };
  const without = tools.filter(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}).length === 0);
  expect(without.map(({ name }) => name)).toEqual(["get_user_data", "list_tenants"]);
  for (const { name } of without) {
    const plain = await client.call(name);
    expect(plain.isError).toBe(false);
    for (const args of [{ _placeholder: true }, { dummy: "" }, { random_string: "x" }, { items: [] }])
      expect((await client.call(name, args)).structured).toEqual(plain.structured);
  }
});
