import { beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { createProducts } from "../support/companies";
import { failure } from "../support/failures";
import { type Client, message } from "../support/mcp";
import { owner } from "../support/people";
import { post } from "../support/raw";

let client: Client;
let tenant_id: string;
let english: { client: Client; tenant_id: string };
beforeAll(async () => {
  ({ client, tenant_id } = await owner());
  english = await owner({ language: "en" });
});

async function copy(): Promise<string> {
  const [row] = await createProducts(tenant_id, [{ name: `Preço ${crypto.randomUUID()}`, sale_price: 7 }]);
  return String(row?.id);
}
const price = async (id: string) =>
  ((await client.call("get_product", { tenant_id, id })).structured.product as JsonObject).sale_price;

it.each([
  ["19,90", 19.9],
  ["1.234,56", 1234.56],
  ["R$ 1.234,56", 1234.56],
  ["R$1234,5", 1234.5],
  ["1,234.56", 1234.56],
  ["1.234.567", 1234567],
  [19.9, 19.9],
  ["19.90", 19.9],
  ["19", 19],
  [" 0,05 ", 0.05],
  ["0", 0],
])("stores the price %j as %d", async (typed, stored) => {
  const id = await copy();
  const answer = await client.call("update_product", { tenant_id, id, sale_price: typed });
  expect(answer.structured.product, answer.text).toMatchObject({ sale_price: stored });
  expect(await price(id)).toBe(stored);
});

it.each([
  ["1.234", ["1.234,00", "1,234"]],
  ["1,234", ["1.234,00", "1,234"]],
])("asks which of two amounts %j is, giving both readings", async (typed, readings) => {
  const id = await copy();
  const error = failure(
    await client.call("update_product", { tenant_id, id, sale_price: typed }),
    "ambiguous_number",
  );
  for (const reading of readings) expect(error.message).toContain(reading);
  expect(error).toMatchObject({ parameter: "sale_price", retryable: false });
  expect(await price(id)).toBe(7);
});

it("writes both readings as an English reader does", async () => {
  const args = { tenant_id: english.tenant_id, name: "x", sale_price: "1.234" };
  const { message: text } = failure(await english.client.call("create_product", args), "ambiguous_number");
  expect(text).toContain("1,234.00");
  expect(text).toContain("1.234");
});

it.each(["19.999", "-1", -1, "-0,01", "1234.567", 19.999, "1e3", "NaN", "Infinity", "abc", true, [], "R$"])(
  "refuses the price %j",
  async (typed) => {
    const id = await copy();
    const answer = await client.call("update_product", { tenant_id, id, sale_price: typed });
    expect(failure(answer, "invalid_argument").parameter).toBe("sale_price");
    expect(await price(id)).toBe(7);
  },
);

it("refuses a bare number that is no finite one", async () => {
  const id = await copy();
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"update_product","arguments":{"tenant_id":"${tenant_id}","id":"${id}","sale_price":1e400}}}`;
  const { result } = await message(await post(client.connection.accessToken, body));
  expect(JSON.stringify(result)).toContain("invalid_argument");
  expect(await price(id)).toBe(7);
});

it.each([
  [0.30000000000000004, 0.3],
  [",89", 0.89],
])("never stores noise: %j becomes %d or is refused", async (typed, clean) => {
  const id = await copy();
  const answer = await client.call("update_product", { tenant_id, id, sale_price: typed });
  if (answer.isError) failure(answer, "invalid_argument");
  expect(await price(id)).toBe(answer.isError ? 7 : clean);
});

it.each([19.9, 0.07, 1234.56, 999_999_999.99, 4.35, 1.1])(
  "gives %d back unchanged, however often it is saved",
  async (amount) => {
    const id = await copy();
    await client.call("update_product", { tenant_id, id, sale_price: amount });
    for (let round = 0; round < 3; round++) {
      const read = await price(id);
      expect(read).toBe(amount);
      await client.call("update_product", { tenant_id, id, sale_price: read ?? null });
      await client.call("update_product", { tenant_id, id, sale_price: String(read) });
    }
    expect(await price(id)).toBe(amount);
  },
);

it("shows a person R$ 1.234,56 and gives a program the number", async () => {
  const id = await copy();
  const asked = await client.call("update_products", {
    tenant_id,
    items: [{ id, changes: { sale_price: "1.234,56" } }],
  });
  expect(JSON.stringify(asked.structured.items)).toMatch(/R\$\s1\.234,56/);
  expect(String(asked.structured.confirmation_message)).toMatch(/R\$\s7,00/);
  const operation_id = String(asked.structured.operation_id);
  const done = await client.call("confirm_operation", { operation_id });
  expect(done.structured.results).toMatchObject([{ product: { sale_price: 1234.56 } }]);
  const seen = await client.call("get_operation", { operation_id });
  expect(seen.structured.results).toMatchObject([
    { before: { sale_price: 7 }, changes: { sale_price: 1234.56 } },
  ]);
});

it("refuses an ambiguous price on its item alone", async () => {
  const answer = await client.call("create_products", {
    tenant_id,
    items: [
      { name: "Claro", sale_price: "1,5" },
      { name: "Dúbio", sale_price: "1,500" },
    ],
  });
  expect(answer.structured.results).toMatchObject([
    { success: true, product: { sale_price: 1.5 } },
    { success: false, error: "ambiguous_number" },
  ]);
});
