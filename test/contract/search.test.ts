import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/json";
import { createProducts } from "../support/companies";
import { failure } from "../support/failures";
import type { Client } from "../support/mcp";
import { owner } from "../support/people";

let client: Client;
let tenant_id: string;
beforeAll(async () => {
  ({ client, tenant_id } = await owner());
  await createProducts(tenant_id, [
    { name: "Pão Francês 50g", sku: "000123" },
    { name: "Café Torrado 500g" },
    { name: "Café Torrado 250g" },
    { name: "Açúcar Cristal 1kg", description: "Fica na prateleira" },
    { name: "Vela Antiga", is_active: false },
    { name: "Desconto 100% à vista" },
    { name: "Peça_A" },
    { name: "PeçaXA" },
    { name: "Apagado Torrado", deleted: true },
  ]);
});

const search = async (text: Json, more: JsonObject = {}) => {
  const answer = await client.call("list_products", { tenant_id, search: text, ...more });
  return (answer.structured.products as JsonObject[]).map(({ name }) => name);
};
const COFFEES = ["Café Torrado 250g", "Café Torrado 500g"];

it.each([
  ["acucar", ["Açúcar Cristal 1kg"]],
  ["AÇÚCAR", ["Açúcar Cristal 1kg"]],
  ["Açucar", ["Açúcar Cristal 1kg"]],
  ["Açucar".normalize("NFD"), ["Açúcar Cristal 1kg"]],
  ["pao frances", ["Pão Francês 50g"]],
  ["cafe  torrado", COFFEES],
  ["torrado café", COFFEES],
  [" CAFÉ ", COFFEES],
  ["torr", COFFEES],
  ["000123", ["Pão Francês 50g"]],
  ["prateleira", ["Açúcar Cristal 1kg"]],
  ["nada disso", []],
])("finds for %j what a person means", async (text, expected) => {
  expect(await search(text)).toEqual(expected);
});

it.each(["pão\u0000", "pão\nfrancês", "\u001b[2Jvela", "vela\u007f\u0085x"])(
  "refuses the control character in %j",
  async (text) => {
    const answer = await client.call("list_products", { tenant_id, search: text });
    expect(failure(answer, "invalid_argument").parameter).toBe("search");
  },
);

it.each([
  ["100%", ["Desconto 100% à vista"]],
  ["a_a", ["Peça_A"]],
  ['"; DROP TABLE', []],
  ["* OR NEAR(", []],
])("takes %j literally", async (text, expected) => {
  expect(await search(text)).toEqual(expected);
});

it("shows inactive products unless they are not wanted, and never deleted ones", async () => {
  expect(await search("vela")).toEqual(["Vela Antiga"]);
  expect(await search("vela", { active_only: true })).toEqual([]);
  expect(await search("apagado")).toEqual([]);
  expect(await search("", { active_only: "false" })).toHaveLength(8);
});

it("lists in order of name, without minding accents", async () => {
  const names = await search(null);
  expect(names).toEqual([...names].sort((x, y) => String(x).localeCompare(String(y), "pt-BR")));
});

describe("names in sets", () => {
  const look = async (...names: string[]) =>
    (await client.call("get_products", { tenant_id, items: names.map((name) => ({ name })) })).structured
      .results;

  it("find the product whatever the case, accents and blanks", async () => {
    const found = await look("ACUCAR CRISTAL 1KG", "café torrado 500g", "  cafe   TORRADO 250G ");
    expect(found?.map(({ name }) => name)).toEqual([
      "Açúcar Cristal 1kg",
      "Café Torrado 500g",
      "Café Torrado 250g",
    ]);
  });

  it("are never applied when they only fit in part", async () => {
    const found = await look("café torrado", "vela", "Cafe Torado 500g", "prateleira");
    expect(found).toMatchObject([
      { error: "ambiguous", candidates_total: 2, candidates: [{ sale_price: 10 }, { sale_price: 10 }] },
      { error: "not_found", suggestions: [{ name: "Vela Antiga", is_active: false }] },
      { error: "not_found" },
      { error: "not_found" },
    ]);
    expect(JSON.stringify(found?.[2]?.suggestions)).toContain("Café Torrado 500g");
    expect(found?.[3]?.suggestions ?? []).toEqual([]);
  });

  it("let an id win over a name, and an exact SKU with zeros be itself", async () => {
    const [bread] = (await look("Pão Francês 50g")) ?? [];
    const answer = await client.call("get_products", {
      tenant_id,
      items: [{ id: String(bread?.id), name: "Vela Antiga" }, { sku: "000123" }, { sku: "123" }],
    });
    expect(answer.structured.results).toMatchObject([
      { name: "Pão Francês 50g" },
      { name: "Pão Francês 50g", duplicate_of: 0 },
      { error: "not_found" },
    ]);
  });
});
