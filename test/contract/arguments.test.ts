import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/json";
import { createProducts } from "../support/companies";
import { failure, outcomes } from "../support/failures";
import { type Client, message } from "../support/mcp";
import { owner } from "../support/people";
import { post } from "../support/raw";
import { double } from "../support/worker";

let client: Client;
let tenant_id: string;
beforeAll(async () => {
  ({ client, tenant_id } = await owner());
});
afterEach(() => double.reset());

const create = (items: Json) => client.call("create_products", { tenant_id, items });
const products = (answer: { structured: { results?: JsonObject[] } }) =>
  answer.structured.results?.map((entry) => entry.product as JsonObject) ?? [];

describe("arrays and objects that come as JSON text (case 18)", () => {
  it("reads a whole list", async () => {
    const answer = await create('[{"name":"Café Moído","sku":"CM250","sale_price":"12.90"}]');
    expect(products(answer)).toMatchObject([{ name: "Café Moído", sku: "CM250", sale_price: 12.9 }]);
  });

  it("reads one item of a list", async () => {
    const answer = await create(['{"name":"Chá Mate","sale_price":8}']);
    expect(products(answer)).toMatchObject([{ name: "Chá Mate", sale_price: 8 }]);
  });

  it.each(["[{bad", "null", "true", "7", "not json", ""])(
    "refuses the text %j as a list, naming the parameter and the form, and writes nothing",
    async (items) => {
      const { parameter, message: text } = failure(await create(items), "invalid_argument");
      expect(parameter).toBe("items");
      expect(text).toMatch(/JSON/);
      expect(double.counts.writes).toBe(0);
    },
  );

  it("leaves a name alone that only looks like JSON, and finds it", async () => {
    const [made] = products(await create([{ name: "[Promo] Bolo", sale_price: 5 }]));
    expect(made).toMatchObject({ name: "[Promo] Bolo" });
    const found = await client.call("get_products", { tenant_id, items: ["[Promo] Bolo"] });
    expect(products(found)).toMatchObject([{ id: made?.id ?? "" }]);
  });

  it("reads the changes of an update", async () => {
    await createProducts(tenant_id, [{ name: "Texto de mudança" }]);
    const asked = await client.call("update_products", {
      tenant_id,
      items: [{ name: "Texto de mudança", changes: '{"sale_price":"11.50"}' }],
    });
    const done = await client.call("confirm_operation", {
      operation_id: String(asked.structured.operation_id),
    });
    expect(products(done)).toMatchObject([{ sale_price: 11.5 }]);
  });

  it("refuses changes that are broken JSON, on that item alone", async () => {
    await createProducts(tenant_id, [{ name: "Inteiro" }, { name: "Quebrado" }]);
    const asked = await client.call("update_products", {
      tenant_id,
      items: [
        { name: "Inteiro", changes: { sale_price: 2 } },
        { name: "Quebrado", changes: "{sale_price" },
      ],
    });
    expect(asked.structured.items?.map(({ state, error }) => [state, error])).toEqual([
      ["actionable", undefined],
      ["left_out", "invalid_argument"],
    ]);
  });
});

describe("the arguments themselves", () => {
  const call = async (given: string) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_products"${given}}}`;
    const answer = await message(await post(client.connection.accessToken, body));
    return answer.result as JsonObject | undefined;
  };

  it.each(["", ',"arguments":null', ',"arguments":{}', ',"arguments":"{}"', ',"arguments":""'])(
    "may be left out, as in: %s",
    async (given) => {
      expect(await call(given)).toMatchObject({ structuredContent: { tenant: { tenant_id } } });
    },
  );

  it("may be one JSON text", async () => {
    await createProducts(tenant_id, [{ name: "Três" }]);
    const result = await call(`,"arguments":${JSON.stringify(JSON.stringify({ limit: "1" }))}`);
    expect(result?.structuredContent).toMatchObject({ products: [expect.anything()] });
  });

  it("keep a prototype that a client sends from meaning anything", async () => {
    await createProducts(tenant_id, [{ name: "Um" }, { name: "Dois" }]);
    const result = await call(',"arguments":{"__proto__":{"limit":1}}');
    const { products: shown } = (result?.structuredContent ?? {}) as { products?: unknown[] };
    if (result?.isError !== true) expect(shown?.length).toBeGreaterThan(1);
    const inside = await call(`,"arguments":${JSON.stringify('{"__proto__":{"limit":1}}')}`);
    expect(JSON.stringify(inside)).not.toContain("internal_error");
  });
});

describe("numbers and booleans", () => {
  const list = (args: JsonObject) => client.call("list_products", { tenant_id, ...args });

  it.each([20, "20", " 20 ", "20.0"])("takes the limit %j", async (limit) => {
    expect((await list({ limit })).isError).toBe(false);
  });

  it.each([true, false, "0x14", "20abc", "abc", 1.5, "1.5", [20], {}])(
    "refuses the limit %j",
    async (limit) => {
      expect(failure(await list({ limit }), "invalid_argument").parameter).toBe("limit");
    },
  );

  it.each([0, 101, -1, "0", "101", 1e9])("states the range for the limit %j", async (limit) => {
    const { message: text, parameter } = failure(await list({ limit }), "invalid_argument");
    expect(parameter).toBe("limit");
    expect(text).toMatch(/\b1\b.*\b100\b/);
  });

  it.each(["true", "TRUE", "False", true, false])("takes active_only %j", async (active_only) => {
    expect((await list({ active_only })).isError).toBe(false);
  });

  it.each(["yes", "1", 1, 0, [], "sim"])("refuses active_only %j", async (active_only) => {
    expect(failure(await list({ active_only }), "invalid_argument").parameter).toBe("active_only");
  });

  it("keeps the word false false", async () => {
    const made = await client.call("create_product", {
      tenant_id,
      name: "Parado",
      sale_price: "0",
      is_active: "False",
    });
    expect(made.structured.product).toMatchObject({ is_active: false, sale_price: 0 });
  });
});

describe("identifiers", () => {
  it.each([
    [123, "123"],
    ["000124", "000124"],
    [" 77 ", "77"],
  ])("stores the SKU %j as %j", async (sku, stored) => {
    const made = await client.call("create_product", { tenant_id, name: "Com SKU", sale_price: 1, sku });
    expect(made.structured.product).toMatchObject({ sku: stored });
  });

  it.each(["9007199254740993", "12345678901234567890"])(
    "refuses the bare number %s, whose last digits are lost",
    async (digits) => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_product","arguments":{"tenant_id":"${tenant_id}","id":${digits}}}}`;
      const { result } = await message(await post(client.connection.accessToken, body));
      expect(result).toMatchObject({ isError: true });
      expect(JSON.stringify(result)).toContain("invalid_argument");
    },
  );

  it.each([true, [], {}])("refuses the id %j", async (id) => {
    expect(failure(await client.call("get_product", { tenant_id, id }), "invalid_argument").parameter).toBe(
      "id",
    );
  });

  it.each(["", null, undefined])("says that an id is needed, for %j", async (id) => {
    const args = id === undefined ? { tenant_id } : { tenant_id, id };
    expect(failure(await client.call("get_product", args), "invalid_argument").parameter).toBe("id");
  });

  it("takes an unknown id for one that is not there", async () => {
    for (const id of ["1001", "../x", crypto.randomUUID(), "a".repeat(64)]) {
      failure(await client.call("get_product", { tenant_id, id }), "not_found");
    }
  });
});

describe("limits", () => {
  it.each([
    ["name", "n".repeat(201), 200],
    ["sku", "s".repeat(65), 64],
    ["description", "d".repeat(10_001), 10_000],
    ["idempotency_key", "k".repeat(65), 64],
    ["sale_price", 1_000_000_000, 999_999_999.99],
  ])("says the limit of %s", async (parameter, value, limit) => {
    const args = { tenant_id, name: "Longo", sale_price: 1, [parameter]: value };
    const error = failure(await client.call("create_product", args), "invalid_argument");
    expect(error.parameter).toBe(parameter);
    expect(error.message.replace(/[.,](?=\d{3})/g, "").replace(",", ".")).toContain(String(limit));
    expect(double.counts.writes).toBe(0);
  });

  it("takes values right at the limit, counted in characters and not in bytes", async () => {
    const args = { name: "🍞".repeat(200), sku: "é".repeat(64), description: "ç".repeat(10_000) };
    const made = await client.call("create_product", { tenant_id, sale_price: 999_999_999.99, ...args });
    expect(made.structured.product).toMatchObject({
      name: args.name,
      sku: args.sku,
      sale_price: 999_999_999.99,
    });
  });

  it("says the limit of a search", async () => {
    const answer = await client.call("list_products", { tenant_id, search: "x".repeat(201) });
    expect(failure(answer, "invalid_argument").message).toContain("200");
  });

  it.each([
    ["none", []],
    ["51", Array.from({ length: 51 }, (_, at) => ({ name: `N${at}`, sale_price: 1 }))],
  ])("takes 1 to 50 items, not %s", async (_, items) => {
    const { message: text, parameter } = failure(await create(items), "invalid_argument");
    expect(parameter).toBe("items");
    expect(text).toMatch(/\b1\b.*\b50\b/);
    expect(double.counts.writes).toBe(0);
  });

  it("refuses a null among good items on that item alone", async () => {
    const answer = await create([
      { name: "Bom 1", sale_price: 1 },
      null,
      { name: "Bom 2", sale_price: "abc" },
    ]);
    expect(outcomes(answer)).toEqual(["ok", "invalid_argument", "invalid_argument"]);
    expect(answer.structured).toMatchObject({ status: "PARTIAL_SUCCESS", failures: [1, 2] });
  });
});
