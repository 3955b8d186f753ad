import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Rule } from "../../scripts/biterp/faults/switches.ts";
import { oauthClient } from "./support/oauth-client";
import { sendTo } from "./support/raw";
import { ANA, BEIRA, BRUNO, type Pair, startPair, until, writesByKey } from "./support/remote";
import { RemoteClient, tally } from "./support/remote-client";

const RATE = 3;

let pair: Pair;
let ana: RemoteClient;
let bruno: RemoteClient;
/** At bitERP itself, past the server. */
let token: string;
beforeAll(async () => {
  pair = await startPair({
    env: {
      BITERP_IDEMPOTENCY_KEYS: "no",
      BITERP_IF_MATCH: "no",
      BITERP_REQUESTS_PER_SECOND: String(RATE),
    },
    switches: { honourIdempotencyKeys: false, honourIfMatch: false },
  });
  ana = await RemoteClient.signIn(pair.server.url, ANA, { mode: "assistant" });
  bruno = await RemoteClient.signIn(pair.server.url, BRUNO);
  token = (await (await oauthClient(pair.erp)).signIn(BRUNO)).access;
});
beforeEach(() => pair.erp.control({ reset: true }));
afterAll(() => pair?.stop());

const create = (name: string) => bruno.call("create_product", { tenant_id: BEIRA, name, sale_price: 10 });
const atBitErp = (id: string, init: RequestInit = {}) =>
  sendTo(pair.erp, token, `/v1/tenants/${BEIRA}/products/${id}`, init);

describe("without idempotency keys", () => {
  it.each([
    ["drop", 0],
    ["drop_after", 1],
    [{ status: 500 }, 0],
    [{ status: 503 }, 0],
    ["html", 0],
  ] as const)("a write that met %j has an unknown outcome, and is not sent again", async (action, done) => {
    await pair.erp.control({ rules: [{ method: "POST", path: "/products", action } as Rule] });
    const reply = await create(`Incerta ${crypto.randomUUID()}`);
    expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining("unknown_outcome")]);
    const { log } = await pair.erp.state();
    expect(log.map(({ written }) => Number(written))).toEqual([done]);
  });

  it("a write that was not done is sent again: 429, and 503 with Retry-After", async () => {
    for (const status of [429, 503]) {
      await pair.erp.control({ reset: true });
      const action = { status, headers: { "Retry-After": "1" } };
      await pair.erp.control({ rules: [{ method: "POST", path: "/products", nth: 1, action }] });
      expect((await create(`Adiada ${crypto.randomUUID()}`)).isError).toBe(false);
      const { log, counts } = await pair.erp.state();
      expect([log.length, counts.writes]).toEqual([2, 1]);
    }
  });

  it("a set tells of each item what is known", async () => {
    await pair.erp.control({
      rules: [
        { method: "POST", path: "/products", nth: 2, action: "drop_after" },
        { method: "POST", path: "/products", nth: 4, action: { status: 500 } },
      ],
    });
    const tag = crypto.randomUUID();
    const items = [1, 2, 3, 4, 5, 6].map((at) => ({ name: `Parte ${tag} ${at}`, sale_price: 10 }));
    const reply = await bruno.call("create_products", { tenant_id: BEIRA, items });
    expect(tally(reply)).toEqual({ done: 4, unknown_outcome: 2 });
    const { log, counts } = await pair.erp.state();
    expect([log.length, counts.writes]).toEqual([6, 5]);
  });
});

describe("without If-Match", () => {
  it("a product is read again before it is written, and a change of somebody else's is found", async () => {
    const [kept = "", changed = ""] = await bruno.products(BEIRA, 2);
    const items = [kept, changed].map((id) => ({ id, changes: { sale_price: 21 } }));
    const { structured } = await ana.call("update_products", { tenant_id: BEIRA, items });
    expect(structured.status).toBe("AWAITING_CONFIRMATION");
    await atBitErp(changed, { method: "PATCH", body: JSON.stringify({ sale_price: 25 }) });
    await pair.erp.control({ reset: true });
    const done = await ana.call("confirm_operation", { operation_id: structured.operation_id });
    expect(tally(done)).toEqual({ done: 1, conflict: 1 });
    expect(done.structured.results?.[1]).toMatchObject({ error: "conflict", current: { sale_price: 25 } });
    const { log, counts } = await pair.erp.state();
    expect([log.length, counts.writes]).toEqual([1, 1]);
    expect((await atBitErp(changed)).body.sale_price).toBe(25);
    expect((await atBitErp(kept)).body.sale_price).toBe(21);
  });
});

describe("a rate for each company", () => {
  it("is kept over two people, and everything is done", async () => {
    const tag = crypto.randomUUID();
    const items = (who: string) =>
      Array.from({ length: 6 }, (_, at) => ({ name: `Passo ${tag} ${who} ${at}`, sale_price: 10 }));
    const ended = await Promise.all(
      [ana, bruno].map(async (person, at) => {
        const reply = await person.call("create_products", { tenant_id: BEIRA, items: items(`${at}`) });
        return reply.structured.results ? reply : person.ended(reply.structured.operation_id);
      }),
    );
    expect(ended.map(tally)).toEqual([{ done: 6 }, { done: 6 }]);
    const times = (await pair.erp.state()).log.map(({ time }) => Date.parse(time)).sort((a, b) => a - b);
    expect(times).toHaveLength(12);
    for (const from of times) {
      // The rate and the burst before it, and one that came late through a busy machine.
      const within = times.filter((at) => at >= from && at < from + 1_000);
      expect(within.length).toBeLessThanOrEqual(2 * RATE + 1);
    }
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  it("does not hold up another company's", async () => {
    let over = false;
    const slow = bruno.products(BEIRA, 12).then(() => {
      over = true;
    });
    await until(async () => (await pair.erp.state()).counts.requests >= 2);
    const other = await ana.call("list_products", { tenant_id: "padaria-aurora", limit: 1 });
    expect([other.isError, over]).toEqual([false, false]);
    await slow;
    expect([...(await writesByKey(pair.erp)).values()].filter(({ done }) => done !== 1)).toEqual([]);
  });
});
