import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/json";
import { CALL_DEADLINE_MS } from "../../src/session/waiting";
import { Client, type RequestOptions } from "../support/mcp";
import { ended } from "../support/session";
import { codes, many, operationOf, pricesOf, repriced, resetBitErp, shop } from "../support/sets";
import { shorten } from "../support/timers";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
});
afterEach(() => {
  vi.restoreAllMocks();
  resetBitErp();
});

async function pending(count: number) {
  const { tenant_id, ids } = await shop(many(count));
  const operation_id = operationOf(await ana.call("update_products", { tenant_id, items: repriced(ids) }));
  return { tenant_id, ids, operation_id };
}

const slowWrites = (ms: number) => double.delay((request) => (request.method === "PATCH" ? ms : 0));
const written = (count: number) => vi.waitUntil(() => double.counts.writes >= count, { timeout: 10_000 });

describe("a set that takes longer than a call may", () => {
  it("answers RUNNING in time and goes on to its end", async () => {
    const { operation_id, ids } = await pending(12);
    slowWrites(250);
    shorten(CALL_DEADLINE_MS, 300);
    const running = await ana.call("confirm_operation", { operation_id });
    expect(running.isError).toBe(false);
    expect(running.structured).toMatchObject({ status: "RUNNING", operation_id });
    expect(running.structured).not.toHaveProperty("results");
    expect(running.structured).not.toHaveProperty("executed");
    expect(running.structured.items).toHaveLength(12);
    const states = new Set(running.structured.items?.map((item) => item.state));
    expect([...states].every((state) => ["actionable", "sent", "done"].includes(String(state)))).toBe(true);
    vi.restoreAllMocks();

    const done = await ended(ana, operation_id);
    expect(done.structured.status).toBe("SUCCESS");
    const again = await ana.call("confirm_operation", { operation_id });
    expect(again.structured).toMatchObject({ status: "SUCCESS", replayed: true });
    expect(double.counts.writes).toBe(12);
    expect(new Set(await pricesOf(ids))).toEqual(new Set([12]));
  });
});

describe("cancelling a set that runs", () => {
  it("stops what was not sent, keeps what was, and undoes nothing", async () => {
    const { operation_id, ids } = await pending(20);
    slowWrites(200);
    const confirming = ana.call("confirm_operation", { operation_id });
    await written(1);
    const stopped = await ana.call("cancel_operation", { operation_id });
    const found = codes(stopped) ?? [];
    const done = found.filter((code) => code === "ok").length;
    expect(done).toBe(double.counts.writes);
    expect(done).toBeGreaterThan(0);
    expect(found.filter((code) => code === "cancelled")).toHaveLength(20 - done);
    expect(found.slice(-5)).toEqual(Array(5).fill("cancelled"));
    expect(stopped.structured.status).toBe("PARTIAL_SUCCESS");
    expect((await confirming).structured.results).toEqual(stopped.structured.results);
    expect((await pricesOf(ids)).filter((price) => price === 12)).toHaveLength(done);
    const later = await ana.call("confirm_operation", { operation_id });
    expect(later.structured).toMatchObject({ status: "PARTIAL_SUCCESS", replayed: true });
    expect(double.counts.writes).toBe(done);
  });
});

describe("a client that leaves in the middle", () => {
  it.each<[string, RequestOptions]>([
    ["2025", {}],
    ["2026", { era: "2026" }],
  ])("leaves the work to be finished (%s)", async (_, options) => {
    const { operation_id, ids } = await pending(12);
    slowWrites(100);
    const gone = new AbortController();
    const leaving = ana.call("confirm_operation", { operation_id }, { ...options, signal: gone.signal });
    const left = leaving.then(
      () => "answered",
      () => "left",
    );
    await written(2);
    gone.abort();
    await left;
    const done = await ended(ana, operation_id);
    expect(done.structured.summary).toEqual({ total: 12, succeeded: 12, failed: 0 });
    expect(double.counts.writes).toBe(12);
    expect(new Set(await pricesOf(ids))).toEqual(new Set([12]));
  });
});

describe("progress", () => {
  const notes = async (options: RequestOptions, token: string | undefined) => {
    const { operation_id } = await pending(7);
    const response = await ana.rpc(
      "tools/call",
      {
        name: "confirm_operation",
        arguments: { operation_id },
        ...(token !== undefined && { _meta: { progressToken: token } }),
      },
      options,
    );
    const messages = (await response.text())
      .split("\n")
      .filter((line) => line.startsWith("data:") || line.startsWith("{"))
      .map((line) => JSON.parse(line.replace(/^data:/, "")) as JsonObject);
    const last = messages.at(-1)?.result as JsonObject | undefined;
    expect(last?.structuredContent).toMatchObject({ status: "SUCCESS" });
    return messages.filter(({ method }) => method === "notifications/progress").map(({ params }) => params);
  };

  it.each<[string, RequestOptions]>([
    ["2025", {}],
    ["2026", { era: "2026" }],
  ])("is told item by item and in order to a client that wants it (%s)", async (_, options) => {
    expect(await notes(options, "p-1")).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((progress) => ({ progressToken: "p-1", progress, total: 7 })),
    );
  });

  it("is not told to one that does not", async () => {
    expect(await notes({}, undefined)).toEqual([]);
  });
});
