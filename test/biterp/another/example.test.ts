import { expect, it } from "vitest";
import { createBitErpClient } from "../../../src/biterp/client";
import { failure } from "../client/bench";
import { anotherBitErp } from "./mapping";
import { otherBitErp } from "./other";

function bench() {
  const other = otherBitErp();
  const client = createBitErpClient({
    endpoint: {
      baseUrl: "https://other.test",
      fetch: anotherBitErp(other.fetch),
      tokenFor: async () => "secret",
      honoursIdempotencyKeys: false,
      honoursIfMatch: false,
    },
    userId: "7",
    language: "pt-BR",
    requestId: "req-1",
  });
  return { client, other };
}

it("reads the person, the companies and their rights", async () => {
  const { client } = bench();
  expect(await client.me()).toMatchObject({ id: "7", name: "Ana", language: "" });
  expect(await client.tenants()).toEqual([
    {
      tenant_id: "9",
      tenant: "x",
      company_name: "X Ltda",
      role: "dono",
      permissions: ["products:read", "products:update"],
    },
  ]);
});

it("turns numbered pages into cursors that belong to their list", async () => {
  const { client } = bench();
  const first = await client.listProducts("9", { limit: 2 });
  expect(first).toMatchObject({ has_next_page: true, total: 3, data: [{ id: "1", sale_price: 19.9 }, {}] });
  const second = await client.listProducts("9", { limit: 2, cursor: first.next_cursor });
  expect(second).toMatchObject({ has_next_page: false, data: [{ name: "Pão", description: "" }] });
  expect(second).not.toHaveProperty("next_cursor");
  const foreign = client.listProducts("9", { limit: 2, search: "pão", cursor: first.next_cursor });
  expect((await failure(foreign)).code).toBe("cursor_mismatch");
});

it("creates, and knows a SKU that is taken", async () => {
  const { client } = bench();
  const created = await client.createProduct("9", { name: "Bolo", sale_price: 12.34, sku: "S9" });
  expect(created).toMatchObject({ id: "4", sale_price: 12.34, sku: "S9" });
  const again = await failure(client.createProduct("9", { name: "Bolo", sale_price: 1, sku: "S9" }));
  expect(again).toMatchObject({ code: "conflict", details: { product_id: "4" } });
});

it("changes only what is still as it was shown", async () => {
  const { client, other } = bench();
  const { etag } = await client.getProduct("9", "1");
  const changed = await client.updateProduct("9", "1", { sale_price: 20.5 }, { ifMatch: etag });
  expect(changed).toMatchObject({ name: "Café", sale_price: 20.5 });
  expect(other.asked.at(-1)).toBe("PUT /api/empresas/9/produtos/1");
  const late = await failure(client.updateProduct("9", "1", { sale_price: 1 }, { ifMatch: etag }));
  expect(late).toMatchObject({ code: "conflict", details: { current: { sale_price: 20.5 } } });
});

it("deletes, sees what is deleted, and brings it back", async () => {
  const { client } = bench();
  const { etag } = await client.getProduct("9", "2");
  expect(await client.deleteProduct("9", "2", { ifMatch: etag })).toHaveProperty("deleted_at");
  expect((await failure(client.getProduct("9", "2"))).code).toBe("deleted");
  expect(await client.getProduct("9", "2", { deleted: "include" })).toHaveProperty("deleted_at");
  expect((await client.listProducts("9", {})).total).toBe(2);
  expect(await client.restoreProduct("9", "2")).not.toHaveProperty("deleted_at");
  expect((await failure(client.getProduct("9", "404"))).code).toBe("not_found");
});
