import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  ACUCAR,
  ANA,
  AURORA,
  addItems,
  CAFE250,
  CAFE500,
  createCompany,
  PAO,
  VELA,
} from "../support/companies";
import { Client } from "../support/mcp";
import { codes, many, namesIn, operationOf, repriced, resetBitErp, shop } from "../support/sets";
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

describe("a set of products", () => {
  it("may be a set of one", async () => {
    const { tenant_id, ids } = await shop(["Vela"]);
    const done = await framework.call("update_products", { tenant_id, items: repriced(ids, 7.5) });
    expect(done.isError).toBe(false);
    expect(done.structured).toMatchObject({
      status: "SUCCESS",
      summary: { total: 1, succeeded: 1, failed: 0 },
      failures: [],
      partial_success: false,
      results: [{ index: 0, id: ids[0], success: true, product: { sale_price: 7.5 } }],
    });
  });

  it("answers for every item, in the order of the call", async () => {
    const { tenant_id, ids } = await shop(many(12));
    const order = [...ids].reverse();
    double.delay((request) =>
      request.method === "GET" ? 0 : order.findIndex((id) => request.url.includes(id)) % 3,
    );
    const done = await framework.call("delete_products", { tenant_id, items: order.map((id) => ({ id })) });
    expect(done.structured.status).toBe("SUCCESS");
    expect(done.structured.results?.map((entry) => [entry.index, entry.id])).toEqual(
      order.map((id, index) => [index, id]),
    );
    expect(Object.keys(done.structured).slice(0, 7)).toEqual([
      "status",
      "summary",
      "failures",
      "failed",
      "partial_success",
      "operation_id",
      "tenant",
    ]);
    for (const wrapper of ["ok", "result", "error"]) expect(done.structured).not.toHaveProperty(wrapper);
  });

  it("is done as far as it can be: one bad item stops no other", async () => {
    const { tenant_id } = await shop([{ name: "Pão", sku: "000123" }]);
    const items = [
      { name: "Bolo", sale_price: 10 },
      { name: "Outro pão", sale_price: 1, sku: "000123" },
      null,
      { name: "Caro", sale_price: "abc" },
      { name: "Torta", sale_price: "19,90" },
    ];
    const done = await ana.call("create_products", { tenant_id, items });
    expect(done.isError).toBe(false);
    expect(codes(done)).toEqual(["ok", "conflict", "invalid_argument", "invalid_argument", "ok"]);
    expect(done.structured).toMatchObject({
      status: "PARTIAL_SUCCESS",
      summary: { total: 5, succeeded: 2, failed: 3 },
      failures: [1, 2, 3],
      partial_success: true,
    });
    expect(done.structured.results?.[1]).toMatchObject({ name: "Outro pão", current: { name: "Pão" } });
    expect(await namesIn(ana, tenant_id)).toEqual(["Bolo", "Pão", "Torta"]);
  });

  it("that bitERP refuses one item of keeps the others", async () => {
    const { tenant_id } = await shop([]);
    double.refuse({ method: "POST", body: "Vela 03", with: { status: 422, problem: { type: "invalid" } } });
    const items = many(5).map(({ name }) => ({ name, sale_price: 1 }));
    const done = await ana.call("create_products", { tenant_id, items });
    expect(codes(done)).toEqual(["ok", "ok", "invalid_argument", "ok", "ok"]);
    expect(double.counts.writes).toBe(4);
  });

  it("of which nothing can be done is an error that still tells of every item, and plans nothing", async () => {
    const { tenant_id } = await shop([]);
    const failed = await ana.call("delete_products", {
      tenant_id,
      items: ["Nada", { id: crypto.randomUUID() }, 5],
    });
    expect(failed.isError).toBe(true);
    expect(failed.structured.status).toBe("FAILED");
    expect(codes(failed)).toEqual(["not_found", "not_found", "invalid_argument"]);
    expect(failed.structured).not.toHaveProperty("operation_id");
    expect(JSON.parse(failed.text)).toEqual(failed.structured);
  });

  it("of which everything fails on the way is an error with its operation", async () => {
    const { tenant_id, ids } = await shop(many(2));
    double.refuse({ method: "DELETE", with: { status: 422 } });
    const failed = await framework.call("delete_products", { tenant_id, items: ids.map((id) => ({ id })) });
    expect(failed).toMatchObject({ isError: true, structured: { status: "FAILED", failures: [0, 1] } });
    expect(operationOf(failed)).toMatch(/^op_/);
  });

  it.each<[string, number]>([
    ["no items", 0],
    ["51 items", 51],
  ])("with %s is refused as a whole", async (_, count) => {
    const { tenant_id } = await shop([]);
    const items = many(count).map(({ name }) => ({ name, sale_price: 1 }));
    const { error } = await ana.call("create_products", { tenant_id, items });
    expect(error).toMatchObject({ code: "invalid_argument", parameter: "items" });
    expect(error.message).toMatch(/1.*50/);
    expect(double.counts.writes).toBe(0);
  });

  it("tells what is wrong with a change, item by item", async () => {
    const { tenant_id, ids } = await shop(many(4));
    const items = [
      { id: ids[0], changes: { sale_price: 5 } },
      { id: ids[1], changes: {} },
      { id: ids[2], changes: { sale_price: "1.234" } },
      { id: ids[3], changes: { colour: "red" } },
      null,
    ] as never;
    const done = await framework.call("update_products", { tenant_id, items });
    expect(codes(done)).toEqual([
      "ok",
      "nothing_to_update",
      "ambiguous_number",
      "invalid_argument",
      "invalid_argument",
    ]);
  });
});

describe("a name", () => {
  const look = (name: string, tenant_id = AURORA) =>
    ana.call("get_products", { tenant_id, items: [{ name }] });

  it("is understood without accents, case and repeated blanks", async () => {
    const items = [{ name: "ACUCAR CRISTAL 1KG" }, { name: " café  torrado 500g" }, { sku: "000123" }];
    const { structured } = await ana.call("get_products", { tenant_id: AURORA, items });
    expect(structured.results?.map((entry) => entry.id)).toEqual([ACUCAR, CAFE500, PAO]);
    expect(structured.results?.[0]).toMatchObject({ typed: "ACUCAR CRISTAL 1KG" });
  });

  it("that fits several products offers them", async () => {
    const { structured, isError } = await look("café torrado");
    expect(isError).toBe(true);
    expect(structured.results?.[0]).toMatchObject({ error: "ambiguous", candidates_total: 2 });
    expect(structured.results?.[0]?.candidates).toEqual(
      expect.arrayContaining([
        { id: CAFE500, sku: "CAF-500", name: "Café Torrado 500g", sale_price: 19.9 },
        { id: CAFE250, sku: "CAF-250", name: "Café Torrado 250g", sale_price: 11.5 },
      ]),
    );
  });

  it("that fits very many says how many, and offers five", async () => {
    const { tenantId } = await createCompany({ members: { [ANA]: "admin" } });
    await addItems(tenantId);
    const { structured } = await ana.call("delete_products", {
      tenant_id: tenantId,
      items: [{ name: "Item" }, { name: "item repetido" }, { name: "prateleira" }],
    });
    const [part, whole, description] = structured.results ?? [];
    expect(part).toMatchObject({ error: "ambiguous", candidates_total: 120 });
    expect(part?.candidates).toHaveLength(5);
    expect(whole).toMatchObject({ error: "ambiguous", candidates_total: 40 });
    expect(whole?.candidates).toHaveLength(5);
    expect(description).toMatchObject({ error: "not_found" });
    expect(description).not.toHaveProperty("suggestions");
  });

  it.each([
    ["Cafe Torado 500g", CAFE500],
    ["antiga", VELA],
  ])("that is nearly right (%s) gets suggestions, and nothing is done to them", async (name, id) => {
    for (const tool of ["get_products", "delete_products"]) {
      const { structured } = await framework.call(tool, { tenant_id: AURORA, items: [{ name }] });
      expect(structured.results?.[0]).toMatchObject({ error: "not_found" });
      const suggestions = structured.results?.[0]?.suggestions as { id: string }[];
      expect(suggestions[0]?.id).toBe(id);
      expect(suggestions.length).toBeLessThanOrEqual(3);
    }
    expect(double.counts.writes).toBe(0);
  });

  it("of a company that is out of reach is not found, without a hint", async () => {
    const { structured } = await look("Torta Holandesa");
    expect(structured.results?.[0]).toMatchObject({ error: "not_found" });
    expect(structured.results?.[0]).not.toHaveProperty("suggestions");
  });

  it("beside an id is only a label", async () => {
    const items = [{ id: CAFE500, name: "Café Torrado 250g" }];
    const { structured } = await ana.call("get_products", { tenant_id: AURORA, items });
    expect(structured.results?.[0]).toMatchObject({ id: CAFE500, typed: "Café Torrado 250g", success: true });
  });

  it("that contains commas is not taken apart when it is a product's", async () => {
    const { tenant_id, ids } = await shop(["Pão, Queijo e Presunto", "Queijo"]);
    const { structured } = await ana.call("get_products", { tenant_id, subject: "pao, queijo e presunto" });
    expect(structured.results?.map((entry) => entry.id)).toEqual([ids[0]]);
  });
});
