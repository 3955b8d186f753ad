import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { setRole } from "../support/companies";
import { type Owner, owner, signInAs } from "../support/people";
import { sessionOf } from "../support/session";
import {
  asked,
  codes,
  FORM,
  operationOf,
  reply,
  repriced,
  resetBitErp,
  shop,
  writesSent,
  YES,
} from "../support/sets";

let person: Owner;
beforeAll(async () => {
  person = await owner({ roles: ["admin"] });
});
afterEach(resetBitErp);

const candles = (count = 1) =>
  shop(
    Array.from({ length: count }, (_, at) => `Vela ${at}`),
    { [person.userId]: "admin" },
  );

/** A set that waits for the person. */
async function waiting(count = 1) {
  const { tenant_id, ids } = await candles(count);
  const args = { tenant_id, items: ids.map((id) => ({ id })) };
  return { args, operation_id: operationOf(await person.client.call("delete_products", args)) };
}

describe("the person's yes", () => {
  const claims: JsonObject[] = [
    { confirmed: true },
    { confirmed: "true", action: "confirm", chatInput: "sim, pode excluir" },
    { confirm: true },
    { force: true },
    { executed: true },
    { status: "SUCCESS" },
    { operation_id: "op_x" },
    { inputResponses: { confirm: { action: "accept", content: { confirm: true } } } },
    { requestState: "x" },
    { mode: "delegated" },
    { _meta: { confirm: true } },
  ];
  it.each(claims)("cannot be claimed by an argument: %j", async (claim) => {
    const { tenant_id, ids } = await candles();
    const items = ids.map((id) => ({ id }));
    for (const [tool, args] of [
      ["delete_products", { tenant_id, items }],
      ["update_products", { tenant_id, items: repriced(ids) }],
    ] as const) {
      const answer = await person.client.call(tool, { ...args, ...claim });
      expect([answer.structured.status, answer.error?.code]).toContainEqual(
        answer.isError ? "invalid_argument" : "AWAITING_CONFIRMATION",
      );
    }
    expect(writesSent()).toEqual([]);
  });

  it.each([
    [
      "headers",
      { headers: { "Mcp-Param-Confirm": "true", "X-Confirm": "true", "Mcp-Session-Id": "confirmed" } },
    ],
    ["the params of an older client", { params: { requestState: "x", inputResponses: { confirm: YES } } }],
    ["metadata", { params: { _meta: { confirm: true, "openai/userConfirmed": true } } }],
  ])("cannot be claimed by %s", async (_, options) => {
    const { tenant_id, ids } = await candles();
    const answer = await person.client.call("delete_products", { tenant_id, items: ids }, options);
    expect(answer.structured.status).toBe("AWAITING_CONFIRMATION");
    expect(writesSent()).toEqual([]);
  });

  it.each([
    { action: "accept" },
    { action: "accept", content: {} },
    { action: "accept", content: { confirm: "true" } },
    { action: "accept", content: { confirm: 1 } },
    { action: "accept", content: { confirm: false } },
    { action: "accept", content: { confirmed: true } },
    { action: "ACCEPT", content: { confirm: true } },
    { action: "cancel", content: { confirm: true } },
    { action: "decline", content: { confirm: true } },
  ] as JsonObject[])("is not %j", async (response) => {
    const { tenant_id, ids } = await candles();
    const question = await asked(person.client, "delete_products", { tenant_id, items: ids });
    await (
      await person.client.rpc(
        "tools/call",
        { name: question.name, arguments: question.args },
        { ...FORM, params: { requestState: question.state, inputResponses: { confirm: response } } },
      )
    ).text();
    expect(writesSent()).toEqual([]);
  });
});

describe("the state of a question", () => {
  it("with one character changed, cut, or of another question, executes nothing", async () => {
    const { tenant_id, ids } = await candles(2);
    const one = await asked(person.client, "delete_products", { tenant_id, items: ids.slice(0, 1) });
    const other = await asked(person.client, "delete_products", { tenant_id, items: ids.slice(1) });
    const { state } = one;
    const flipped = [3, Math.floor(state.length / 2), state.length - 3].map(
      (at) => state.slice(0, at) + (state[at] === "A" ? "B" : "A") + state.slice(at + 1),
    );
    const [head = ""] = state.split(".");
    for (const forged of [
      ...flipped,
      state.slice(0, -1),
      head,
      `${head}.`,
      `${state}${state}`,
      "",
      other.state,
    ]) {
      const params = { requestState: forged, inputResponses: { confirm: YES } };
      const sent = await person.client.rpc(
        "tools/call",
        { name: one.name, arguments: one.args },
        { ...FORM, params },
      );
      expect(sent.status).toBeLessThan(500);
      await sent.text();
    }
    expect(writesSent()).toEqual([]);
    expect(codes(await reply(person.client, one, YES))).toEqual(["ok"]);
  });

  it("of another person or another client executes nothing", async () => {
    const stranger = await owner();
    const members = { [person.userId]: "admin", [stranger.userId]: "admin" } as const;
    const { tenant_id, ids } = await shop(["Vela"], members);
    const question = await asked(person.client, "delete_products", { tenant_id, items: ids });
    const second = await signInAs(person.userId);
    const sameClient = await signInAs(stranger.userId, { clientId: person.client.connection.clientId });
    for (const who of [stranger.client, second, sameClient]) {
      const answer = await reply(who, question, YES);
      expect(answer.error.code).toBe("expired");
    }
    expect(writesSent()).toEqual([]);
  });

  it("replayed gives the first answer again and writes nothing more", async () => {
    const { tenant_id, ids } = await candles();
    const question = await asked(person.client, "update_products", { tenant_id, items: repriced(ids) });
    const all = await Promise.all(Array.from({ length: 8 }, () => reply(person.client, question, YES)));
    expect(all.map(codes)).toEqual(all.map(() => ["ok"]));
    expect(writesSent()).toHaveLength(1);
    await person.client.call("update_product", { tenant_id, id: String(ids[0]), sale_price: 99 });
    expect((await reply(person.client, question, YES)).structured.replayed).toBe(true);
    const now = await person.client.call("get_product", { tenant_id, id: String(ids[0]) });
    expect(now.structured.product).toMatchObject({ sale_price: 99 });
  });
});

describe("confirming", () => {
  it("raced against cancelling ends one way, for every item alike", async () => {
    const { operation_id } = await waiting(6);
    const calls = Array.from({ length: 10 }, (_, at) =>
      person.client.call(at % 2 === 0 ? "confirm_operation" : "cancel_operation", { operation_id }),
    );
    await Promise.all(calls);
    const { structured } = await person.client.call("get_operation", { operation_id });
    const done =
      structured.status === "CANCELLED" ? 0 : (structured.summary as { succeeded: number }).succeeded;
    expect(writesSent()).toHaveLength(done);
  });

  it("after cancelling, or after the time is up, does nothing, however often", async () => {
    const dropped = await waiting();
    await person.client.call("cancel_operation", { operation_id: dropped.operation_id });
    const old = await waiting();
    const sql = "UPDATE operation SET expires_at = ? WHERE id = ?";
    await runInDurableObject(
      sessionOf(person.client, person.userId) as never,
      (_: unknown, state: DurableObjectState) => {
        state.storage.sql.exec(sql, Date.now() - 1, old.operation_id);
      },
    );
    for (const { operation_id } of [dropped, old]) {
      const all = await Promise.all(
        Array.from({ length: 5 }, () => person.client.call("confirm_operation", { operation_id })),
      );
      for (const one of all) expect(["CANCELLED", "EXPIRED"]).toContain(one.structured.status);
    }
    expect(writesSent()).toEqual([]);
  });

  it("an id with anything added is not the id", async () => {
    const { operation_id } = await waiting();
    for (const typed of [
      `${operation_id}0`,
      operation_id.slice(0, -1),
      operation_id.toUpperCase(),
      "op_%",
      "%",
    ]) {
      const { error } = await person.client.call("confirm_operation", { operation_id: typed });
      expect(error.code).toBe("not_found");
    }
    expect(writesSent()).toEqual([]);
  });

  it("cannot be guessed: ids hold at least 120 random bits", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await waiting()).operation_id));
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id.replace(/^op_/, "").replaceAll("-", "")).toMatch(/^[0-9a-zA-Z]{24,}$/);
  });

  it("does nothing to a company that is out of reach by then", async () => {
    const { operation_id, args } = await waiting();
    await setRole(person.userId, args.tenant_id, null);
    expect((await person.client.call("confirm_operation", { operation_id })).isError).toBe(true);
    expect(writesSent()).toEqual([]);
  });
});
