import { beforeAll, expect, it } from "vitest";
import { ANA, createCompany } from "../../support/companies";
import { productsOf } from "./client";

let products: ReturnType<typeof productsOf>;

beforeAll(async () => {
  const { tenantId } = await createCompany({ members: { [ANA]: "admin" } });
  products = productsOf(ANA, tenantId);
});

const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const tally = (replies: { status: number }[]) => replies.map(({ status }) => status).sort((a, b) => a - b);

it("creates once for parallel requests with one key", async () => {
  const draft = { name: "Paralelo", sale_price: 1 };
  const replies = await times(12, () => products.create(draft, { "Idempotency-Key": "p-1" }));
  expect(new Set(tally(replies))).toEqual(new Set([201]));
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  expect((await products.list({ name: "Paralelo" })).body.total).toBe(1);
});

it("lets one of two different requests have a key", async () => {
  const replies = await times(8, (at) =>
    products.create({ name: "Disputa", sale_price: at + 1 }, { "Idempotency-Key": "p-2" }),
  );
  expect(tally(replies)).toEqual([201, ...Array(7).fill(409)]);
  expect((await products.list({ name: "Disputa" })).body.total).toBe(1);
});

it("updates once for parallel requests with one key and one tag", async () => {
  const { body } = await products.create({ name: "Alvo", sale_price: 1 });
  const headers = { "Idempotency-Key": "p-3", "If-Match": body.etag };
  const replies = await times(8, () => products.patch(body.id, { sale_price: 2 }, headers));
  expect(new Set(replies.map((reply) => reply.body.etag)).size).toBe(1);
  expect(new Set(tally(replies))).toEqual(new Set([200]));
});

it("gives a SKU to one of many parallel creates", async () => {
  const replies = await times(8, (at) => products.create({ name: `Sku ${at}`, sale_price: 1, sku: "RACE" }));
  expect(tally(replies)).toEqual([201, ...Array(7).fill(409)]);
  expect((await products.list({ sku: "RACE" })).body.total).toBe(1);
});

it("gives a SKU to one of many parallel restores", async () => {
  const ids = [];
  for (let at = 0; at < 4; at++) {
    const { body } = await products.create({ name: `Volta ${at}`, sale_price: 1, sku: "BACK" });
    await products.remove(body.id);
    ids.push(body.id);
  }
  const replies = await Promise.all(ids.map((id) => products.restore(id)));
  expect(tally(replies)).toEqual([200, 409, 409, 409]);
});

it("lets one of many parallel writes through a tag", async () => {
  const { body } = await products.create({ name: "Marcado", sale_price: 1 });
  const replies = await times(8, (at) =>
    at % 2 === 0
      ? products.patch(body.id, { sale_price: at + 10 }, { "If-Match": body.etag })
      : products.patch(body.id, { name: `Marcado ${at}` }, { "If-Match": body.etag }),
  );
  expect(tally(replies)).toEqual([200, ...Array(7).fill(412)]);
});

it("gives a key back when its write lost the race", async () => {
  const { body } = await products.create({ name: "Marcado", sale_price: 1 });
  const replies = await times(8, (at) =>
    products.patch(
      body.id,
      { sale_price: at + 10 },
      { "If-Match": body.etag, "Idempotency-Key": `lost-${at}` },
    ),
  );
  expect(tally(replies)).toEqual([200, ...Array(7).fill(412)]);
  const won = replies.findIndex(({ status }) => status === 200);
  expect((await products.get(body.id)).body).toEqual(replies[won]?.body);
});

it("loses no parallel change of different fields", async () => {
  const { body } = await products.create({ name: "Junto", sale_price: 1 });
  await Promise.all([
    products.patch(body.id, { sale_price: 5 }),
    products.patch(body.id, { description: "nova" }),
    products.patch(body.id, { is_active: false }),
    products.patch(body.id, { name: "Junto agora" }),
  ]);
  expect((await products.get(body.id)).body).toMatchObject({
    name: "Junto agora",
    sale_price: 5,
    description: "nova",
    is_active: false,
  });
  expect(await products.names({ search: "agora nova" })).toEqual(["Junto agora"]);
});

it("answers parallel deletes with the same deleted product", async () => {
  const { body } = await products.create({ name: "Apagado", sale_price: 1 });
  const replies = await times(6, () => products.remove(body.id));
  expect(new Set(tally(replies))).toEqual(new Set([200]));
  expect(new Set(replies.map((reply) => reply.body.etag)).size).toBe(1);
});
