import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/json";
import { ANA, BRUNO, type Role } from "../support/companies";
import { Client, type RequestOptions } from "../support/mcp";
import { inSession } from "../support/session";
import {
  asked,
  codes,
  FORM,
  namesIn,
  operationOf,
  type Question,
  reply,
  resetBitErp,
  shop,
  YES,
} from "../support/sets";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
});
afterEach(resetBitErp);

async function question(
  members?: Record<string, Role>,
  options?: RequestOptions,
): Promise<Question & { tenant_id: string; ids: string[] }> {
  const { tenant_id, ids } = await shop(["Vela 1", "Vela 2"], members);
  const args = { tenant_id, items: ids.map((id) => ({ id })) };
  return { ...(await asked(ana, "delete_products", args, options)), tenant_id, ids };
}

/** The operation behind a question: the same question asked without a form shows it. */
const behind = async (one: Question) => operationOf(await ana.call(one.name, one.args));

const with2026 = (elicitation?: JsonObject): RequestOptions => ({
  era: "2026",
  capabilities: elicitation ? { elicitation } : {},
});

describe("a client that can show a form", () => {
  it.each<[string, JsonObject]>([
    ["a form", { form: {} }],
    ["anything", {}],
    ["a form and a page", { form: {}, url: {} }],
  ])("is asked inside the call (%s): one flat form with one boolean", async (_, elicitation) => {
    const { schema, state } = await question(undefined, with2026(elicitation));
    expect(schema).toMatchObject({
      type: "object",
      required: ["confirm"],
      properties: { confirm: { type: "boolean" } },
    });
    expect(Object.keys(schema.properties as JsonObject)).toEqual(["confirm"]);
    expect(state).not.toBe("");
    expect(double.counts.writes).toBe(0);
  });

  it.each<[string, RequestOptions]>([
    ["only pages", with2026({ url: {} })],
    ["nothing", with2026()],
    ["a form, but speaks 2025", { capabilities: { elicitation: { form: {} } } }],
  ])("is not one that declares %s: it gets a normal answer", async (_, options) => {
    const { tenant_id, ids } = await shop(["Vela"]);
    const answer = await ana.call(
      "delete_products",
      { tenant_id, items: ids.map((id) => ({ id })) },
      options,
    );
    expect(answer.isError).toBe(false);
    expect(answer.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
  });
});

describe("an answer to the form", () => {
  it("that accepts executes the set, once", async () => {
    const one = await question();
    const done = await reply(ana, one, YES);
    expect(codes(done)).toEqual(["ok", "ok"]);
    expect(done.structured).not.toHaveProperty("replayed");
    const operation_id = operationOf(done);
    const again = await reply(ana, one, YES);
    expect(again.structured).toMatchObject({
      operation_id,
      replayed: true,
      results: done.structured.results,
    });
    const confirmed = await ana.call("confirm_operation", { operation_id });
    expect(confirmed.structured).toMatchObject({ replayed: true, results: done.structured.results });
    expect(double.counts.writes).toBe(2);
  });

  it("that declines drops the operation for good", async () => {
    const one = await question();
    const dropped = await reply(ana, one, { action: "decline" });
    expect(dropped.structured).toMatchObject({ status: "CANCELLED", executed: false });
    const late = await reply(ana, one, YES);
    expect(late.structured.status).toBe("CANCELLED");
    expect(await namesIn(ana, one.tenant_id)).toHaveLength(2);
  });

  it.each<[string, JsonObject | undefined]>([
    ["is put away", { action: "cancel" }],
    ["is missing", undefined],
    ["is empty", { action: "accept" }],
    ["is sent with the box not ticked", { action: "accept", content: { confirm: false } }],
    ["is a text", { action: "accept", content: { confirm: "true" } }],
    ["is wrapped", { method: "elicitation/create", result: YES }],
  ])(
    "that %s leaves it open, without asking again by itself; accepting later still works",
    async (_, response) => {
      const one = await question();
      const open = await reply(ana, one, response);
      expect(open.raw.resultType).not.toBe("input_required");
      expect(open.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
      expect(double.counts.writes).toBe(0);
      expect(codes(await reply(ana, one, YES))).toEqual(["ok", "ok"]);
    },
  );

  it("counts for nothing without the question's state, or with a made-up one", async () => {
    const one = await question();
    const params = { inputResponses: { confirm: YES } };
    const bare = await ana.call(one.name, one.args, { ...FORM, params });
    expect(bare.raw.resultType).toBe("input_required");
    for (const state of ["made-up", `${one.state.slice(0, -2)}AA`, one.state.slice(1)]) {
      const { error } = await reply(ana, { ...one, state }, YES);
      expect(error.code).toBe("expired");
    }
    expect(double.counts.writes).toBe(0);
  });

  it("counts for nothing with other arguments or another tool", async () => {
    const one = await question();
    const fewer = { ...one.args, items: [{ id: String(one.ids[0]) }] };
    const changes = one.ids.map((id) => ({ id, changes: { sale_price: 1 } }));
    const other = { name: "update_products", args: { ...one.args, items: changes } };
    for (const forged of [{ args: fewer }, other]) {
      const { error } = await reply(ana, { ...one, ...forged }, YES);
      expect(error.code).toBe("invalid_argument");
    }
    expect(double.counts.writes).toBe(0);
  });

  it("counts for nothing from another person or another client", async () => {
    const one = await question({ [ANA]: "admin", [BRUNO]: "admin" });
    const others = [await Client.signIn({ user: "bruno" }), await Client.signIn({ user: "ana" })];
    for (const other of others) expect((await reply(other, one, YES)).error.code).toBe("expired");
    expect(double.counts.writes).toBe(0);
    expect(codes(await reply(ana, one, YES))).toEqual(["ok", "ok"]);
  });

  it("counts for nothing from a client of the 2025 revision, which knows no such thing", async () => {
    const one = await question();
    const answer = await reply(ana, one, YES, {});
    expect(answer.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    expect(double.counts.writes).toBe(0);
  });

  it("that comes too late finds an expired question", async () => {
    const one = await question();
    const operation_id = await behind(one);
    await inSession(ana, "UPDATE operation SET expires_at = ? WHERE id = ?", Date.now() - 1, operation_id);
    expect((await reply(ana, one, YES)).structured).toMatchObject({ status: "EXPIRED", executed: false });
    expect(double.counts.writes).toBe(0);
  });

  it("finds the results when the operation was confirmed in another way meanwhile", async () => {
    const one = await question();
    await ana.call("confirm_operation", { operation_id: await behind(one) });
    const again = await reply(ana, one, YES);
    expect(again.structured).toMatchObject({ status: "SUCCESS", replayed: true });
    expect(double.counts.writes).toBe(2);
  });
});
