import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/json";
import { ANA } from "../support/companies";
import { type Answer, Client } from "../support/mcp";
import { approvalPage, browserOf, decide } from "../support/own-pages";
import { crash, ended, inSession } from "../support/session";
import {
  codes,
  many,
  namesIn,
  operationOf,
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

const three = many(3).map(({ name }) => ({ name, sale_price: 5 }));
const oks = ["ok", "ok", "ok"];

/** A company without products, and the call that creates three. */
async function creation(items: JsonObject[] = three) {
  const { tenant_id } = await shop([]);
  return {
    tenant_id,
    create: (more: JsonObject = {}) => ana.call("create_products", { tenant_id, items, ...more }),
  };
}

const idsOf = ({ structured }: Answer) => structured.results?.map((entry) => entry.id);

describe("the same creation sent again without a key", () => {
  it("gives the first answer, and says how to make another (case 81)", async () => {
    const { tenant_id, create } = await creation();
    const twins = await Promise.all([create(), create()]);
    const third = await create();
    const answers = [...twins, third];
    expect(answers.map(codes)).toEqual([oks, oks, oks]);
    expect(new Set(answers.map(operationOf)).size).toBe(1);
    expect(answers.filter(({ structured }) => structured.replayed !== true)).toHaveLength(1);
    expect(third.structured).toMatchObject({ status: "SUCCESS", replayed: true });
    expect(third.structured.message).toContain("idempotency_key");
    const keys = Object.keys(third.structured);
    expect(keys.indexOf("message")).toBeLessThan(keys.indexOf("results"));
    expect(await namesIn(ana, tenant_id)).toHaveLength(3);
  });

  it.each(["with SKUs", "without SKUs"])("makes one set however the calls overlap (%s)", async (how) => {
    const items = three.map((one, at) => (how === "with SKUs" ? { ...one, sku: `T-${at}` } : one));
    const { tenant_id, create } = await creation(items);
    double.delay(() => Math.random() * 60);
    const calls = Array.from({ length: 6 }, async (_, at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 40));
      return create();
    });
    const answers = await Promise.all(calls);
    double.delay(0);
    expect(answers.map(codes)).toEqual(calls.map(() => oks));
    expect(new Set(answers.map((one) => JSON.stringify(idsOf(one)))).size).toBe(1);
    expect(answers.filter(({ structured }) => structured.replayed !== true)).toHaveLength(1);
    expect(await namesIn(ana, tenant_id)).toHaveLength(3);
  });

  it("holds for a single product, too", async () => {
    const { tenant_id } = await shop([]);
    const args = { tenant_id, name: "Bolo", sale_price: 3, sku: "B-1" };
    const twins = await Promise.all([ana.call("create_product", args), ana.call("create_product", args)]);
    const third = await ana.call("create_product", args);
    expect(third.structured).toMatchObject({ replayed: true, product: twins[0]?.structured.product });
    expect(third.structured.message).toContain("idempotency_key");
    expect([...twins, third].filter(({ structured }) => structured.replayed !== true)).toHaveLength(1);
    expect(await namesIn(ana, tenant_id)).toEqual(["Bolo"]);
  });

  it("is another one with a key of its own, with other words, or from another connection", async () => {
    const { tenant_id, create } = await creation();
    await create();
    const keyed = await create({ idempotency_key: crypto.randomUUID() });
    expect(codes(keyed)).toEqual(oks);
    expect(keyed.structured).not.toHaveProperty("replayed");
    expect(keyed.structured).not.toHaveProperty("message");
    const items = three.map((one) => ({ ...one, sale_price: 6 }));
    expect((await ana.call("create_products", { tenant_id, items })).structured).not.toHaveProperty(
      "replayed",
    );
    const other = await Client.signIn({ user: "ana", clientId: ana.connection.clientId });
    const theirs = await other.call("create_products", { tenant_id, items: three });
    expect(theirs.structured).not.toHaveProperty("replayed");
    expect(await namesIn(ana, tenant_id)).toHaveLength(12);
  });

  it("is another one after ten minutes", async () => {
    const { tenant_id, create } = await creation();
    const first = operationOf(await create());
    await inSession(ana, "UPDATE operation SET ended_at = ended_at - 590000 WHERE id = ?", first);
    expect((await create()).structured).toMatchObject({ replayed: true, operation_id: first });
    await inSession(ana, "UPDATE operation SET ended_at = ended_at - 11000 WHERE id = ?", first);
    const late = await create();
    expect(late.structured).not.toHaveProperty("replayed");
    expect(await namesIn(ana, tenant_id)).toHaveLength(6);
  });
});

describe("what was made and is no longer there", () => {
  it("is made again (case 87)", async () => {
    const { tenant_id, create } = await creation();
    const first = await create();
    const [gone, ...left] = idsOf(first) ?? [];
    await ana.call("delete_product", { tenant_id, id: String(gone) });
    const second = await create();
    expect(codes(second)).toEqual(oks);
    expect(idsOf(second)?.slice(1)).toEqual(left);
    expect(idsOf(second)?.[0]).not.toBe(gone);
    expect(second.structured.results?.map((entry) => entry.replayed)).toEqual([undefined, true, true]);
    expect(second.structured).not.toHaveProperty("replayed");
    expect(second.structured.message).toContain("idempotency_key");
    expect((await create()).structured).toMatchObject({ replayed: true, operation_id: operationOf(second) });
    expect(await namesIn(ana, tenant_id)).toHaveLength(3);
  });

  it.each([
    ["deleted", (tenant_id: string, id: string) => ana.call("delete_product", { tenant_id, id })],
    [
      "renamed",
      (tenant_id: string, id: string) => ana.call("update_product", { tenant_id, id, name: "Torta" }),
    ],
  ])("also a single one (%s)", async (_, change) => {
    const { tenant_id } = await shop([]);
    const args = { tenant_id, name: "Bolo", sale_price: 3 };
    const product = (await ana.call("create_product", args)).structured.product as JsonObject;
    await change(tenant_id, String(product.id));
    const second = await ana.call("create_product", args);
    expect(second.structured).not.toHaveProperty("replayed");
    expect(second.structured.product).toMatchObject({ name: "Bolo" });
    expect((second.structured.product as JsonObject).id).not.toBe(product.id);
    expect(await namesIn(ana, tenant_id)).toContain("Bolo");
  });

  it("cannot be told while bitERP does not answer, so nothing is made", async () => {
    const { tenant_id, create } = await creation();
    const [id] = idsOf(await create()) ?? [];
    const args = { tenant_id, name: "Bolo", sale_price: 3 };
    const single = (await ana.call("create_product", args)).structured.product as JsonObject;
    const sent = writesSent().length;
    for (const one of [id, single.id])
      double.refuse({ method: "GET", path: String(one), with: { status: 503 } });
    const again = await create();
    expect(codes(again)).toEqual(["upstream_unavailable", "ok", "ok"]);
    expect((await ana.call("create_product", args)).error).toMatchObject({ code: "upstream_unavailable" });
    expect(writesSent()).toHaveLength(sent);
  });
});

describe("a set that half failed", () => {
  it("is tried again for what failed only", async () => {
    const { tenant_id, create } = await creation();
    double.refuse({ method: "POST", body: "Vela 02", times: 1, with: { status: 422 } });
    const first = await create();
    expect(codes(first)).toEqual(["ok", "invalid_argument", "ok"]);
    const [second, twin] = await Promise.all([create(), create()]);
    expect(codes(second)).toEqual(oks);
    expect(second.structured.results?.map((entry) => entry.replayed)).toEqual([true, undefined, true]);
    expect(idsOf(second)?.[0]).toBe(idsOf(first)?.[0]);
    expect(operationOf(twin)).toBe(operationOf(second));
    expect(await namesIn(ana, tenant_id)).toHaveLength(3);
    const evidence = await ended(ana, operationOf(second));
    expect(evidence.structured.results?.map((entry) => entry.tries)).toEqual([0, 1, 0]);
  });

  it("whose failures are the same as before gives the first answer", async () => {
    const { tenant_id, create } = await creation([...three, { name: "Ruim", sale_price: -1 }]);
    const first = await create();
    expect(codes(first)).toEqual([...oks, "invalid_argument"]);
    expect((await create()).structured).toMatchObject({
      status: "PARTIAL_SUCCESS",
      replayed: true,
      operation_id: operationOf(first),
    });
    expect(await namesIn(ana, tenant_id)).toHaveLength(3);
  });
});

describe("what was sent and got no answer", () => {
  const lost = { name: "Bolo", sale_price: 3 };

  it("is sent again under the key it had, and so made once", async () => {
    const { tenant_id, create } = await creation([lost]);
    double.dropAnswer({ method: "POST" });
    const first = await create();
    expect(codes(first)).not.toEqual(["ok"]);
    const key = double.log.find(({ method }) => method === "POST")?.idempotencyKey;
    expect(await namesIn(ana, tenant_id)).toEqual(["Bolo"]);
    double.reset();
    const again = await create();
    expect(codes(again)).toEqual(["ok"]);
    expect(double.log.find(({ method }) => method === "POST")?.idempotencyKey).toBe(key);
    expect(await namesIn(ana, tenant_id)).toEqual(["Bolo"]);
  });

  it("stays of unknown outcome where bitERP does not honour keys, until a key says that another is meant", async () => {
    const { tenant_id, create } = await creation([lost]);
    withoutKeys();
    double.dropAnswer({ method: "POST", times: 1 });
    const sent = () => writesSent().length;
    expect(codes(await create())).toEqual(["unknown_outcome"]);
    const before = sent();
    expect(codes(await create())).toEqual(["unknown_outcome"]);
    expect(codes(await create())).toEqual(["unknown_outcome"]);
    expect(sent()).toBe(before);
    expect(codes(await create({ idempotency_key: crypto.randomUUID() }))).toEqual(["ok"]);
    expect(await namesIn(ana, tenant_id)).toEqual(["Bolo", "Bolo"]);
  });

  it("is joined after a crash, not begun again", async () => {
    const { tenant_id, create } = await creation();
    const answer = double.fetch;
    vi.spyOn(double, "fetch").mockImplementation(async (request) => {
      const response = await answer(request);
      if (request.method === "GET") return response;
      return new Promise<Response>(() => undefined);
    });
    const dying = create();
    await vi.waitUntil(() => double.counts.writes >= 3, { timeout: 20_000 });
    await crash(ana);
    const first = await dying;
    vi.restoreAllMocks();
    const again = await create();
    expect(operationOf(again)).toBe(operationOf(first));
    expect(codes(await ended(ana, operationOf(first)))).toEqual(oks);
    expect(await namesIn(ana, tenant_id)).toHaveLength(3);
  });
});

describe("a creation that the person approves on the page", () => {
  it("is not asked about again once it was done", async () => {
    const careful = await Client.signIn({ user: "ana", mode: "browser" });
    const { tenant_id } = await shop([]);
    const args = { tenant_id, items: three };
    const asked = await careful.call("create_products", args);
    expect(asked.structured.status).toBe("AWAITING_CONFIRMATION");
    expect(operationOf(await careful.call("create_products", args))).toBe(operationOf(asked));
    await decide(await browserOf(ANA), approvalPage(asked), "approve");
    const again = await careful.call("create_products", args);
    expect(again.structured).toMatchObject({
      status: "SUCCESS",
      replayed: true,
      operation_id: operationOf(asked),
    });
    expect(await namesIn(ana, tenant_id)).toHaveLength(3);
  });
});

describe("what an earlier creation made is not forgotten", () => {
  it("by a call that could not look at it", async () => {
    const { tenant_id, create } = await creation(three.slice(0, 2));
    double.refuse({ method: "POST", body: "Vela 02", times: 1, with: { status: 422 } });
    const first = await create();
    expect(codes(first)).toEqual(["ok", "invalid_argument"]);
    double.refuse({ method: "GET", path: String(idsOf(first)?.[0]), with: { status: 503 } });
    expect(codes(await create())).toEqual(["upstream_unavailable", "upstream_unavailable"]);
    resetBitErp();
    const third = await create();
    expect(codes(third)).toEqual(["ok", "ok"]);
    expect(idsOf(third)?.[0]).toBe(idsOf(first)?.[0]);
    expect(await namesIn(ana, tenant_id)).toEqual(["Vela 01", "Vela 02"]);
  });

  it("and made again where the lost one was deleted meanwhile", async () => {
    const { tenant_id, create } = await creation(three.slice(0, 1));
    double.dropAnswer({ method: "POST" });
    expect(codes(await create())).toEqual(["unknown_outcome"]);
    resetBitErp();
    const [lost] = (await ana.call("list_products", { tenant_id })).structured.products as JsonObject[];
    await ana.call("delete_product", { tenant_id, id: String(lost?.id) });
    const again = await create();
    expect(codes(again)).toEqual(["ok"]);
    expect(idsOf(again)).not.toEqual([lost?.id]);
    expect(await namesIn(ana, tenant_id)).toEqual(["Vela 01"]);
  });
});
