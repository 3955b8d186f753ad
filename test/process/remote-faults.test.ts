import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Rule } from "../../scripts/biterp/faults/switches.ts";
import { ANA, AURORA, type Pair, startPair, writesByKey } from "./support/remote";
import { RemoteClient, tally } from "./support/remote-client";

let pair: Pair;
let client: RemoteClient;
beforeAll(async () => {
  pair = await startPair({ vars: { RIGHTS_TTL_SECONDS: "0" } });
  client = await RemoteClient.signIn(pair.server.url, ANA);
});
beforeEach(() => pair.erp.control({ reset: true }));
afterAll(() => pair?.stop());

const rules = (...some: Rule[]) => pair.erp.control({ rules: some });
const list = () => client.call("list_products", { tenant_id: AURORA, limit: 1 });
const create = (name: string) => client.call("create_product", { tenant_id: AURORA, name, sale_price: 10 });
const fitted = async () => (await pair.erp.state()).switches.rules[0]?.fitted;
/** The requests of each write, in the order of their first one: how many were sent, how many changed something. */
const writes = async () => [...(await writesByKey(pair.erp)).values()].map(({ sent, done }) => [sent, done]);
const drafts = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({ name: `${name} ${at}`, sale_price: 10 }));

describe("reads", () => {
  it.each(["drop", { status: 500 }, { status: 503 }, "html"] as const)(
    "are tried again after %j, and succeed",
    async (action) => {
      await rules({ method: "GET", path: "/products", nth: [1, 2], action });
      const reply = await list();
      expect(reply.isError).toBe(false);
      expect(reply.structured.products).toHaveLength(1);
      expect(await fitted()).toBe(3);
    },
  );

  it.each([
    ["drop", "upstream_unavailable"],
    [{ status: 500 }, "upstream_error"],
    ["html", "upstream_unavailable"],
  ] as const)("give up after three times %j", async (action, code) => {
    await rules({ method: "GET", path: "/products", action });
    const reply = await list();
    expect([reply.status, reply.isError]).toEqual([200, true]);
    expect(reply.text).toContain(code);
    expect(reply.text).not.toMatch(/gateway-7|<h1>|doctype|fault that was asked/i);
    expect(await fitted()).toBe(3);
  });

  it("show nothing of a page of HTML that says 200, of another type, or of a document that is cut off", async () => {
    const html = { "Content-Type": "text/html" };
    for (const action of [
      { status: 200, headers: html, body: "<html>gateway-7.internal</html>" },
      { status: 200, body: "gateway-7.internal" },
      { status: 200, headers: { "Content-Type": "application/json" }, body: '{"data": [{"gateway-7' },
      { status: 403, headers: html, body: "<html>gateway-7.internal</html>" },
    ]) {
      await rules({ method: "GET", path: "/products", action });
      const reply = await list();
      expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining("upstream_error")]);
      expect(reply.text).not.toContain("gateway-7");
    }
  });

  it("name the permission that bitERP says is missing", async () => {
    const body = { code: "missing_permission", permission: "products:read" };
    await rules({ method: "GET", path: "/products", action: { status: 403, body } });
    const reply = await list();
    expect([reply.status, reply.isError]).toEqual([200, true]);
    expect(reply.text).toContain("forbidden");
    expect(reply.text).toContain("products:read");
  });

  it("are not answered while bitERP does not say whose company it is", async () => {
    await rules({ method: "GET", path: "/v1/tenants", action: { status: 503 } });
    for (const reply of [
      await client.call("list_tenants"),
      await client.call("list_products", { tenant_id: "padaria-aurora" }),
    ]) {
      expect([reply.status, reply.isError]).toEqual([200, true]);
      expect(reply.text).toContain("upstream_unavailable");
      expect(reply.text).not.toMatch(/forbidden|tenant_not_found/);
    }
    await pair.erp.control({ reset: true });
    expect((await list()).isError).toBe(false);
  });
});

describe("writes to a bitERP that honours keys", () => {
  it.each([
    ["drop", [2, 1]],
    ["drop_after", [2, 1]],
    ["html", [2, 1]],
    [{ status: 500 }, [2, 1]],
    [{ status: 503 }, [2, 1]],
    [{ status: 503, headers: { "Retry-After": "1" } }, [2, 1]],
    [{ status: 429, headers: { "Retry-After": "1" } }, [2, 1]],
  ] as const)("are repeated with the same key after %j, and done once", async (action, counts) => {
    await rules({ method: "POST", path: "/products", nth: 1, action } as Rule);
    const reply = await create(`Falha ${crypto.randomUUID()}`);
    expect([reply.isError, reply.text]).toEqual([false, expect.any(String)]);
    expect(await writes()).toEqual([counts]);
  });

  it("end as unknown when every answer is lost, and are not sent again after that", async () => {
    await rules({ method: "POST", path: "/products", action: "drop_after" });
    const reply = await create(`Sumida ${crypto.randomUUID()}`);
    expect(reply.text).toContain("unknown_outcome");
    expect(await writes()).toEqual([[3, 1]]);
  });

  it("of many are each done once, whatever happens to their answers", async () => {
    // The first two requests of an item whose name ends so.
    const item = (at: number, action: Rule["action"]): Rule => ({
      method: "POST",
      body: ` ${at}"`,
      nth: [1, 2],
      action,
    });
    await rules(
      ...[3, 9, 21].map((at) => item(at, "drop_after")),
      ...[4, 10, 22].map((at) => item(at, { status: 500 })),
      ...[5, 11, 23].map((at) => item(at, "drop")),
    );
    const items = drafts(30, `Muitos ${crypto.randomUUID()}`);
    const reply = await client.call("create_products", { tenant_id: AURORA, items });
    expect(tally(reply)).toEqual({ done: 30 });
    const done = [...(await writesByKey(pair.erp)).values()];
    expect([done.length, done.filter((one) => one.done !== 1)]).toEqual([30, []]);
  });

  it("wait for a date as well as for seconds", async () => {
    const at = new Date(Date.now() + 3_000).toUTCString();
    const action = { status: 429, headers: { "Retry-After": at } };
    await rules({ method: "POST", path: "/products", nth: 1, action });
    expect((await create(`Data ${crypto.randomUUID()}`)).isError).toBe(false);
    const [, second] = (await pair.erp.state()).log;
    expect(Date.parse(second?.time ?? "")).toBeGreaterThanOrEqual(Date.parse(at) - 50);
    expect(await writes()).toEqual([[2, 1]]);
  });
});

describe("a redirect to another host", () => {
  it("is not followed, neither for a read nor for a write", async () => {
    const visits: string[] = [];
    const other = createServer((request, response) => {
      visits.push(`${request.method} ${request.headers.authorization ?? ""}`);
      response.end("{}");
    });
    await new Promise<void>((ready) => other.listen(0, "127.0.0.1", ready));
    const headers = { Location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/steal` };
    try {
      for (const status of [301, 302, 307, 308]) {
        await pair.erp.control({ reset: true });
        await rules({ path: "/products", action: { status, headers, body: {} } });
        expect((await list()).text).toContain("upstream_error");
        expect((await create(`Desvio ${crypto.randomUUID()}`)).isError).toBe(true);
        expect(await writes()).toEqual([[1, 0]]);
      }
      expect(visits).toEqual([]);
    } finally {
      other.close();
    }
  });
});

describe("50 items that meet a 429 at the 31st write", () => {
  const limited = (after: string): Rule => ({
    method: "POST",
    path: "/products",
    nth: 31,
    action: { status: 429, headers: { "Retry-After": after } },
  });
  const fifty = (name: string) =>
    client.call("create_products", {
      tenant_id: AURORA,
      items: drafts(50, `${name} ${crypto.randomUUID()}`),
    });

  it("wait two seconds when that is asked, and are all done", async () => {
    await rules(limited("2"));
    let reply = await fifty("Curta");
    if (reply.structured.status === "RUNNING") reply = await client.ended(reply.structured.operation_id);
    expect(tally(reply)).toEqual({ done: 50 });
    const { log, counts } = await pair.erp.state();
    expect([log.length, counts.writes, counts.maxInFlight <= 5]).toEqual([51, 50, true]);
    const late = log.find(({ status }) => status === 429);
    const repeats = log.filter(({ idempotencyKey }) => idempotencyKey === late?.idempotencyKey);
    const [first = 0, second = 0] = repeats.map(({ time }) => Date.parse(time));
    expect(repeats).toHaveLength(2);
    expect(second - first).toBeGreaterThanOrEqual(1_950);
  });

  it("stop when an hour is asked: the rest is not attempted and says so", async () => {
    await rules(limited("3600"));
    const reply = await fifty("Longa");
    const { log, counts } = await pair.erp.state();
    // Those that were under way when the answer came still end.
    expect(log.length).toBeGreaterThanOrEqual(31);
    expect(log.length).toBeLessThanOrEqual(35);
    expect(counts.writes).toBe(log.length - 1);
    expect(reply.structured.status).toBe("PARTIAL_SUCCESS");
    expect(tally(reply)).toEqual({ done: counts.writes, rate_limited: 50 - counts.writes });
    const evidence = await client.ended(reply.structured.operation_id);
    const tried = (evidence.structured.results ?? []).filter(({ tries }) => Number(tries) > 0);
    expect(tried).toHaveLength(log.length);
    for (const entry of reply.structured.results ?? [])
      if (!entry.success) expect(entry).toMatchObject({ retryable: true, retry_after_s: 3600 });
  });
});
