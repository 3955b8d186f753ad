import { describe, expect, it } from "vitest";
import { Catalogue } from "../../../src/products/catalogue";
import { findProduct } from "../../../src/products/reference";
import { createProducts } from "../../support/companies";
import { failure } from "../client/bench";
import { bench } from "./support/bench";

const text = (value: unknown) => ({
  content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }],
});
const row = (id: number, name = `Café ${id}`) => ({ id: String(id), name, sale_price: 1, is_active: true });

describe("If-Match, which bitERP's tools lack", () => {
  it("refuses what changed since it was shown, with the current values", async () => {
    const { erp, behind, tenantId, ran } = await bench();
    const made = await erp.createProduct(tenantId, { name: "A", sale_price: 1 });
    await behind.updateProduct(tenantId, made.id, { sale_price: 5 });
    ran.length = 0;
    const stale = { ifMatch: made.etag };
    expect(await failure(erp.updateProduct(tenantId, made.id, { name: "B" }, stale))).toMatchObject({
      code: "conflict",
      details: { current: { name: "A", sale_price: 5 } },
    });
    expect((await failure(erp.deleteProduct(tenantId, made.id, stale))).code).toBe("conflict");
    // What it already is needs no writing.
    expect((await erp.updateProduct(tenantId, made.id, { sale_price: 5 }, stale)).sale_price).toBe(5);
    expect(ran).toEqual(["get_product", "get_product", "get_product"]);
  });

  it("is not asked for where nobody was shown anything", async () => {
    const { erp, tenantId, ran } = await bench();
    const made = await erp.createProduct(tenantId, { name: "A", sale_price: 1 });
    await erp.updateProduct(tenantId, made.id, { description: "" });
    expect(ran).toEqual(["create_product", "update_product"]);
  });
});

describe("a write that is answered in words only", () => {
  const refusal = (said: unknown) => ({ ...text(said), isError: true });
  const spoken = (now: object | undefined, others: object[], refused: unknown = "Not found") =>
    bench({
      instead: (tool) => {
        if (tool === "list_products") return text(others);
        if (tool !== "get_product") return text("Done!");
        return now ? text({ product: now }) : refusal(refused);
      },
    });

  it("is settled by reading it again", async () => {
    const { erp, ran } = await spoken(row(1, "B"), []);
    expect((await erp.updateProduct("t", "1", { name: "B" })).name).toBe("B");
    expect((await failure(erp.updateProduct("t", "1", { name: "C" }))).code).toBe("unknown_outcome");
    expect((await failure(erp.deleteProduct("t", "1"))).code).toBe("unknown_outcome");
    expect(ran.filter((tool) => tool !== "get_product")).toHaveLength(3);
  });

  it.each([
    ["a code", [], { error: { code: "not_found" } }],
    ["no row among all products", [row(2)], "Not found"],
  ])("has deleted what is gone, by %s", async (_, others, refused) => {
    const { erp } = await spoken(undefined, others, refused);
    const gone = await erp.deleteProduct("t", "1");
    expect(gone).toMatchObject({ id: "1", deleted_at: expect.stringContaining("T") });
  });

  it.each([
    ["is still in the list", [row(1), row(2)]],
    ["would be in a list that shows nothing", []],
  ])("has not surely deleted what %s, whatever the words of a reading", async (_, others) => {
    const { erp } = await spoken(undefined, others);
    expect((await failure(erp.deleteProduct("t", "1"))).code).toBe("unknown_outcome");
  });

  it("is unknown where the list is too long to be read to its end", async () => {
    const { erp, ran } = await bench({
      instead: (tool) => {
        if (tool === "list_products") return text({ products: [row(2)], next_cursor: "more" });
        return tool === "get_product" ? refusal("Not found") : text("Done!");
      },
    });
    expect((await failure(erp.deleteProduct("t", "1"))).code).toBe("unknown_outcome");
    expect(ran.filter((tool) => tool === "list_products")).toHaveLength(5);
  });
});

describe("a write whose answer was lost", () => {
  it("is looked up: an update that is as asked and a deletion that is gone were done", async () => {
    const { erp, tenantId, double, ran } = await bench();
    const made = await erp.createProduct(tenantId, { name: "A", sale_price: 1 });
    await erp.createProduct(tenantId, { name: "Other", sale_price: 1 });
    double.dropAnswer({ body: '"update_product"' });
    expect((await erp.updateProduct(tenantId, made.id, { sale_price: 5 })).sale_price).toBe(5);
    double.dropAnswer({ body: '"delete_product"' });
    expect((await erp.deleteProduct(tenantId, made.id)).deleted_at).toBeTruthy();
    expect(ran.filter((tool) => /update|delete/.test(tool))).toEqual(["update_product", "delete_product"]);
  });

  it("and that was sent before is only looked up", async () => {
    const { erp, tenantId, ran } = await bench();
    const made = await erp.createProduct(tenantId, { name: "A", sale_price: 1 });
    ran.length = 0;
    const before = { sentBefore: true };
    expect((await erp.updateProduct(tenantId, made.id, { sale_price: 1 }, before)).id).toBe(made.id);
    for (const work of [
      () => erp.updateProduct(tenantId, made.id, { sale_price: 5 }, before),
      () => erp.deleteProduct(tenantId, made.id, before),
      () => erp.createProduct(tenantId, { name: "A", sale_price: 1 }, before),
    ])
      expect((await failure(work())).code).toBe("unknown_outcome");
    expect(new Set(ran)).toEqual(new Set(["get_product"]));
  });
});

describe("looking up by name or SKU, which bitERP's tools lack", () => {
  it("takes whole matches only, case, accents and blanks aside", async () => {
    const { erp, tenantId } = await bench();
    await createProducts(tenantId, [
      { name: "Café Torrado", sku: "1" },
      { name: "café  torrado", sku: "12" },
      { name: "Café Torrado 500g", sku: "123" },
    ]);
    const named = await erp.listProducts(tenantId, { name: " CAFE torrado", limit: 5 });
    expect(named).toMatchObject({ total: 2, has_next_page: false });
    expect(named).not.toHaveProperty("totalIsAtLeast");
    expect((await erp.listProducts(tenantId, { name: "cafe torrado", limit: 1 })).data).toHaveLength(1);
    const [one] = (await erp.listProducts(tenantId, { sku: "12" })).data;
    expect(one?.name).toBe("café  torrado");
  });

  it("reads at most five pages of a hundred, and says that there may be more", async () => {
    const asked: unknown[] = [];
    let page = 0;
    const more = { has_next_page: true, next_cursor: "more" };
    const { erp, double, ran } = await bench({
      instead: () => text({ products: [row(++page, "Pão"), row(page + 100)], ...more }),
    });
    double.delay((request) => {
      asked.push(request.headers.get("mcp-name"));
      return 0;
    });
    const found = await erp.listProducts("t", { name: "pao", limit: 3 });
    expect(found).toMatchObject({ total: 5, totalIsAtLeast: true, has_next_page: false });
    expect(found.data).toHaveLength(3);
    expect(ran).toHaveLength(5);
    expect(await erp.listProducts("t", { limit: 2 })).toMatchObject({
      total: 2,
      totalIsAtLeast: true,
      has_next_page: true,
      next_cursor: "more",
    });
  });

  it("reads a shortened row whole, so that its etag is that of the product", async () => {
    const short = { ...row(1, "Pão"), description: "a", description_truncated: true };
    const { erp } = await bench({
      instead: (tool) =>
        text(tool === "list_products" ? [short] : { product: { ...row(1, "Pão"), description: "aaaa" } }),
    });
    const [found] = (await erp.listProducts("t", { name: "Pão" })).data;
    expect(found).toEqual(await erp.getProduct("t", "1"));
  });

  it("marks a shortened row of a search, so that nothing is decided on it", async () => {
    const short = { ...row(1, "Pão"), description: "a", description_truncated: true };
    const { erp } = await bench({
      instead: (tool) =>
        text(
          tool === "list_products"
            ? { products: [short], has_next_page: false }
            : { product: { ...row(1, "Pão"), description: "aaaa" } },
        ),
    });
    expect((await erp.listProducts("t", { search: "pao" })).data[0]).toMatchObject({ shortened: true });
    const { product } = await findProduct(new Catalogue(erp, "t"), { name: "Pão" }, "live");
    expect(product).toEqual(await erp.getProduct("t", "1"));
  });

  it("finds nothing among the deleted, without asking", async () => {
    const { erp, double } = await bench();
    const nothing = { data: [], has_next_page: false, total: 0 };
    expect(await erp.listProducts("t", { name: "a", deleted: "only" })).toEqual(nothing);
    expect(double.counts.requests).toBe(0);
  });
});
