import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { EvidenceStore } from "../../src/evidence/store";
import type { JsonObject } from "../../src/json";
import { sessionOf as clientOf } from "../../src/session/client";
import { Recordings } from "../../src/session/recordings";
import { Runs } from "../../src/session/runs";
import { ANA } from "../support/companies";
import { connectionIdOf } from "../support/connections";
import { type Answer, Client } from "../support/mcp";
import { crash, ended, inSession } from "../support/session";
import { codes, many, namesIn, operationOf, repriced, resetBitErp, shop } from "../support/sets";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
let framework: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
  framework = await Client.signIn({ user: "ana", mode: "delegated" });
});
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  resetBitErp();
});

type Place = "before its evidence is written" | "after its evidence is written";

/**
 * Holds the next recording there. Both sides look again and again instead of waiting for a promise of the other's: its
 * continuation would belong to the object that dies.
 */
function holdRecording(place: Place) {
  let [here, free] = [false, false];
  const { record } = Recordings.prototype;
  vi.spyOn(Recordings.prototype, "record").mockImplementationOnce(function (this: Recordings, ...args) {
    const inner = this as unknown as { evidence: () => EvidenceStore };
    const real = inner.evidence;
    inner.evidence = () => ({
      ...real(),
      index: async (row) => {
        inner.evidence = real;
        if (place === "after its evidence is written") await real().index(row);
        here = true;
        while (!free) await new Promise((resolve) => setTimeout(resolve, 5));
        if (place === "before its evidence is written") await real().index(row);
      },
    });
    return record.apply(this, args);
  });
  return {
    arrived: () => vi.waitUntil(() => here, { timeout: 10_000, interval: 5 }),
    release: () => {
      free = true;
    },
  };
}

const rows = (client: Client) => inSession(client, "SELECT id, status FROM operation ORDER BY created_at");
const places: Place[] = ["before its evidence is written", "after its evidence is written"];

interface Write {
  client: () => Client;
  tool: string;
  args: (tenant_id: string, ids: string[]) => JsonObject;
  writes: number;
}
const newOnes = many(2).map(({ name }) => ({ name, sale_price: 5 }));
const writes: [string, Write][] = [
  [
    "a set with a key",
    {
      client: () => ana,
      tool: "create_products",
      args: () => ({ items: newOnes, idempotency_key: crypto.randomUUID() }),
      writes: 2,
    },
  ],
  [
    "a set without a key",
    { client: () => ana, tool: "create_products", args: () => ({ items: newOnes }), writes: 2 },
  ],
  [
    "one product",
    {
      client: () => ana,
      tool: "create_product",
      args: () => ({ name: "Bolo", sale_price: 1, idempotency_key: crypto.randomUUID() }),
      writes: 1,
    },
  ],
  [
    "a set that the framework has asked about",
    {
      client: () => framework,
      tool: "update_products",
      args: (_, ids) => ({ items: repriced(ids), idempotency_key: crypto.randomUUID() }),
      writes: 2,
    },
  ],
];

/** Done, and never put as a question. */
function done(answer: Answer): void {
  expect(answer.isError, answer.text).toBe(false);
  expect(answer.structured.status).not.toBe("AWAITING_CONFIRMATION");
  expect(answer.structured).not.toHaveProperty("executed");
}

async function evidenceOf(tenant_id: string): Promise<(string | null)[]> {
  const found = await env.DB.prepare("SELECT status FROM operation WHERE tenant_id = ? ORDER BY created_at")
    .bind(tenant_id)
    .all<{ status: string | null }>();
  return found.results.map(({ status }) => status);
}

describe.each(writes)("what nobody is asked about (%s)", (_, { client, tool, args, writes: count }) => {
  const prepared = async () => {
    const { tenant_id, ids } = await shop(tool === "update_products" ? many(2) : []);
    const call = { tenant_id, ...args(tenant_id, ids) };
    return { tenant_id, call: () => client().call(tool, call) };
  };

  it.each(places)("is no open question to a twin call %s", async (place) => {
    const { tenant_id, call } = await prepared();
    const before = await rows(client());
    const held = holdRecording(place);
    const first = call();
    await held.arrived();
    let early: Answer | undefined;
    const twin = call().then((answer) => {
      early = answer;
      return answer;
    });
    // Calls that could have been answered at once would have been by now.
    await client().call("list_products", { tenant_id });
    expect(early).toBeUndefined();
    expect(await rows(client())).toEqual(before);
    expect(double.counts.writes).toBe(0);
    held.release();
    const answers = await Promise.all([first, twin]);
    answers.forEach(done);
    expect(answers.map(({ structured }) => structured.replayed === true).toSorted()).toEqual([false, true]);
    expect(double.counts.writes).toBe(count);
  });

  it.each(places)("is done once, with its evidence, when the object dies %s", async (place) => {
    const { tenant_id, call } = await prepared();
    const held = holdRecording(place);
    const first = call();
    await held.arrived();
    await crash(client());
    done(await first);
    const again = await call();
    done(again);
    await expect.poll(() => evidenceOf(tenant_id), { timeout: 10_000 }).toEqual(["SUCCESS"]);
    expect(double.counts.writes).toBe(count);
  });
});

describe("an object that dies", () => {
  it("between the operation's row and the first request goes on to the end", async () => {
    const { tenant_id } = await shop([]);
    vi.spyOn(Runs.prototype, "waitFor").mockImplementationOnce(() => new Promise(() => undefined));
    const first = ana.call("create_products", { tenant_id, items: newOnes });
    const running = async () => (await rows(ana)) as { id: string; status: string }[];
    const id = await vi.waitUntil(async () => (await running()).find((one) => one.status === "RUNNING")?.id, {
      timeout: 10_000,
    });
    expect(double.counts.writes).toBe(0);
    await crash(ana);
    const answer = await first;
    done(answer);
    expect(operationOf(answer)).toBe(id);
    expect(codes(await ended(ana, id))).toEqual(["ok", "ok"]);
    expect(await evidenceOf(tenant_id)).toEqual(["SUCCESS"]);
    expect(double.counts.writes).toBe(2);
  });
});

describe("a person who decides otherwise while it is being recorded", () => {
  const mode = async (client: Client, how: "assistant" | "browser") =>
    clientOf(env, ANA, client.connection.clientId).setMode(
      await connectionIdOf(ANA, client.connection.clientId),
      how,
    );

  it("and wants to approve on the page is asked there, and confirm_operation does nothing", async () => {
    const client = await Client.signIn({ user: "ana" });
    const { tenant_id } = await shop([]);
    const held = holdRecording("after its evidence is written");
    const first = client.call("create_products", { tenant_id, items: newOnes });
    await held.arrived();
    await mode(client, "browser");
    held.release();
    const asked = await first;
    expect(asked.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    expect(asked.structured).toHaveProperty("approval_url");
    const confirmed = await client.call("confirm_operation", { operation_id: operationOf(asked) });
    expect(confirmed.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    expect(await namesIn(client, tenant_id)).toEqual([]);
  });

  it("and ends the connection finds nothing written and nothing open", async () => {
    const client = await Client.signIn({ user: "ana" });
    const { tenant_id } = await shop([]);
    const held = holdRecording("after its evidence is written");
    const first = client.call("create_products", { tenant_id, items: newOnes }).catch(() => undefined);
    await held.arrived();
    await clientOf(env, ANA, client.connection.clientId).endConnection(
      await connectionIdOf(ANA, client.connection.clientId),
    );
    held.release();
    await first;
    expect(await rows(client)).toEqual([]);
    expect(double.counts.writes).toBe(0);
  });
});
