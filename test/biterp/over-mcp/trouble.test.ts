import { describe, expect, it } from "vitest";
import { SignInRefused } from "../../../src/biterp/port";
import { failure } from "../client/bench";
import { bench, type Kind } from "./support/bench";

const eras: Kind[] = ["modern", "stateless", "sessions"];
const draft = { name: "A", sale_price: 1 };
const list = { body: '"list_products"' };
const create = { body: '"create_product"' };

describe.each(eras)("trouble with a server of the kind %s", (kind) => {
  it("repeats reads after faults, and never a write", async () => {
    const { erp, tenantId, double, ran } = await bench({ kind });
    double.refuse({ ...list, nth: [1, 2], with: "network" });
    expect((await erp.listProducts(tenantId, {})).data).toEqual([]);
    double.dropAnswer({ ...create, nth: 1 });
    double.refuse({ ...create, nth: 2, with: { status: 502 } });
    expect((await failure(erp.createProduct(tenantId, draft))).code).toBe("unknown_outcome");
    expect((await failure(erp.createProduct(tenantId, draft))).code).toBe("unknown_outcome");
    expect(ran).toEqual(["list_products", "create_product"]);
    double.refuse({ ...list, with: { html: "<h1>SECRET</h1>", status: 500 } });
    expect((await failure(erp.listProducts(tenantId, {}))).code).toBe("upstream_error");
    double.reset();
    double.refuse({ ...list, with: { html: "<h1>SECRET</h1>", status: 502 } });
    expect((await failure(erp.listProducts(tenantId, {}))).code).toBe("upstream_unavailable");
  });

  it("does not wait for ever", async () => {
    const { erp, tenantId, double, ran } = await bench({ kind, timeoutMs: 60 });
    await erp.me().catch(() => erp.me());
    double.refuse({ ...create, with: "hang" });
    double.refuse({ ...list, with: "hang" });
    expect((await failure(erp.createProduct(tenantId, draft))).code).toBe("unknown_outcome");
    expect((await failure(erp.listProducts(tenantId, {}))).code).toBe("upstream_unavailable");
    expect(ran.filter((tool) => tool !== "get_user_data")).toEqual([]);
  });

  it("tries another token once, then asks to sign in again", async () => {
    const { erp, tenantId, double, hooks, headers } = await bench({ kind });
    const refused: (string | undefined)[] = [];
    hooks.token = async (old) => {
      refused.push(old);
      return old === undefined ? "stale" : "fresh";
    };
    double.refuse({ times: 1, with: { status: 401 } });
    await erp.createProduct(tenantId, draft);
    expect(refused).toEqual([undefined, "stale"]);
    expect(headers.at(-1)?.get("Authorization")).toBe("Bearer fresh");
    double.refuse({ ...list, with: { status: 401 } });
    await expect(erp.listProducts(tenantId, {})).rejects.toBeInstanceOf(SignInRefused);
    hooks.token = () => Promise.reject(new SignInRefused());
    await expect(erp.me()).rejects.toBeInstanceOf(SignInRefused);
    hooks.token = () => Promise.reject(new Error("SECRET"));
    expect((await failure(erp.createProduct(tenantId, draft))).code).toBe("upstream_unavailable");
  });

  it("maps 403 to forbidden, also while connecting", async () => {
    const { erp, tenantId, double } = await bench({ kind });
    double.refuse({ times: 1, with: { status: 403 } });
    expect((await failure(erp.listProducts(tenantId, {}))).code).toBe("forbidden");
    const scope = { "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="x"' };
    double.refuse({ ...create, with: { status: 403, headers: scope } });
    expect(await failure(erp.createProduct(tenantId, draft))).toMatchObject({
      code: "forbidden",
      details: { permission: "products:create" },
    });
  });

  it("waits for 429 as long as is decent", async () => {
    const { erp, tenantId, double, slept, ran } = await bench({ kind });
    double.refuse({ times: 1, with: { status: 429, headers: { "Retry-After": "2" } } });
    double.refuse({ ...create, nth: 1, with: { status: 429, headers: { "Retry-After": "3" } } });
    double.refuse({ ...create, nth: 2, with: { status: 503, headers: { "Retry-After": "4" } } });
    await erp.createProduct(tenantId, draft);
    expect(slept).toEqual([2_000, 3_000, 4_000]);
    double.refuse({ ...list, with: { status: 429, headers: { "Retry-After": "60" } } });
    expect(await failure(erp.listProducts(tenantId, {}))).toMatchObject({
      code: "rate_limited",
      details: { retry_after_s: 60 },
    });
    expect(ran).toEqual(["create_product"]);
  });

  it("sends a write although connecting failed before", async () => {
    const { erp, tenantId, double, ran } = await bench({ kind });
    double.refuse({ times: 1, with: "network" });
    expect((await erp.createProduct(tenantId, draft)).name).toBe("A");
    expect(ran).toEqual(["create_product"]);
  });

  it("stops when it is told to", async () => {
    const { erp, tenantId, double } = await bench({ kind });
    const controller = new AbortController();
    const { signal } = controller;
    await erp.me();
    double.refuse({ ...create, with: "hang" });
    double.refuse({ ...list, with: "hang" });
    setTimeout(() => controller.abort(new Error("told to")), 30);
    const [write, read] = await Promise.allSettled([
      erp.createProduct(tenantId, draft, { signal }),
      erp.listProducts(tenantId, {}, { signal }),
    ]);
    expect(write).toMatchObject({ reason: { code: "unknown_outcome" } });
    expect(read).toMatchObject({ reason: { message: "told to" } });
    await expect(erp.createProduct(tenantId, draft, { signal })).rejects.toThrow("told to");
  });
});

it("connects again, once, when the other side has lost the session", async () => {
  const { erp, tenantId, old, ran, double } = await bench({ kind: "sessions" });
  await erp.me();
  old.forget();
  await erp.createProduct(tenantId, draft);
  expect(old.seen.initialized).toBe(2);
  expect(ran).toEqual(["get_user_data", "create_product"]);
  double.refuse({ ...create, with: { status: 404 } });
  expect((await failure(erp.createProduct(tenantId, draft))).code).toBe("upstream_error");
  expect(old.seen.initialized).toBe(3);
});

it("does not read more than it should", async () => {
  const big = { content: [{ type: "text", text: "x".repeat(5 * 1024 * 1024) }] };
  const { erp } = await bench({ instead: () => big });
  expect((await failure(erp.getProduct("t", "1"))).code).toBe("upstream_unavailable");
});

it("keeps writes side by side apart from a session that was lost", async () => {
  const { erp, tenantId, old, ran } = await bench({ kind: "sessions" });
  await erp.me();
  old.forget();
  const writes = [1, 2, 3, 4, 5].map((sku) => erp.createProduct(tenantId, { ...draft, sku: `${sku}` }));
  expect(await Promise.all(writes)).toHaveLength(5);
  expect([ran.length, old.seen.initialized]).toEqual([6, 2]);
});

it.each([
  [{ code: -32602, message: "SECRET arguments" }, "invalid_argument", "invalid_argument"],
  [{ code: -32602, message: "Tool SECRET not found" }, "upstream_error", "upstream_error"],
  [{ code: -32601, message: "SECRET" }, "upstream_error", "upstream_error"],
  [{ code: -32603, message: "SECRET" }, "upstream_error", "unknown_outcome"],
])("takes the JSON-RPC error %j as %s for reads, %s for writes", async (rpcError, read, write) => {
  const { erp, ran } = await bench({ kind: "sessions", instead: () => ({ rpcError }) });
  expect((await failure(erp.listProducts("t", {}))).code).toBe(read);
  expect((await failure(erp.createProduct("t", draft))).code).toBe(write);
  expect(ran).toHaveLength(2);
});

it.each([
  [{ status: 418 }, "upstream_error"],
  [{ html: "<h1>SECRET</h1>" }, "unknown_outcome"],
  [{ status: 302, headers: { Location: "https://elsewhere.test/" } }, "upstream_error"],
])("takes the HTTP answer %j as no answer of bitERP's", async (how, write) => {
  const { erp, double } = await bench({ kind: "modern" });
  await erp.me();
  double.refuse({ ...list, with: how });
  double.refuse({ ...create, with: how });
  expect((await failure(erp.listProducts("t", {}))).code).toBe("upstream_error");
  expect((await failure(erp.createProduct("t", draft))).code).toBe(write);
  expect(double.log.every((seen) => seen.path === "/mcp")).toBe(true);
});

it("says so when there is no MCP server at all", async () => {
  const { erp, double } = await bench();
  double.refuse({ with: { html: "<h1>SECRET</h1>", status: 404 } });
  expect((await failure(erp.createProduct("t", draft))).code).toBe("upstream_error");
});
