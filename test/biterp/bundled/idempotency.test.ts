import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { ANA, BRUNO, createCompany, createProducts, setRole } from "../../support/companies";
import { productsOf } from "./client";

let tenantId: string;
let products: ReturnType<typeof productsOf>;

beforeAll(async () => {
  tenantId = (await createCompany({ members: { [ANA]: "admin", [BRUNO]: "admin" } })).tenantId;
  products = productsOf(ANA, tenantId);
});

const keyed = (key: string, more: Record<string, string> = {}) => ({ "Idempotency-Key": key, ...more });
const code = (body: object) => ("code" in body ? body.code : undefined);

async function count(name: string): Promise<number> {
  return (await products.list({ name })).body.total;
}

it("answers a repeated create with the first answer, status and tag too", async () => {
  const draft = { name: "Uma vez", sale_price: 2, sku: "ONCE" };
  const first = await products.create(draft, keyed("k-create"));
  await products.patch(first.body.id, { sale_price: 9 });
  const again = await products.create(draft, keyed("k-create"));
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(again.headers.get("ETag")).toBe(first.body.etag);
  expect(await count("Uma vez")).toBe(1);
});

it("refuses a key that was used for anything else, and writes nothing", async () => {
  const { body } = await products.create({ name: "Chave", sale_price: 2 }, keyed("k-reuse"));
  const others = [
    await products.create({ name: "Chave 2", sale_price: 2 }, keyed("k-reuse")),
    await products.patch(body.id, { name: "Chave", sale_price: 2 }, keyed("k-reuse")),
    await products.remove(body.id, keyed("k-reuse")),
    await products.restore(body.id, keyed("k-reuse")),
  ];
  expect(others.map((reply) => [reply.status, code(reply.body)])).toEqual(
    others.map(() => [409, "key_reused"]),
  );
  expect((await products.get(body.id)).body).toEqual(body);
  expect(await count("Chave 2")).toBe(0);
});

it("repeats update, delete and restore once each, whatever happened since", async () => {
  const { body } = await products.create({ name: "Ciclo", sale_price: 2 });
  const patched = await products.patch(body.id, { sale_price: 3 }, keyed("k-p", { "If-Match": body.etag }));
  const removed = await products.remove(body.id, keyed("k-d", { "If-Match": patched.body.etag }));
  const restored = await products.restore(body.id, keyed("k-r"));
  await products.patch(body.id, { sale_price: 4 });
  expect((await products.remove(body.id, keyed("k-d", { "If-Match": patched.body.etag }))).body).toEqual(
    removed.body,
  );
  expect((await products.patch(body.id, { sale_price: 3 }, keyed("k-p"))).body).toEqual(patched.body);
  expect((await products.restore(body.id, keyed("k-r"))).body).toEqual(restored.body);
  expect((await products.get(body.id)).body.sale_price).toBe(4);
});

it("repeats a refusal too", async () => {
  const [holder] = await createProducts(tenantId, [{ name: "Dona", sku: "HELD" }]);
  const draft = { name: "Tarde", sale_price: 1, sku: "HELD" };
  expect((await products.create(draft, keyed("k-refused"))).status).toBe(409);
  await products.remove(holder?.id ?? "");
  const again = await products.create(draft, keyed("k-refused"));
  expect([again.status, code(again.body)]).toEqual([409, "sku_taken"]);
  expect(again.headers.get("Content-Type")).toBe("application/problem+json");
  expect(await count("Tarde")).toBe(0);
});

it("keeps keys apart by person and by company", async () => {
  const draft = { name: "Separado", sale_price: 1 };
  const elsewhere = await createCompany({ members: { [ANA]: "admin" } });
  const ids = new Set([
    (await products.create(draft, keyed("k-scope"))).body.id,
    (await productsOf(BRUNO, tenantId).create(draft, keyed("k-scope"))).body.id,
    (await productsOf(ANA, elsewhere.tenantId).create(draft, keyed("k-scope"))).body.id,
  ]);
  expect(ids.size).toBe(3);
});

it("checks rights before it repeats anything", async () => {
  const draft = { name: "Direito", sale_price: 1 };
  await productsOf(BRUNO, tenantId).create(draft, keyed("k-rights"));
  await setRole(BRUNO, tenantId, "viewer");
  expect((await productsOf(BRUNO, tenantId).create(draft, keyed("k-rights"))).status).toBe(403);
});

it("forgets a key after 24 hours, not before", async () => {
  const draft = { name: "Velha", sale_price: 1 };
  const hours = 3_600_000;
  const age = (by: number) =>
    env.DB.prepare("UPDATE biterp_idempotency_keys SET created_at = created_at - ? WHERE key = 'k-old'")
      .bind(by)
      .run();
  const first = await products.create(draft, keyed("k-old"));
  await age(23.9 * hours);
  expect((await products.create(draft, keyed("k-old"))).body).toEqual(first.body);
  await age(0.2 * hours);
  expect((await products.create(draft, keyed("k-old"))).body.id).not.toBe(first.body.id);
  expect(await count("Velha")).toBe(2);
});

it("refuses a key that is too long", async () => {
  const { status } = await products.create({ name: "Longa", sale_price: 1 }, keyed("k".repeat(256)));
  expect(status).toBe(422);
});
