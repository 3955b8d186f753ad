import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, Client } from "../support/mcp";
import { codes, many, pricesOf, repriced, resetBitErp, shop, withoutKeys, writesSent } from "../support/sets";
import { shorten } from "../support/timers";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana", mode: "delegated" });
});
afterEach(() => {
  vi.restoreAllMocks();
  resetBitErp();
});

async function updating(
  count: number,
  steer: (ids: string[]) => void,
): Promise<{ done: Answer; ids: string[] }> {
  const { tenant_id, ids } = await shop(many(count));
  steer(ids);
  return { done: await ana.call("update_products", { tenant_id, items: repriced(ids) }), ids };
}

const PATCH = { method: "PATCH" };
const oks = (count: number): string[] => Array.from({ length: count }, () => "ok");
const tries = async (done: Answer) => {
  const { structured } = await ana.call("get_operation", {
    operation_id: String(done.structured.operation_id),
  });
  return structured.results?.map((entry) => entry.tries);
};

describe("a bitERP that limits", () => {
  it("for a second is waited for", async () => {
    const { done } = await updating(3, () =>
      double.refuse({ ...PATCH, times: 2, with: { status: 429, headers: { "Retry-After": "1" } } }),
    );
    expect(codes(done)).toEqual(oks(3));
    expect(writesSent()).toHaveLength(5);
    expect(double.counts.writes).toBe(3);
  });

  it("for an hour ends the rest, which is not even attempted", async () => {
    const { done, ids } = await updating(20, () =>
      double.refuse({ ...PATCH, with: { status: 429, headers: { "Retry-After": "3600" } } }),
    );
    expect(done).toMatchObject({ isError: true, structured: { status: "FAILED" } });
    expect(new Set(codes(done))).toEqual(new Set(["rate_limited"]));
    expect(done.structured.results?.[19]).toMatchObject({ retryable: true, retry_after_s: 3600 });
    expect(writesSent()).toHaveLength(5);
    expect(await tries(done)).toEqual([...Array(5).fill(1), ...Array(15).fill(0)]);
    expect(new Set(await pricesOf(ids))).toEqual(new Set([10]));
  });

  it("for an hour in the middle keeps what was done", async () => {
    const { done } = await updating(20, () =>
      double.refuse({ ...PATCH, nth: [8], with: { status: 429, headers: { "Retry-After": "3600" } } }),
    );
    const found = codes(done) ?? [];
    const limited = found.filter((code) => code === "rate_limited").length;
    expect(found.filter((code) => code === "ok")).toHaveLength(20 - limited);
    expect(double.counts.writes).toBe(20 - limited);
    // Whatever was under way beside the refused one is finished; nothing else is sent.
    expect(writesSent().length).toBeLessThanOrEqual(12);
    expect(done.structured.status).toBe("PARTIAL_SUCCESS");
  });

  it("without saying for how long is waited for, too", async () => {
    const { done } = await updating(2, () => double.refuse({ ...PATCH, times: 1, with: { status: 429 } }));
    expect(codes(done)).toEqual(oks(2));
    expect(double.counts.writes).toBe(2);
  });

  it("while products are looked up is waited for, too", async () => {
    const { done } = await updating(2, () =>
      double.refuse({
        method: "GET",
        path: /products\//,
        times: 1,
        with: { status: 429, headers: { "Retry-After": "1" } },
      }),
    );
    expect(codes(done)).toEqual(oks(2));
  });
});

describe.each([
  ["honours keys", true],
  ["does not honour keys", false],
])("a bitERP that %s", (_, honoured) => {
  const begin = () => {
    if (!honoured) withoutKeys();
  };

  it("and says when it is back, was not reached: it is waited for", async () => {
    begin();
    const { done } = await updating(3, () =>
      double.refuse({ ...PATCH, times: 1, with: { status: 503, headers: { "Retry-After": "1" } } }),
    );
    expect(codes(done)).toEqual(oks(3));
    expect(double.counts.writes).toBe(3);
  });

  it.each([
    ["503 without a time", { status: 503 }],
    ["500", { status: 500 }],
    ["a dropped connection before the write", "network" as const],
  ])("and answers %s is asked again only if that cannot write twice", async (_, how) => {
    begin();
    const { done, ids } = await updating(3, ([first]) =>
      double.refuse({ ...PATCH, path: String(first), times: 1, with: how }),
    );
    expect(codes(done)).toEqual([honoured ? "ok" : "unknown_outcome", "ok", "ok"]);
    expect(writesSent().filter((one) => one.includes(String(ids[0])))).toHaveLength(honoured ? 2 : 1);
    if (!honoured) expect(done.structured.results?.[0]).toMatchObject({ retryable: false });
  });

  it("and loses its answer after the write has written exactly once", async () => {
    begin();
    const { tenant_id } = await shop([]);
    double.dropAnswer({ method: "POST", body: "Vela 02", times: 1 });
    const items = many(3).map(({ name }) => ({ name, sale_price: 1 }));
    const done = await ana.call("create_products", { tenant_id, items });
    expect(codes(done)).toEqual(["ok", honoured ? "ok" : "unknown_outcome", "ok"]);
    expect(double.counts.writes).toBe(3);
    expect(writesSent()).toHaveLength(honoured ? 4 : 3);
    const { structured } = await ana.call("list_products", { tenant_id });
    expect(structured.products).toHaveLength(3);
  });

  it("and never answers an item is given up on, and the others do not wait for ever", async () => {
    begin();
    shorten(10_000, 1_500);
    const { done } = await updating(12, () =>
      double.refuse({ ...PATCH, nth: [1, 2, 3, 4, 5], with: "hang" }),
    );
    const code = honoured ? "ok" : "unknown_outcome";
    expect(codes(done)).toEqual([...Array(5).fill(code), ...oks(7)]);
    expect(double.counts.writes).toBe(honoured ? 12 : 7);
  });
});

describe("a bitERP that stays broken", () => {
  it("leaves an unknown outcome after a few tries, and says what may have happened", async () => {
    const { done, ids } = await updating(2, ([first]) =>
      double.refuse({ ...PATCH, path: String(first), with: { status: 500 } }),
    );
    expect(codes(done)).toEqual(["unknown_outcome", "ok"]);
    expect(writesSent().filter((one) => one.includes(String(ids[0])))).toHaveLength(3);
  });

  it("never shows its pages, stacks or hosts", async () => {
    const { done } = await updating(2, () =>
      double.refuse({ ...PATCH, with: { html: "<h1>SQL secret</h1>", status: 502 } }),
    );
    expect(new Set(codes(done))).toEqual(new Set(["unknown_outcome"]));
    expect(done.text).not.toMatch(/secret|SQL|<h1>/);
  });

  it("while products are looked up leaves nothing written, and each item says so", async () => {
    const { tenant_id, ids } = await shop(many(2));
    double.refuse({ method: "GET", path: String(ids[0]), with: { status: 500 } });
    const done = await ana.call("update_products", { tenant_id, items: repriced(ids) });
    expect(codes(done)).toEqual(["upstream_error", "ok"]);
    expect(writesSent()).toHaveLength(1);
  });
});

describe("five at a time", () => {
  it("is the most that one operation has under way, and every item is answered", async () => {
    const { tenant_id, ids } = await shop(many(40));
    double.delay(15);
    const items = [...ids];
    for (let at = 4; at < 40; at += 5) items[at] = crypto.randomUUID();
    const got = await ana.call("get_products", { tenant_id, items: items.map((id) => ({ id })) });
    expect(codes(got)).toEqual(items.map((id, at) => (id === ids[at] ? "ok" : "not_found")));
    expect(double.counts.maxInFlight).toBe(5);
    expect(double.counts.requests).toBeLessThanOrEqual(45);

    const before = double.counts.requests;
    const done = await ana.call("update_products", { tenant_id, items: repriced(ids) });
    expect(codes(done)).toEqual(oks(40));
    expect(double.counts.maxInFlight).toBe(5);
    expect(double.counts.requests - before).toBeLessThanOrEqual(85);
  });

  it("does not count the wait for a turn as an item's own time", async () => {
    // Nine rounds that together take longer than one item may, and no second try that would hide a timeout.
    withoutKeys();
    shorten(10_000, 3_000);
    const { done } = await updating(45, () =>
      double.delay((request) => (request.method === "PATCH" ? 400 : 0)),
    );
    expect(codes(done)).toEqual(oks(45));
  });
});
