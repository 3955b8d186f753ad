import { describe, expect, it } from "vitest";
import { SignInRefused } from "../../../src/biterp/port";
import { bench, failure } from "./bench";

describe("operations", () => {
  it("reads profile, companies, products", async () => {
    const { client, double } = bench();
    expect(await client.me()).toEqual({
      id: "u1",
      email: "a@b",
      name: "Ana",
      language: "pt-BR",
      timezone: "UTC",
    });
    expect(await client.tenants()).toMatchObject([{ tenant_id: "t1", permissions: ["products:read"] }]);
    const page = await client.listProducts("t1", { search: "100% & café", active_only: false, limit: 5 });
    expect(page).toMatchObject({ has_next_page: false, total: 1, data: [{ id: "p1", sku: "000123" }] });
    expect(page).not.toHaveProperty("next_cursor");
    const query = new URLSearchParams(double.log[2]?.path.split("?")[1]);
    expect(Object.fromEntries(query)).toEqual({ search: "100% & café", active_only: "false", limit: "5" });
    expect(await client.getProduct("t1", "p1")).toMatchObject({ name: "Café Torrado 500g", etag: '"v1"' });
  });

  it("creates, updates, deletes, restores", async () => {
    const { client, double } = bench();
    const made = await client.createProduct("t1", { name: "Chá", sale_price: 8, sku: undefined });
    expect(made).toMatchObject({ id: "p2", name: "Chá" });
    const changed = await client.updateProduct(
      "t1",
      "p2",
      { sale_price: 0 },
      { ifMatch: made.etag, idempotencyKey: "k" },
    );
    expect(changed.sale_price).toBe(0);
    expect((await client.deleteProduct("t1", "p2")).deleted_at).toBeTruthy();
    expect(await failure(client.getProduct("t1", "p2"))).toMatchObject({
      code: "deleted",
      details: { deleted_at: "2026-01-01T00:00:00-03:00" },
    });
    expect((await client.getProduct("t1", "p2", { deleted: "include" })).deleted_at).toBeTruthy();
    expect(await client.restoreProduct("t1", "p2")).not.toHaveProperty("deleted_at");
    expect(double.counts.writes).toBe(4);
  });

  it("says who asks, in what language, for which request", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const { client, tiny } = bench({ traceparent });
    await client.updateProduct(
      "t1",
      "p1",
      { sale_price: 1 },
      { idempotencyKey: "chave é 1", ifMatch: '"v1"' },
    );
    expect(Object.fromEntries(tiny.headers)).toMatchObject({
      authorization: "Bearer secret",
      "accept-language": "pt-BR",
      "x-request-id": "req-1",
      traceparent,
      "idempotency-key": "chave%20%C3%A9%201",
      "if-match": '"v1"',
    });
    const forged = bench({ traceparent: "x" });
    await forged.client.me();
    expect(forged.tiny.headers.has("traceparent")).toBe(false);
  });

  it("keeps ids inside their segment", async () => {
    const { client, double } = bench();
    for (const id of ["", ".", "..", "\ud800"])
      expect((await failure(client.getProduct("t1", id))).code).toBe("not_found");
    expect((await failure(client.deleteProduct("..", "p1"))).code).toBe("not_found");
    expect(double.counts.requests).toBe(0);
    await failure(client.getProduct("t1", "../../x?y#z"));
    expect(double.log[0]?.path).toBe("/v1/tenants/t1/products/..%2F..%2Fx%3Fy%23z");
  });
});

describe("refusals", () => {
  it.each<[number, Record<string, unknown>, object]>([
    [
      403,
      { code: "missing_permission", permission: "products:read" },
      { code: "forbidden", details: { permission: "products:read" } },
    ],
    [403, {}, { code: "forbidden", details: { permission: "products:read" } }],
    [404, { code: "not_found" }, { code: "not_found", say: { values: { typed: "p1" } } }],
    [410, { code: "deleted" }, { code: "deleted" }],
    [400, { code: "invalid_cursor" }, { code: "invalid_cursor", parameter: "cursor" }],
    [400, { code: "cursor_mismatch" }, { code: "cursor_mismatch", parameter: "cursor" }],
    [400, { code: "malformed_body", detail: "SQL secret" }, { code: "upstream_error" }],
    [409, { code: "key_reused" }, { code: "key_reused" }],
    [409, { code: "sku_taken", product_id: "p9" }, { code: "conflict", details: { product_id: "p9" } }],
    [409, { code: "other" }, { code: "conflict" }],
    [
      422,
      { errors: [{ field: "sale_price", code: "too_large" }] },
      { code: "invalid_argument", parameter: "sale_price" },
    ],
    [422, { errors: "x" }, { code: "invalid_argument" }],
    [418, { detail: "secret stack" }, { code: "upstream_error", retryable: false }],
  ])("%i %j", async (status, problem, expected) => {
    const { client, double } = bench();
    double.refuse({ with: { status, problem } });
    expect(await failure(client.getProduct("t1", "p1"))).toMatchObject(expected);
    expect(double.counts.requests).toBe(1);
  });

  it("names the SKU that is taken", async () => {
    const { client } = bench();
    const record = await failure(client.createProduct("t1", { name: "x", sale_price: 1, sku: "000123" }));
    expect(record).toMatchObject({ code: "conflict", say: { values: { sku: "000123" } } });
  });

  it("passes a refused sign-in on, from bitERP or from the endpoint", async () => {
    const { client, double, hooks } = bench();
    double.refuse({ times: 2, with: { status: 401 } });
    await expect(client.me()).rejects.toThrow(SignInRefused);
    hooks.token = () => Promise.reject(new SignInRefused());
    await expect(client.deleteProduct("t1", "p1")).rejects.toThrow(SignInRefused);
    hooks.token = () => Promise.reject(new Error("secret"));
    expect((await failure(client.deleteProduct("t1", "p1"))).code).toBe("upstream_unavailable");
    expect(double.counts.requests).toBe(2);
  });

  it("asks for another token once, when the first one has just ended", async () => {
    const { client, double, hooks } = bench();
    const refused: (string | undefined)[] = [];
    hooks.token = async (stale?: string) => {
      refused.push(stale);
      return stale === undefined ? "ended" : "fresh";
    };
    double.refuse({ times: 1, with: { status: 401 } });
    expect((await client.me()).id).toBe("u1");
    expect(refused).toEqual([undefined, "ended"]);
  });
});

describe("a product that changed since it was shown", () => {
  const stale = { ifMatch: '"old"' };

  it("is not overwritten; the failure has its values now", async () => {
    const { client, double } = bench();
    const record = await failure(client.updateProduct("t1", "p1", { sale_price: 5 }, stale));
    expect(record).toMatchObject({
      code: "conflict",
      retryable: false,
      details: { current: { id: "p1", name: "Café Torrado 500g", sale_price: 19.9, sku: "000123" } },
    });
    expect(record.details?.current).not.toHaveProperty("etag");
    expect((await failure(client.deleteProduct("t1", "p1", stale))).code).toBe("conflict");
    expect(double.counts.writes).toBe(0);
  });

  it("is a success where it already is as asked", async () => {
    const { client, tiny, double } = bench();
    const same = { sale_price: 19.9, name: undefined, is_active: true };
    expect(await client.updateProduct("t1", "p1", same, stale)).toEqual(tiny.products.get("p1"));
    await client.deleteProduct("t1", "p1");
    expect((await client.deleteProduct("t1", "p1", stale)).deleted_at).toBeTruthy();
    expect(double.counts.writes).toBe(1);
  });

  it("is deleted where it was deleted meanwhile", async () => {
    const { client } = bench();
    await client.deleteProduct("t1", "p1");
    expect(await failure(client.updateProduct("t1", "p1", { sale_price: 19.9 }, stale))).toMatchObject({
      code: "deleted",
      details: { deleted_at: "2026-01-01T00:00:00-03:00" },
    });
  });

  it("is a conflict without values where they cannot be had", async () => {
    const { client, double } = bench();
    double.refuse({ method: "GET", with: { html: "<b>secret</b>" } });
    const record = await failure(client.updateProduct("t1", "p1", { sale_price: 5 }, stale));
    expect(record).toMatchObject({ code: "conflict", details: {} });
  });
});
