import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { bundledBitErp, sandboxUsers } from "../../../sandbox/biterp";
import { createBitErpClient } from "../../../src/biterp/client";
import { failure } from "./bench";

it("speaks with the bundled bitERP", async () => {
  const ana = (await sandboxUsers(env.DB)).find((user) => user.email.startsWith("ana@"));
  const client = createBitErpClient({
    endpoint: bundledBitErp(env, env.SIGNING_SECRET),
    userId: ana?.id ?? "",
    language: "en",
    requestId: "req-1",
  });
  expect(await client.me()).toEqual(ana);
  const tenants = await client.tenants();
  const [admin, manager] = ["admin", "manager"].map(
    (role) => tenants.find((tenant) => tenant.role === role)?.tenant_id ?? "",
  );
  if (!admin || !manager) throw new Error("The seed has changed");

  const first = await client.listProducts(admin, { limit: 2 });
  const second = await client.listProducts(admin, { limit: 2, cursor: first.next_cursor });
  expect(new Set([...first.data, ...second.data].map((product) => product.id)).size).toBe(4);
  expect((await failure(client.listProducts(admin, { cursor: "x" }))).code).toBe("invalid_cursor");
  const mixed = client.listProducts(manager, { limit: 2, cursor: first.next_cursor });
  expect((await failure(mixed)).code).toBe("cursor_mismatch");

  const draft = { name: "Client's own", sale_price: 19.9, sku: "000777" };
  const made = await client.createProduct(admin, draft, { idempotencyKey: "chave é 1" });
  expect(await client.createProduct(admin, draft, { idempotencyKey: "chave é 1" })).toEqual(made);
  const other = client.createProduct(admin, { ...draft, name: "b" }, { idempotencyKey: "chave é 1" });
  expect((await failure(other)).code).toBe("key_reused");
  expect((await failure(client.createProduct(admin, draft))).say.key).toBe("biterp.sku_taken");

  const stale = { ifMatch: '"other"' };
  expect(await failure(client.updateProduct(admin, made.id, { sale_price: 2 }, stale))).toMatchObject({
    code: "conflict",
    details: { current: { sale_price: 19.9 } },
  });
  expect(await client.updateProduct(admin, made.id, { sale_price: 19.9 }, stale)).toEqual(made);
  const tooMuch = client.updateProduct(admin, made.id, { sale_price: 1e12 });
  expect(await failure(tooMuch)).toMatchObject({ code: "invalid_argument", parameter: "sale_price" });

  expect((await client.deleteProduct(admin, made.id, { ifMatch: made.etag })).deleted_at).toBeTruthy();
  expect((await failure(client.updateProduct(admin, made.id, { sale_price: 2 }))).code).toBe("deleted");
  expect(await client.restoreProduct(admin, made.id)).not.toHaveProperty("deleted_at");
  expect((await failure(client.getProduct(manager, made.id))).code).toBe("not_found");
  expect(await failure(client.deleteProduct(manager, made.id))).toMatchObject({
    code: "forbidden",
    details: { permission: "products:delete" },
  });
});
