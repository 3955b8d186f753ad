import { describe, expect, it } from "vitest";
import { failure } from "../client/bench";
import { bench } from "./support/bench";

const text = (...texts: string[]) => ({ content: texts.map((one) => ({ type: "text", text: one })) });
const product = { id: 7, name: "A", sale_price: "19.90", description: null, is_active: true };

describe("results of bitERP's tools", () => {
  it("are understood as text alone", async () => {
    const { erp, behind, tenantId } = await bench({ as: "text" });
    expect(await erp.me()).toEqual(await behind.me());
    const made = await erp.createProduct(tenantId, { name: "A", sale_price: 1 });
    expect((await erp.listProducts(tenantId, {})).data).toEqual([made]);
  });

  it("are understood as bare arrays, with slugs for ids", async () => {
    const { erp, tenantId } = await bench({ as: "text", lists: "bare", slugs: true, kind: "stateless" });
    const tenants = await erp.tenants();
    expect(tenants.every((one) => one.tenant_id === one.tenant && one.permissions.length === 4)).toBe(true);
    const slug = `empresa-${tenantId.slice(0, 8)}`;
    const made = await erp.createProduct(slug, { name: "A", sale_price: 1 });
    expect(await erp.listProducts(slug, {})).toEqual({ data: [made], has_next_page: false, total: 1 });
  });

  it.each([
    ["one text per row", text(JSON.stringify(product), JSON.stringify({ ...product, id: "8" })), 2],
    ["a framework's wrapping", { content: [], structuredContent: { result: [product] } }, 1],
    ["other words", { ...text("Here you are"), structuredContent: { data: [product], total: 9 } }, 1],
    ["an empty list", text("[]"), 0],
  ])("are understood as %s", async (_, answer, rows) => {
    const { erp } = await bench({ instead: () => answer });
    const { data } = await erp.listProducts("t", {});
    expect(data).toHaveLength(rows);
    if (data[0]) expect(data[0]).toMatchObject({ id: "7", sale_price: 19.9, description: "", sku: "" });
  });

  it("have the same etag for the same values, whatever stands beside them", async () => {
    const answers = [
      product,
      { ...product, updated_at: "2026-01-01T00:00:00Z", stock: 3 },
      { ...product, sale_price: 20 },
    ];
    const { erp } = await bench({ instead: () => text(JSON.stringify({ product: answers.shift() })) });
    const [a, b, c] = [
      await erp.getProduct("t", "7"),
      await erp.getProduct("t", "7"),
      await erp.getProduct("t", "7"),
    ];
    expect(b.etag).toBe(a.etag);
    expect(c.etag).not.toBe(a.etag);
  });

  it.each([
    ["prose", text("Product SECRET created")],
    ["another shape", text('{"product": {"id": ""}}')],
    ["nothing", { content: [] }],
    ["a number", text("12")],
  ])(
    "that are %s are an upstream_error for reads, and leave the outcome of a creation unknown",
    async (_, answer) => {
      const { erp, ran } = await bench({ instead: () => answer });
      expect((await failure(erp.me())).code).toBe("upstream_error");
      expect((await failure(erp.getProduct("t", "1"))).code).toBe("upstream_error");
      const draft = { name: "A", sale_price: 1 };
      expect((await failure(erp.createProduct("t", draft))).code).toBe("unknown_outcome");
      expect(ran).toEqual(["get_user_data", "get_product", "create_product"]);
    },
  );
});

describe("refusals", () => {
  it("carry our codes where the other side has them", async () => {
    const { erp, tenantId } = await bench();
    expect((await failure(erp.getProduct(tenantId, "nope"))).code).toBe("not_found");
    const draft = { name: "A", sale_price: 1, sku: "1" };
    const made = await erp.createProduct(tenantId, draft);
    expect((await failure(erp.createProduct(tenantId, draft))).say.key).toBe("biterp.sku_taken");
    const wrong = await failure(erp.updateProduct(tenantId, made.id, { sale_price: -1 }));
    expect(wrong).toMatchObject({ code: "invalid_argument", parameter: "sale_price" });
    await erp.deleteProduct(tenantId, made.id);
    expect((await failure(erp.updateProduct(tenantId, made.id, { name: "B" }))).code).toBe("deleted");
    expect((await failure(erp.listProducts(tenantId, { cursor: "x" }))).code).toBe("invalid_cursor");
  });

  it.each([
    ["Produto não encontrado", "not_found"],
    ["Product 12 not found or you have no permission", "not_found"],
    ["You do not have permission to do this", "forbidden"],
    ["Sem permissão para excluir", "forbidden"],
    ["A product with SKU 1 already exists", "conflict"],
    ["sale_price must be positive", "invalid_argument"],
    ["Este produto já foi excluído", "deleted"],
    ["KeyError: SECRET", "upstream_error"],
  ])("in prose say why a read failed, and nothing of a write: %s", async (prose, code) => {
    const { erp, ran } = await bench({ instead: () => ({ ...text(prose), isError: true }) });
    expect((await failure(erp.getProduct("t", "1"))).code).toBe(code);
    for (const write of [
      () => erp.createProduct("t", { name: "B", sale_price: 1 }),
      () => erp.updateProduct("t", "1", { name: "B" }),
      () => erp.deleteProduct("t", "1"),
    ])
      expect((await failure(write())).code).toBe("unknown_outcome");
    const writes = ran.filter((tool) => /create|update|delete/.test(tool));
    expect(writes.sort()).toEqual(["create_product", "delete_product", "update_product"]);
  });

  it.each([
    [{ error: { code: "NOT_FOUND" } }, "not_found"],
    [{ code: "forbidden" }, "forbidden"],
    [{ status: 409 }, "conflict"],
    [{ error: { statusCode: 422 } }, "invalid_argument"],
    [{ error: { code: 410 } }, "deleted"],
    [{ status: 500 }, "unknown_outcome"],
    [{ error: { code: "upstream_unavailable" } }, "unknown_outcome"],
    [{ error: { code: "internal_error", message: "not found" } }, "unknown_outcome"],
  ])("of a write are understood by their structure: %j", async (said, code) => {
    const { erp, ran } = await bench({ instead: () => ({ ...text(JSON.stringify(said)), isError: true }) });
    expect((await failure(erp.updateProduct("t", "1", { name: "B" }))).code).toBe(code);
    expect(ran.filter((tool) => tool === "update_product")).toHaveLength(1);
  });

  it("never bring the other side's words along", async () => {
    const said = { error: { code: "forbidden", message: "SECRET", details: { permission: "SECRET" } } };
    const { erp } = await bench({ instead: () => ({ ...text(JSON.stringify(said)), isError: true }) });
    const record = await failure(erp.updateProduct("t", "1", { name: "B" }));
    expect(JSON.stringify(record)).not.toContain("SECRET");
    expect(record.details).toEqual({ permission: "products:update" });
  });

  it("that ask to wait are waited for", async () => {
    const said = { error: { code: "rate_limited", details: { retry_after_s: 3 } } };
    const answers = [{ ...text(JSON.stringify(said)), isError: true }, text(JSON.stringify({ product }))];
    const { erp, slept } = await bench({ instead: () => answers.shift() });
    expect((await erp.createProduct("t", { name: "A", sale_price: 1 })).id).toBe("7");
    expect(slept).toEqual([3_000]);
  });
});
