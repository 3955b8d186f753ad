import { evictDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Ledger } from "../../src/session/ledger";
import { Client } from "../support/mcp";
import { crash, ended, inSession, runAlarm, sessionOf } from "../support/session";
import {
  codes,
  many,
  namesIn,
  operationOf,
  pricesOf,
  repriced,
  resetBitErp,
  shop,
  withoutKeys,
  writesSent,
} from "../support/sets";
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

/** After so many writes bitERP's answers no longer arrive, as when whoever waited for them has died. */
function silentAfter(writes: number): void {
  const answer = double.fetch;
  vi.spyOn(double, "fetch").mockImplementation(async (request) => {
    const response = await answer(request);
    if (request.method === "GET" || double.counts.writes <= writes) return response;
    return new Promise<Response>(() => undefined);
  });
}

const written = (count: number) => vi.waitUntil(() => double.counts.writes >= count, { timeout: 20_000 });
const oks = (count: number): string[] => Array.from({ length: count }, () => "ok");

/** The call that was under way when the object died: where the operation stands, never a made-up failure. */
async function honest(confirming: ReturnType<Client["call"]>, operation_id: string): Promise<void> {
  const answer = await confirming;
  expect(answer.isError).toBe(false);
  expect(["RUNNING", "SUCCESS"]).toContain(answer.structured.status);
  expect(answer.structured.operation_id).toBe(operation_id);
}

describe("a session object that dies", () => {
  it("before the answer still knows the question", async () => {
    const { operation_id } = await pending(3);
    await crash(ana);
    expect(codes(await ana.call("confirm_operation", { operation_id }))).toEqual(oks(3));
    expect(double.counts.writes).toBe(3);
  });

  it("and is put to sleep still knows the question and the company", async () => {
    const { operation_id, tenant_id } = await pending(3);
    await ana.call("select_tenant", { tenant_id });
    await evictDurableObject(sessionOf(ana) as unknown as DurableObjectStub);
    expect((await ana.call("list_products", {})).structured.tenant).toMatchObject({ tenant_id });
    await evictDurableObject(sessionOf(ana) as unknown as DurableObjectStub);
    expect(codes(await ana.call("confirm_operation", { operation_id }))).toEqual(oks(3));
  });

  it("with the first items under way writes each once in the end", async () => {
    const { operation_id, ids } = await pending(8);
    silentAfter(0);
    const confirming = ana.call("confirm_operation", { operation_id });
    await written(5);
    await crash(ana);
    await honest(confirming, operation_id);
    vi.restoreAllMocks();
    const done = await ended(ana, operation_id);
    expect(codes(done)).toEqual(oks(8));
    expect(double.counts.writes).toBe(8);
    expect(new Set(await pricesOf(ids))).toEqual(new Set([12]));
    // Those under way were sent again with their keys, which bitERP knew.
    expect(done.structured.results?.map((entry) => entry.tries)).toEqual([2, 2, 2, 2, 2, 1, 1, 1]);
  });

  it("after some were done never sends those again", async () => {
    const { operation_id, ids } = await pending(20);
    silentAfter(8);
    const confirming = ana.call("confirm_operation", { operation_id });
    await written(13);
    await crash(ana);
    await honest(confirming, operation_id);
    vi.restoreAllMocks();
    const done = await ended(ana, operation_id);
    expect(codes(done)).toEqual(oks(20));
    expect(double.counts.writes).toBe(20);
    const sent = writesSent();
    const often = ids.map((id) => sent.filter((one) => one.includes(id)).length);
    expect(often.filter((times) => times === 2)).toHaveLength(5);
    expect(often.filter((times) => times === 1)).toHaveLength(15);
  });

  it("after all were done, before it wrote so down, sends nothing more", async () => {
    const { operation_id } = await pending(6);
    vi.spyOn(Ledger.prototype, "finish").mockImplementationOnce(() => {
      throw new Error("crashed by a test");
    });
    const running = await ana.call("confirm_operation", { operation_id });
    expect(running.structured.status).toBe("RUNNING");
    await crash(ana);
    const sent = writesSent().length;
    expect(codes(await ended(ana, operation_id))).toEqual(oks(6));
    expect(writesSent()).toHaveLength(sent);
    expect(double.counts.writes).toBe(6);
  });

  it("in the middle of 50 new products leaves exactly 50", async () => {
    const framework = await Client.signIn({ user: "ana", mode: "delegated" });
    const { tenant_id } = await shop([]);
    silentAfter(22);
    const items = many(50).map(({ name }) => ({ name, sale_price: 1 }));
    const creating = framework.call("create_products", { tenant_id, items });
    await written(27);
    await crash(framework);
    const answer = await creating;
    vi.restoreAllMocks();
    expect(answer.isError).toBe(false);
    expect(answer.structured.status).toBe("RUNNING");
    const done = await ended(framework, operationOf(answer));
    expect(codes(done)).toEqual(oks(50));
    expect(double.counts.writes).toBe(50);
    expect(await namesIn(ana, tenant_id)).toEqual(many(50).map(({ name }) => name));
  });

  it("twice in a row still ends with each item written once", async () => {
    const { operation_id, ids } = await pending(20);
    for (const writes of [3, 12]) {
      silentAfter(writes);
      const call = ana.call("confirm_operation", { operation_id });
      await written(writes + 1);
      await crash(ana);
      await honest(call, operation_id);
      vi.restoreAllMocks();
      void runAlarm(ana).catch(() => undefined);
    }
    expect(codes(await ended(ana, operation_id))).toEqual(oks(20));
    expect(double.counts.writes).toBe(20);
    expect(new Set(await pricesOf(ids))).toEqual(new Set([12]));
  });
});

describe("where bitERP does not honour keys", () => {
  it("what was under way is read, not sent again: what is as asked was done", async () => {
    const { operation_id, ids } = await pending(20);
    withoutKeys();
    silentAfter(8);
    const confirming = ana.call("confirm_operation", { operation_id });
    await written(13);
    await crash(ana);
    await honest(confirming, operation_id);
    vi.restoreAllMocks();
    const done = await ended(ana, operation_id);
    expect(codes(done)).toEqual(oks(20));
    expect(done.structured.results?.map((entry) => entry.tries)).toEqual(Array(20).fill(1));
    expect(double.counts.writes).toBe(20);
    const sent = writesSent();
    for (const id of ids) expect(sent.filter((one) => one.includes(id))).toHaveLength(1);
    expect(new Set(await pricesOf(ids))).toEqual(new Set([12]));
  });

  it("new products under way have an honest unknown outcome, and are not sent again", async () => {
    const framework = await Client.signIn({ user: "ana", mode: "delegated" });
    const { tenant_id } = await shop([]);
    withoutKeys();
    silentAfter(3);
    const items = many(12).map(({ name }) => ({ name, sale_price: 1 }));
    const creating = framework.call("create_products", { tenant_id, items });
    await written(8);
    await crash(framework);
    const answer = await creating;
    vi.restoreAllMocks();
    const done = await ended(framework, operationOf(answer));
    const found = codes(done) ?? [];
    expect(found.filter((code) => code === "unknown_outcome")).toHaveLength(5);
    expect(found.filter((code) => code === "ok")).toHaveLength(7);
    expect(done.structured.status).toBe("PARTIAL_SUCCESS");
    expect(double.counts.writes).toBe(12);
    const unknown = done.structured.results?.filter((entry) => entry.error === "unknown_outcome");
    for (const entry of unknown ?? []) expect(entry).toMatchObject({ retryable: false, tries: 1 });
  });
});

describe("an object that is woken by its alarm", () => {
  it("expires what nobody answered, and keeps it in the archive", async () => {
    const { operation_id } = await pending(2);
    await inSession(ana, "UPDATE operation SET expires_at = ? WHERE id = ?", Date.now() - 1, operation_id);
    await evictDurableObject(sessionOf(ana) as unknown as DurableObjectStub);
    await runAlarm(ana);
    const [row] = await inSession(ana, "SELECT status, archived FROM operation WHERE id = ?", operation_id);
    expect(row).toEqual({ status: "EXPIRED", archived: 1 });
    const { structured } = await ana.call("get_operation", { operation_id });
    expect(structured).toMatchObject({ status: "EXPIRED", executed: false });
  });

  it("forgets after two days what the archive has, and get_operation still answers", async () => {
    const { operation_id } = await pending(2);
    await ana.call("confirm_operation", { operation_id });
    await inSession(ana, "UPDATE operation SET ended_at = ended_at - 172800000 WHERE id = ?", operation_id);
    await runAlarm(ana);
    expect(await inSession(ana, "SELECT id FROM operation WHERE id = ?", operation_id)).toEqual([]);
    expect(await inSession(ana, "SELECT idx FROM item WHERE operation_id = ?", operation_id)).toEqual([]);
    expect((await ana.call("get_operation", { operation_id })).structured.status).toBe("SUCCESS");
  });

  it("while a call drives the same set shares its run", async () => {
    const { operation_id } = await pending(10);
    double.delay((request) => (request.method === "PATCH" ? 50 : 0));
    const confirming = ana.call("confirm_operation", { operation_id });
    await written(1);
    await runAlarm(ana);
    expect(codes(await confirming)).toEqual(oks(10));
    expect(writesSent()).toHaveLength(10);
  });
});
