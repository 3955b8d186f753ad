import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { createProducts } from "../support/companies";
import { failure } from "../support/failures";
import type { Answer, Client } from "../support/mcp";
import { owner } from "../support/people";

let client: Client;
let tenant_id: string;
beforeAll(async () => {
  ({ client, tenant_id } = await owner());
});

const before = { sale_price: 19.9, description: "Torra média", is_active: true };
async function copy(): Promise<{ id: string; name: string }> {
  const name = `Café ${crypto.randomUUID()}`;
  const [row] = await createProducts(tenant_id, [{ name, ...before }]);
  return { id: String(row?.id), name };
}
const stored = async (id: string) =>
  (await client.call("get_product", { tenant_id, id })).structured.product as JsonObject;
const update = (id: string, changes: JsonObject) =>
  client.call("update_product", { tenant_id, id, ...changes });

describe("what is left out, null, blank or zero in a partial update (case 21)", () => {
  it.each([
    [
      "a price as text beside null and a blank",
      { sale_price: "21.00", description: null, name: "" },
      { sale_price: 21 },
    ],
    ["a price of 0 and inactive", { sale_price: 0, is_active: false }, { sale_price: 0, is_active: false }],
    ["the text null beside a price", { description: "null", sale_price: 22 }, { sale_price: 22 }],
    ["the name null beside a price", { name: "null", sale_price: 22 }, { sale_price: 22 }],
    ["an empty description", { description: "" }, { description: "" }],
    ["blanks around a name", { name: "  Café Novo  " }, { name: "Café Novo" }],
    ["the text false", { is_active: "FALSE" }, { is_active: false }],
  ])("changes what it names and nothing else: %s", async (_, changes, expected) => {
    const { id, name } = await copy();
    const answer = await update(id, changes);
    expect(answer.structured).toMatchObject({
      tenant: { tenant_id },
      product: { id, name, ...before, ...expected },
    });
    expect(await stored(id)).toMatchObject({ name, ...before, ...expected });
  });

  it.each([
    [{}],
    [{ description: null }],
    [{ name: "", sale_price: "", is_active: "" }],
    [{ name: "null", description: " null " }],
  ])("says that %j changes nothing, and does not call it a success", async (changes) => {
    const { id, name } = await copy();
    failure(await update(id, changes), "nothing_to_update");
    expect(await stored(id)).toMatchObject({ name, ...before });
  });

  it.each([
    ["sale_price", "null"],
    ["is_active", "null"],
    ["sale_price", true],
    ["sale_price", "  abc"],
    ["is_active", 1],
    ["name", false],
    ["description", {}],
  ])("refuses %s = %j", async (parameter, value) => {
    const { id, name } = await copy();
    expect(failure(await update(id, { [parameter]: value }), "invalid_argument").parameter).toBe(parameter);
    expect(await stored(id)).toMatchObject({ name, ...before });
  });

  it("shows a price of nothing and inactive in the question about a set, and warns", async () => {
    const { id, name } = await copy();
    const asked = await client.call("update_products", {
      tenant_id,
      items: [{ id, changes: { sale_price: 0, is_active: false } }],
    });
    const [item] = asked.structured.items ?? [];
    expect(String(item?.what)).toMatch(/R\$\s0,00/);
    expect(String(item?.what)).toContain("inativo");
    expect(String(asked.structured.confirmation_message)).toContain(name);
    const operation_id = String(asked.structured.operation_id);
    await client.call("confirm_operation", { operation_id });
    expect(await stored(id)).toMatchObject({
      sale_price: 0,
      is_active: false,
      description: before.description,
    });
  });

  it("takes blanks and nulls of a list for left out", async () => {
    const plain = await client.call("list_products", { tenant_id });
    const blank = { search: null, cursor: "", active_only: null, limit: "" };
    const again = await client.call("list_products", { tenant_id, ...blank });
    expect(again.structured).toEqual(plain.structured);
  });
});

describe("one product at a time", () => {
  it("is created active, with blanks where nothing was said", async () => {
    const name = `Novo ${crypto.randomUUID()}`;
    const made = await client.call("create_product", { tenant_id, name, sale_price: 1, description: null });
    expect(made.structured.product).toEqual({
      id: expect.any(String),
      name,
      sale_price: 1,
      description: "",
      sku: "",
      is_active: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it("is deleted softly; once more is a success that says so; and then it cannot be read or changed", async () => {
    const { id, name } = await copy();
    const first = await client.call("delete_product", { tenant_id, id });
    expect(first.structured).toMatchObject({
      tenant: { tenant_id },
      product: { id, name, deleted_at: expect.any(String) },
      deleted: true,
    });
    expect(first.structured).not.toHaveProperty("already_deleted");
    const second = await client.call("delete_product", { tenant_id, id });
    expect(second.structured).toMatchObject({ product: { id }, deleted: true, already_deleted: true });
    const tries: (() => Promise<Answer>)[] = [
      () => client.call("get_product", { tenant_id, id }),
      () => update(id, { sale_price: 1 }),
    ];
    for (const attempt of tries)
      expect(failure(await attempt(), "deleted").message).toContain("restore_products");
    await client.call("restore_products", { tenant_id, items: [{ id }] });
    expect(await stored(id)).toMatchObject({ name, ...before });
  });

  it("is not created twice for one key, and a key is for one intention", async () => {
    const args = {
      tenant_id,
      name: `Única ${crypto.randomUUID()}`,
      sale_price: 1,
      idempotency_key: crypto.randomUUID(),
    };
    const first = await client.call("create_product", args);
    const second = await client.call("create_product", args);
    expect(second.structured).toMatchObject({ product: first.structured.product ?? null, replayed: true });
    failure(await client.call("create_product", { ...args, sale_price: 2 }), "key_reused");
  });

  it("says which product has the SKU already", async () => {
    const sku = crypto.randomUUID();
    const [row] = await createProducts(tenant_id, [{ name: "Primeiro", sku }]);
    const answer = await client.call("create_product", { tenant_id, name: "Segundo", sale_price: 1, sku });
    expect(failure(answer, "conflict").details).toMatchObject({ current: { id: row?.id, name: "Primeiro" } });
  });
});
