import { describe, expect, it } from "vitest";
import type { Refusal } from "../../support/double";
import { bench, failure } from "./bench";

const down: [string, Refusal, string][] = [
  ["network", "network", "upstream_unavailable"],
  ["timeout", "hang", "upstream_unavailable"],
  ["500", { status: 500, problem: { detail: "secret stack" } }, "upstream_error"],
  ["502 with HTML", { html: "<h1>secret</h1>", status: 502 }, "upstream_unavailable"],
  ["503 without Retry-After", { status: 503 }, "upstream_unavailable"],
];
const edit = { sale_price: 5 };

describe.each(down)("%s", (_, fault, code) => {
  const brief = { timeoutMs: 25 };

  it("is tried again for a read", async () => {
    const { client, double, slept } = bench(brief);
    double.refuse({ nth: [1, 2], with: fault });
    expect((await client.getProduct("t1", "p1")).id).toBe("p1");
    expect(slept).toEqual([100, 200]);
  });

  it("ends a read", async () => {
    const { client, double } = bench(brief);
    double.refuse({ with: fault });
    expect(await failure(client.getProduct("t1", "p1"))).toMatchObject({
      code,
      retryable: code === "upstream_unavailable",
    });
    expect(double.counts.requests).toBe(3);
  });

  it("is tried again for a write with a key that is honoured", async () => {
    const { client, double } = bench(brief);
    double.refuse({ nth: 1, with: fault });
    await client.updateProduct("t1", "p1", edit, { idempotencyKey: "k" });
    expect(double.counts).toMatchObject({ requests: 2, writes: 1 });
    expect(new Set(double.log.map((seen) => seen.idempotencyKey))).toEqual(new Set(["k"]));
  });

  it("leaves a write unknown when all tries fail", async () => {
    const { client, double } = bench(brief);
    double.refuse({ with: fault });
    const record = await failure(client.updateProduct("t1", "p1", edit, { idempotencyKey: "k" }));
    expect(record).toMatchObject({ code: "unknown_outcome", retryable: false });
    // Three times the write, then the product is read, which is tried three times as well.
    expect(double.log.map(({ method }) => method)).toEqual(["PATCH", "PATCH", "PATCH", "GET", "GET", "GET"]);
  });

  it.each([
    ["without a key", true, undefined],
    ["whose key is not honoured", false, "k"],
  ])("never repeats a write %s", async (_, honours, idempotencyKey) => {
    const { client, double } = bench({ ...brief, honours });
    double.refuse({ with: fault });
    const record = await failure(
      client.createProduct("t1", { name: "x", sale_price: 1 }, { idempotencyKey }),
    );
    expect(record).toMatchObject({ code: "unknown_outcome", retryable: false });
    expect(double.counts.requests).toBe(1);
  });
});

describe("a lost answer", () => {
  it("does not write twice", async () => {
    const { client, double, tiny } = bench();
    double.dropAnswer({ nth: 1 });
    const made = await client.createProduct("t1", { name: "x", sale_price: 1 }, { idempotencyKey: "k" });
    expect(tiny.products.size).toBe(2);
    expect(made.id).toBe("p2");
    expect(double.counts).toMatchObject({ requests: 2, writes: 1 });
  });

  const made = { name: "x", sale_price: 1 };
  const lost = (status: number, problem: Record<string, unknown> = {}) => {
    const set = bench();
    set.double.dropAnswer({ method: "POST", nth: 1 });
    set.double.dropAnswer({ method: "PATCH", nth: 1 });
    set.double.dropAnswer({ method: "DELETE", nth: 1 });
    const refused = { status, problem, headers: { "Retry-After": "60" } };
    for (const method of ["POST", "PATCH", "DELETE"])
      set.double.refuse({ method, nth: [2, 3, 4, 5, 6, 7, 8, 9], with: refused });
    return set;
  };
  const refusals: [number, Record<string, unknown>?][] = [
    [400],
    [401],
    [403],
    [404],
    [409],
    [409, { code: "sku_taken", product_id: "p2" }],
    [409, { code: "key_reused" }],
    [409, { code: "idempotency_in_progress" }],
    [410],
    [412],
    [422, { errors: [{ field: "sku", code: "taken" }] }],
    [429],
  ];

  it.each(refusals)(
    "of a creation stays unknown, whatever refuses the repeat: %i %j",
    async (status, problem) => {
      const { client, double, tiny } = lost(status, problem);
      const work = client.createProduct("t1", made, { idempotencyKey: "k" });
      expect(await failure(work)).toMatchObject({ code: "unknown_outcome", retryable: false });
      expect(double.counts.writes).toBe(1);
      expect(tiny.products.size).toBe(2);
    },
  );

  it.each(refusals)("of a change is settled by reading the product: %i %j", async (status, problem) => {
    const { client, double } = lost(status, problem);
    expect((await client.updateProduct("t1", "p1", edit, { idempotencyKey: "k" })).sale_price).toBe(5);
    const gone = await client.deleteProduct("t1", "p1", { idempotencyKey: "l" });
    expect(gone.deleted_at).toBeTruthy();
    expect(double.counts.writes).toBe(2);
  });

  it.each(refusals)("of a change that was not done is unknown: %i %j", async (status, problem) => {
    const { client, double } = bench();
    double.refuse({ method: "PATCH", nth: 1, with: "network" });
    const refused = { status, problem: problem ?? {}, headers: { "Retry-After": "60" } };
    double.refuse({ method: "PATCH", with: refused });
    const work = client.updateProduct("t1", "p1", edit, { idempotencyKey: "k" });
    expect((await failure(work)).code).toBe("unknown_outcome");
    expect(double.counts.writes).toBe(0);
  });

  it("is waited for while the first request is under way, and repeated with its key", async () => {
    const { client, double, slept } = bench();
    double.dropAnswer({ method: "POST", nth: 1 });
    double.refuse({ method: "POST", nth: [2, 3], with: { status: 409, headers: { "Retry-After": "2" } } });
    expect((await client.createProduct("t1", made, { idempotencyKey: "k" })).id).toBe("p2");
    expect(slept).toEqual([100, 2000, 2000]);
    expect(double.counts).toMatchObject({ requests: 4, writes: 1 });
    expect(new Set(double.log.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set(["k"]));
  });

  it("is read where no key is honoured: done is done, and not done yet is unknown", async () => {
    const { client, double } = bench({ honours: false });
    double.dropAnswer({ method: "PATCH" });
    double.dropAnswer({ method: "DELETE", nth: 1 });
    double.dropAnswer({ path: "/restore" });
    expect((await client.updateProduct("t1", "p1", edit)).sale_price).toBe(5);
    expect((await client.deleteProduct("t1", "p1")).deleted_at).toBeTruthy();
    expect(await client.restoreProduct("t1", "p1")).not.toHaveProperty("deleted_at");
    expect(double.counts.writes).toBe(3);
    double.refuse({ method: "DELETE", with: "network" });
    expect((await failure(client.deleteProduct("t1", "p1"))).code).toBe("unknown_outcome");
    expect(double.counts.writes).toBe(3);
  });
});

describe("a write that was sent before", () => {
  const before = { sentBefore: true, idempotencyKey: "k" };

  it("is not sent again without a key that is honoured, only read", async () => {
    const { client, double } = bench({ honours: false });
    expect((await client.updateProduct("t1", "p1", { sale_price: 19.9 }, before)).sale_price).toBe(19.9);
    expect((await failure(client.updateProduct("t1", "p1", edit, before))).code).toBe("unknown_outcome");
    expect((await failure(client.deleteProduct("t1", "p1", before))).code).toBe("unknown_outcome");
    const again = client.createProduct("t1", { name: "x", sale_price: 1 }, before);
    expect((await failure(again)).code).toBe("unknown_outcome");
    expect(double.log.every(({ method }) => method === "GET")).toBe(true);
  });

  it.each([404, 409, 410, 422])("is not called undone by a %i", async (status) => {
    const { client, double } = bench();
    double.refuse({ method: "PATCH", with: { status } });
    expect((await failure(client.updateProduct("t1", "p1", edit, before))).code).toBe("unknown_outcome");
  });

  it.each([true, false])("is no conflict with itself; conditions honoured: %s", async (honoursIfMatch) => {
    const { client, tiny, double } = bench({ honoursIfMatch });
    const { etag } = await client.getProduct("t1", "p1");
    const call = { idempotencyKey: "k", ifMatch: etag };
    await client.updateProduct("t1", "p1", edit, call);
    // bitERP has forgotten the key, as it may after a restart of its own.
    tiny.forget();
    const again = await client.updateProduct("t1", "p1", edit, { ...call, sentBefore: true });
    expect(again.sale_price).toBe(5);
    await client.updateProduct("t1", "p1", { name: "by somebody else", sale_price: 6 });
    tiny.forget();
    const late = client.updateProduct("t1", "p1", edit, { ...call, sentBefore: true });
    expect((await failure(late)).code).toBe("unknown_outcome");
    expect(tiny.products.get("p1")?.sale_price).toBe(6);
    expect(double.counts.writes).toBe(2);
  });
});

describe("a limit", () => {
  const limit = (value?: string, status = 429): Refusal => ({
    status,
    headers: value === undefined ? {} : { "Retry-After": value },
  });

  it.each([
    ["seconds", "7", 429, 7000],
    ["a date", "Thu, 01 Jan 2026 00:00:25 GMT", 429, 25_000],
    ["a past date", "Wed, 31 Dec 2025 00:00:00 GMT", 429, 0],
    ["503", "3", 503, 3000],
    ["429 that says nothing", undefined, 429, 500],
  ])("is waited for: %s", async (_, value, status, waited) => {
    const { client, double, slept } = bench();
    double.refuse({ nth: 1, with: limit(value, status) });
    await client.updateProduct("t1", "p1", edit);
    expect(slept).toEqual([waited]);
    expect(double.counts.writes).toBe(1);
  });

  it.each([429, 503])("is reported when it is long: %i", async (status) => {
    const { client, double, slept } = bench();
    double.refuse({ with: limit("26", status) });
    expect(await failure(client.updateProduct("t1", "p1", edit))).toMatchObject({
      code: "rate_limited",
      retryable: true,
      details: { retry_after_s: 26 },
    });
    expect(slept).toEqual([]);
    expect(double.counts.requests).toBe(1);
  });

  it.each([["10"], ["0"], [undefined]])("is not waited for for ever: %s", async (value) => {
    const { client, double, slept } = bench();
    double.refuse({ with: limit(value) });
    expect((await failure(client.me())).code).toBe("rate_limited");
    expect(slept.length).toBeGreaterThan(1);
    expect(slept.length).toBeLessThanOrEqual(5);
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(25_000);
  });
});

describe("a broken answer", () => {
  const json = { headers: { "Content-Type": "application/json" } };
  const answers: [string, () => Response][] = [
    ["HTML", () => new Response("<h1>secret</h1>", { headers: { "Content-Type": "text/html" } })],
    ["no type", () => new Response(new Uint8Array([1]))],
    ["bad JSON", () => new Response("{secret", json)],
    ["null", () => new Response("null", json)],
    ["another shape", () => new Response('{"id":"p1","secret":1}', json)],
    ["too long", () => new Response(`"${"x".repeat(4 * 1024 * 1024)}"`, json)],
    ["a redirect", () => new Response(null, { status: 302, headers: { Location: "https://secret" } })],
    ["a redirect with JSON", () => new Response("{}", { status: 307, ...json })],
  ];

  it.each(answers)("%s", async (_, response) => {
    const { client } = bench({ inner: async () => response() });
    expect(await failure(client.getProduct("t1", "p1"))).toMatchObject({
      code: "upstream_error",
      retryable: false,
    });
    const write = client.updateProduct("t1", "p1", edit, { idempotencyKey: "k" });
    expect((await failure(write)).code).toBe("unknown_outcome");
  });

  it.each([400, 403, 404, 409, 422])("a %i of HTML says nothing about the product", async (status) => {
    const { client, double } = bench();
    double.refuse({ with: { html: "<b>secret</b>", status } });
    expect((await failure(client.deleteProduct("t1", "p1"))).code).toBe("upstream_error");
  });

  it("has its body cancelled", async () => {
    let cancelled = 0;
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
        cancel: () => {
          cancelled++;
        },
      });
    for (const type of ["application/json", "text/html"]) {
      const inner = async () => new Response(body(), { headers: { "Content-Type": type } });
      await failure(bench({ inner }).client.me());
    }
    expect(cancelled).toBe(2);
  });

  it("is a fault when it breaks off", async () => {
    let tries = 0;
    const inner = async () => {
      tries++;
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.error(new Error("secret")),
      });
      return new Response(body, json);
    };
    expect((await failure(bench({ inner }).client.me())).code).toBe("upstream_unavailable");
    expect(tries).toBe(3);
  });
});

describe("the caller's signal", () => {
  it("ends a read with its own reason, in flight or before", async () => {
    const { client, double } = bench();
    double.refuse({ with: "hang" });
    const controller = new AbortController();
    const reason = new Error("gone");
    setTimeout(() => controller.abort(reason), 10);
    await expect(client.me({ signal: controller.signal })).rejects.toBe(reason);
    await expect(client.me({ signal: controller.signal })).rejects.toBe(reason);
    expect(double.counts.requests).toBe(1);
  });

  it("leaves a write unknown once it was sent, and untouched before", async () => {
    const { client, double } = bench();
    double.refuse({ with: "hang" });
    const controller = new AbortController();
    const { signal } = controller;
    setTimeout(() => controller.abort(new Error("gone")), 10);
    expect((await failure(client.deleteProduct("t1", "p1", { signal }))).code).toBe("unknown_outcome");
    await expect(client.deleteProduct("t1", "p1", { signal })).rejects.toThrow("gone");
    expect(double.counts.requests).toBe(1);
  });

  it("ends a wait", async () => {
    const { client, double, hooks } = bench();
    const controller = new AbortController();
    const { signal } = controller;
    hooks.onSleep = () => controller.abort(new Error("gone"));
    double.refuse({ nth: 1, with: { status: 429 } });
    await expect(client.deleteProduct("t1", "p1", { signal })).rejects.toThrow("gone");
    expect(double.counts.requests).toBe(1);
  });

  it("leaves a write unknown that was waiting for its second try", async () => {
    const { client, double, hooks } = bench();
    const controller = new AbortController();
    hooks.onSleep = () => controller.abort(new Error("gone"));
    double.dropAnswer();
    const call = { signal: controller.signal, idempotencyKey: "k" };
    expect((await failure(client.deleteProduct("t1", "p1", call))).code).toBe("unknown_outcome");
  });
});

it("times out a bitERP in process, which does not listen to signals", async () => {
  const { client } = bench({ timeoutMs: 10, inner: () => new Promise(() => {}) });
  expect((await failure(client.me())).code).toBe("upstream_unavailable");
});
