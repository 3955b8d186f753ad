import { beforeAll, describe, expect, it } from "vitest";
import { ANA, ARROZ, BRUNO, createCompany, PAO } from "../../support/companies";
import { productsOf } from "./client";

let tenantId: string;
let products: ReturnType<typeof productsOf>;

beforeAll(async () => {
  tenantId = (await createCompany({ members: { [ANA]: "admin" } })).tenantId;
  products = productsOf(ANA, tenantId);
});

const draft = (name: string, more: object = {}) => ({ name, sale_price: 5, ...more });

describe("create and read", () => {
  it("makes a product with everything", async () => {
    const before = Date.now();
    const made = await products.create(
      draft("  Pão de Mel ", { sale_price: 19.9, description: "Com cravo", sku: "0007", is_active: false }),
    );
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: "Pão de Mel",
      sale_price: 19.9,
      description: "Com cravo",
      sku: "0007",
      is_active: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: made.body.created_at,
      etag: expect.stringMatching(/^".+"$/),
    });
    expect(Date.parse(made.body.created_at)).toBeGreaterThanOrEqual(before - 1);
    expect(made.headers.get("ETag")).toBe(made.body.etag);
    const got = await products.get(made.body.id);
    expect(got.status).toBe(200);
    expect(got.body).toEqual(made.body);
    expect(got.headers.get("ETag")).toBe(made.body.etag);
    expect((await products.list({ sku: "0007" })).body.data).toEqual([made.body]);
  });

  it("fills in what is left out", async () => {
    const { body } = await products.create(draft("Simples"));
    expect(body).toMatchObject({ description: "", sku: "", is_active: true });
  });

  it("answers 404 for an unknown product and for another company's", async () => {
    expect((await products.get(crypto.randomUUID())).status).toBe(404);
    expect((await products.get(PAO)).status).toBe(404);
    expect((await products.patch(ARROZ, { name: "Meu" })).status).toBe(404);
    expect((await products.remove(ARROZ)).status).toBe(404);
    expect((await products.restore(ARROZ)).status).toBe(404);
    expect((await productsOf(BRUNO, tenantId).list()).status).toBe(404);
  });

  it("keeps a SKU to one live product of the company", async () => {
    const first = await products.create(draft("Um", { sku: "UNI" }));
    const second = await products.create(draft("Dois", { sku: "UNI" }));
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: "sku_taken", product_id: first.body.id });
    const elsewhere = await createCompany({ members: { [ANA]: "admin" } });
    expect((await productsOf(ANA, elsewhere.tenantId).create(draft("Um", { sku: "UNI" }))).status).toBe(201);
    await products.remove(first.body.id);
    expect((await products.create(draft("Três", { sku: "UNI" }))).status).toBe(201);
  });
});

describe("update", () => {
  it("changes what is named and nothing else", async () => {
    const made = await products.create(draft("Velho", { description: "d", sku: "UPD" }));
    const { status, body, headers } = await products.patch(made.body.id, { sale_price: 0 });
    expect(status).toBe(200);
    expect({ ...body, etag: "", updated_at: "" }).toEqual({
      ...made.body,
      sale_price: 0,
      etag: "",
      updated_at: "",
    });
    expect(body.etag).not.toBe(made.body.etag);
    expect(headers.get("ETag")).toBe(body.etag);
    const all = { name: "Novo", sale_price: 1.23, description: "", is_active: false };
    expect((await products.patch(made.body.id, all)).body).toMatchObject({ ...all, sku: "UPD" });
    expect((await products.get(made.body.id)).body).toMatchObject(all);
  });

  it("leaves a product alone when nothing is named", async () => {
    const made = await products.create(draft("Igual"));
    expect((await products.patch(made.body.id, {})).body).toEqual(made.body);
  });

  it("honours If-Match", async () => {
    const { body } = await products.create(draft("Marcado"));
    const stale = await products.patch(body.id, { sale_price: 6 }, { "If-Match": '"other"' });
    expect([stale.status, (stale.body as object as { code: string }).code]).toEqual([
      412,
      "precondition_failed",
    ]);
    expect((await products.patch(body.id, {}, { "If-Match": '"other"' })).status).toBe(412);
    expect((await products.patch(body.id, { sale_price: 6 }, { "If-Match": body.etag })).status).toBe(200);
    expect((await products.patch(body.id, { sale_price: 7 }, { "If-Match": body.etag })).status).toBe(412);
    expect((await products.remove(body.id, { "If-Match": body.etag })).status).toBe(412);
    expect((await products.get(body.id)).body.sale_price).toBe(6);
    expect((await products.patch(body.id, { sale_price: 8 }, { "If-Match": "*" })).status).toBe(200);
  });
});

describe("delete and restore", () => {
  it("deletes softly, and again with the same answer", async () => {
    const made = await products.create(draft("Some", { sku: "DEL" }));
    const gone = await products.remove(made.body.id, { "If-Match": made.body.etag });
    expect(gone.status).toBe(200);
    expect(gone.body).toEqual({
      ...made.body,
      deleted_at: expect.stringMatching(/Z$/),
      etag: gone.headers.get("ETag"),
      updated_at: expect.any(String),
    });
    const again = await products.remove(made.body.id, { "If-Match": made.body.etag });
    expect([again.status, again.body]).toEqual([200, gone.body]);

    const read = await products.get(made.body.id);
    expect([read.status, read.body]).toEqual([410, expect.objectContaining({ code: "deleted" })]);
    expect((await products.get(made.body.id, "?deleted=exclude")).status).toBe(410);
    expect((await products.get(made.body.id, "?deleted=include")).body).toEqual(gone.body);
    const patched = await products.patch(made.body.id, { sale_price: 1 });
    expect([patched.status, patched.body]).toEqual([410, expect.objectContaining({ code: "deleted" })]);
  });

  it("restores, and answers a live product as it is", async () => {
    const made = await products.create(draft("Volta", { sku: "RES" }));
    await products.remove(made.body.id);
    const back = await products.restore(made.body.id);
    expect(back.status).toBe(200);
    expect(back.body).not.toHaveProperty("deleted_at");
    expect(back.body).toMatchObject({ id: made.body.id, sku: "RES" });
    expect(back.headers.get("ETag")).toBe(back.body.etag);
    expect((await products.restore(made.body.id)).body).toEqual(back.body);
    expect((await products.get(made.body.id)).body).toEqual(back.body);
  });

  it("does not restore over a live product with the SKU", async () => {
    const old = await products.create(draft("Antigo", { sku: "OVR" }));
    await products.remove(old.body.id);
    await products.create(draft("Atual", { sku: "OVR" }));
    const refused = await products.restore(old.body.id);
    expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code: "sku_taken" })]);
    expect((await products.get(old.body.id)).status).toBe(410);
  });
});
