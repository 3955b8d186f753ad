import { beforeAll, expect, it } from "vitest";
import { ANA, createCompany } from "../../support/companies";
import { erp, productsOf } from "./client";

let tenantId: string;
let products: ReturnType<typeof productsOf>;
let id: string;

beforeAll(async () => {
  tenantId = (await createCompany({ members: { [ANA]: "admin" } })).tenantId;
  products = productsOf(ANA, tenantId);
  id = (await products.create({ name: "Base", sale_price: 1 })).body.id;
});

const good = { name: "Bom", sale_price: 1 };

it.each<[object, string, string]>([
  [{ name: undefined }, "name", "required"],
  [{ name: " " }, "name", "required"],
  [{ name: 7 }, "name", "invalid_type"],
  [{ name: null }, "name", "invalid_type"],
  [{ name: "x".repeat(201) }, "name", "too_long"],
  [{ sale_price: undefined }, "sale_price", "required"],
  [{ sale_price: "1" }, "sale_price", "invalid_type"],
  [{ sale_price: -0.01 }, "sale_price", "too_small"],
  [{ sale_price: 1.999 }, "sale_price", "too_many_decimals"],
  [{ sale_price: 1_000_000_000 }, "sale_price", "too_large"],
  [{ sku: "x".repeat(65) }, "sku", "too_long"],
  [{ description: "x".repeat(10_001) }, "description", "too_long"],
  [{ is_active: "true" }, "is_active", "invalid_type"],
  [{ colour: "red" }, "colour", "unknown"],
])("refuses %j", async (values, field, code) => {
  const { status, headers, body } = await products.create({ ...good, ...values });
  expect(status).toBe(422);
  expect(headers.get("Content-Type")).toBe("application/problem+json");
  expect(body).toMatchObject({ code: "validation_failed", errors: [{ field, code }] });
});

it("names every field at fault", async () => {
  const { body } = await products.patch(id, { name: "", sale_price: -1, sku: "no", id: 3 });
  const { errors } = body as object as { errors: object[] };
  expect(errors).toHaveLength(4);
  expect(errors).toEqual(
    expect.arrayContaining([
      { field: "name", code: "required" },
      { field: "sale_price", code: "too_small" },
      { field: "sku", code: "unknown" },
      { field: "id", code: "unknown" },
    ]),
  );
});

it.each([0, 0.01, 0.1, 1.1, 4.35, 19.9, 1.15, 33.33, 999_999_999.98, 999_999_999.99])(
  "keeps the price %d to the cent",
  async (sale_price) => {
    const made = await products.create({ name: "Preço", sale_price });
    expect(made.status).toBe(201);
    expect((await products.get(made.body.id)).body.sale_price).toBe(sale_price);
  },
);

it("takes values at their limits, counted in characters", async () => {
  const values = {
    name: "🍞".repeat(200),
    sku: "S".repeat(64),
    description: "ã".repeat(10_000),
    sale_price: 1,
  };
  const made = await products.create(values);
  expect(made.status).toBe(201);
  expect((await products.get(made.body.id)).body).toMatchObject(values);
});

it("refuses a body that is not a JSON object", async () => {
  const headers = { Authorization: `Bearer ${await erp.tokenFor(ANA)}` };
  const url = `${erp.baseUrl}/v1/tenants/${tenantId}/products`;
  for (const body of ["", "{", "nonsense"]) {
    const response = await erp.fetch(new Request(url, { method: "POST", headers, body }));
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: "malformed_body" }),
    ]);
  }
  for (const body of ["[]", "null", '"x"']) {
    expect((await erp.fetch(new Request(url, { method: "POST", headers, body }))).status).toBe(422);
  }
});

it.each<[Record<string, string>, string]>([
  [{ limit: "0" }, "limit"],
  [{ limit: "101" }, "limit"],
  [{ limit: "x" }, "limit"],
  [{ limit: "1.5" }, "limit"],
  [{ limit: "" }, "limit"],
  [{ deleted: "yes" }, "deleted"],
  [{ active_only: "1" }, "active_only"],
  [{ fields: "description" }, "fields"],
  [{ search: "x".repeat(201) }, "search"],
  [{ name: " " }, "name"],
  [{ sku: "" }, "sku"],
])("refuses the query %j", async (query, field) => {
  const { status, body } = await products.list(query);
  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: [{ field }] });
});

it("takes a search of 200 characters, of one word or of many", async () => {
  for (const search of ["x".repeat(200), "a b ".repeat(50), "🍞".repeat(200)]) {
    expect((await products.list({ search })).status).toBe(200);
  }
  const letters = Array.from({ length: 66 }, (_, at) => String.fromCharCode(97 + (at % 26), 97 + (at % 25)));
  expect((await products.list({ search: letters.join(" "), deleted: "include" })).status).toBe(200);
});
