import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/json";
import { sessionOf } from "../../src/session/client";
import { createProducts } from "../support/companies";
import { connectionIdOf } from "../support/connections";
import { failure } from "../support/failures";
import { type Answer, Client } from "../support/mcp";
import { type Owner, owner, signInAs } from "../support/people";
import { Published } from "../support/published";
import { double } from "../support/worker";

let person: Owner;
let client: Client;
let tenant_id: string;
let published: Published;
beforeAll(async () => {
  person = await owner();
  ({ client, tenant_id } = person);
  published = await Published.by(client);
});
let name: string;
let id: string;
beforeEach(async () => {
  name = `Produto ${crypto.randomUUID()}`;
  const [row] = await createProducts(tenant_id, [{ name }]);
  id = String(row?.id);
});
afterEach(() => {
  vi.useRealTimers();
  double.reset();
});

const draft = () => ({ name: `Novo ${crypto.randomUUID()}`, sale_price: 1 });
const call = async (tool: string, args: JsonObject = {}, from: Client = client) =>
  published.fitting(tool, await from.call(tool, { tenant_id, ...args }));
const ask = (items: JsonObject[] = [{ id }]) => call("delete_products", { items });
/** A call of a tool that takes an operation and no company. */
const on = async (tool: string, asked: Answer, from: Client = client) =>
  published.fitting(tool, await from.call(tool, { operation_id: String(asked.structured.operation_id) }));

describe("what is published fits what comes", () => {
  it.each(["get_user_data", "list_tenants"])("from %s", async (tool) => {
    published.fitting(tool, await client.call(tool));
  });

  it.each([
    ["select_tenant", () => ({})],
    ["list_products", () => ({})],
    ["list_products", () => ({ search: "nothing like it" })],
    ["list_products", () => ({ limit: 1 })],
    ["get_product", () => ({ id })],
    ["create_product", () => draft()],
    ["update_product", () => ({ id, sale_price: 3 })],
    ["delete_product", () => ({ id })],
  ] as [string, () => JsonObject][])("from %s", async (tool, args) => {
    const answer = await call(tool, args());
    expect(answer.structured.tenant).toMatchObject({ tenant_id });
  });

  it("from deleting what is deleted", async () => {
    await call("delete_product", { id });
    expect((await call("delete_product", { id })).structured).toHaveProperty("already_deleted", true);
  });

  it.each([
    ["SUCCESS", () => [{ id }]],
    ["PARTIAL_SUCCESS", () => [{ id }, { id: "nothing" }]],
    ["FAILED", () => [{ id: "nothing" }, { name: "nothing like it" }]],
  ] as [string, () => JsonObject[]][])("from get_products with %s", async (status, items) => {
    const answer = await call("get_products", { items: items() });
    expect(answer.structured).toMatchObject({ status, tenant: { tenant_id } });
    expect(answer.isError).toBe(status === "FAILED");
    expect(answer.structured).not.toHaveProperty("operation_id");
  });

  it.each([
    ["SUCCESS", () => [draft()]],
    ["PARTIAL_SUCCESS", () => [draft(), { name: "no price" }]],
    ["FAILED", () => [{ name: "no price" }, null]],
  ])("from create_products with %s", async (status, items) => {
    const answer = await call("create_products", { items: items() as JsonObject[] });
    expect(answer.structured.status).toBe(status);
    expect(answer.isError).toBe(status === "FAILED");
  });

  it.each([
    ["ELIGIBLE", () => [{ id }]],
    ["PARTIALLY_ELIGIBLE", () => [{ id }, { id: "nothing" }]],
    ["INELIGIBLE", () => [{ id: "nothing" }]],
  ] as [string, () => JsonObject[]][])("from validate_products with %s", async (status, items) => {
    const answer = await call("validate_products", { items: items() });
    expect(answer.structured).toMatchObject({ status, eligible: status !== "INELIGIBLE" });
    expect(answer.isError).toBe(false);
  });

  it("while a set waits, when it is done, and when it is read again", async () => {
    const asked = await ask([{ id }, { id: "nothing" }]);
    expect(asked.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    expect(asked.structured).not.toHaveProperty("results");
    expect((await on("get_operation", asked)).structured.status).toBe("AWAITING_CONFIRMATION");
    const done = await on("confirm_operation", asked);
    expect(done.structured.status).toBe("PARTIAL_SUCCESS");
    expect(Object.keys(done.structured).slice(0, 7)).toEqual([
      ...["status", "summary", "failures", "failed", "partial_success", "operation_id", "tenant"],
    ]);
    expect(done.structured.failed).toEqual([
      { index: 1, name: "nothing", error: "not_found", message: expect.stringMatching(/nothing/) },
    ]);
    expect((await on("confirm_operation", asked)).structured.replayed).toBe(true);
    const seen = await on("get_operation", asked);
    expect(seen.structured).toMatchObject({ status: "PARTIAL_SUCCESS", failures: [1] });
    expect(seen.structured.results?.[0]).toMatchObject({
      before: { name },
      sent_at: expect.any(String),
      tries: 1,
    });
  });

  it("when a set was dropped, which later confirming does not change", async () => {
    const asked = await ask();
    for (const tool of ["cancel_operation", "confirm_operation", "get_operation", "cancel_operation"]) {
      const answer = await on(tool, asked);
      expect(answer.structured).toMatchObject({ status: "CANCELLED", executed: false });
      expect(answer.isError).toBe(false);
    }
    expect(double.counts.writes).toBe(0);
  });

  it("when a question is too old, which says so and writes nothing", async () => {
    const asked = await ask();
    const expires = Date.parse(String(asked.structured.expires_at));
    expect(Math.abs(expires - Date.now() - 30 * 60_000)).toBeLessThan(20_000);
    vi.useFakeTimers({ toFake: ["Date"], now: expires + 5_000 });
    for (const tool of ["confirm_operation", "get_operation", "cancel_operation"]) {
      const answer = await on(tool, asked);
      expect(answer.structured).toMatchObject({ status: "EXPIRED", executed: false });
      expect(answer.isError).toBe(false);
    }
    expect(double.counts.writes).toBe(0);
  });

  it("when every item of a confirmed set fails", async () => {
    const asked = await ask();
    double.refuse({ method: "DELETE", with: { status: 422 } });
    const done = await on("confirm_operation", asked);
    expect(done.isError).toBe(true);
    expect(done.structured).toMatchObject({ status: "FAILED", failures: [0], partial_success: false });
  });

  it("from restoring, and from restoring what is live", async () => {
    await call("delete_product", { id });
    expect((await call("restore_products", { items: [{ id }] })).structured.status).toBe("SUCCESS");
    const again = await call("restore_products", { items: [{ id }] });
    expect(again.structured.results).toMatchObject([{ success: true, already_live: true }]);
  });

  it.each([
    ["create_product", () => draft()],
    ["update_product", () => ({ id, sale_price: 3 })],
    ["delete_product", () => ({ id })],
    ["create_products", () => ({ items: [draft()] })],
  ] as [string, () => JsonObject][])("from %s where the person answers on a page", async (tool, args) => {
    const browser = await signInAs(person.userId);
    const { clientId } = browser.connection;
    await sessionOf(env, person.userId, clientId).setMode(
      await connectionIdOf(person.userId, clientId),
      "browser",
    );
    const asked = await call(tool, args(), browser);
    expect(asked.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    expect(double.counts.writes).toBe(0);
  });
});

describe("what failed as a whole", () => {
  const everyTool: [string, JsonObject][] = [
    ["list_products", { limit: 0 }],
    ["get_product", { id: "nothing" }],
    ["get_products", { items: [] }],
    ["validate_products", { target_tool: "fly" }],
    ["create_product", { name: "x" }],
    ["create_products", { items: "[{" }],
    ["update_product", { id: "nothing", sale_price: 1 }],
    ["update_products", {}],
    ["delete_product", {}],
    ["delete_products", { items: [], force: true }],
    ["restore_products", { items: 7 }],
    ["confirm_operation", { operation_id: "op_nothing" }],
    ["cancel_operation", { operation_id: "op_nothing" }],
    ["get_operation", { operation_id: "op_nothing" }],
    ["select_tenant", { tenant_id: "nothing" }],
  ];
  it.each(everyTool)("is only text, from %s %j, in both eras", async (tool, args) => {
    const takesCompany = /product/.test(tool);
    for (const era of ["2025", "2026"] as const) {
      const answer = await client.call(tool, takesCompany ? { tenant_id, ...args } : args, { era });
      failure(answer, answer.error.code);
      // Some hosts take the first JSON text for the structured content and hold it to the published form.
      expect(published.takes(tool, JSON.parse(answer.text)), answer.text).toBe(true);
    }
  });

  it("has no structured content when bitERP does not answer", async () => {
    double.refuse({ path: "/products", with: { status: 503 } });
    failure(await client.call("list_products", { tenant_id }), "upstream_unavailable");
    double.reset();
    double.refuse({ path: "/products", method: "GET", with: "network" });
    failure(await client.call("get_product", { tenant_id, id }), "upstream_unavailable");
  });

  it.each([
    ["ana", /[áãçéêíóõú]|não|produto/i],
    ["carla", /^No product/],
  ] as const)("is said to %s in her language, with the same code", async (user, words) => {
    const one = await Client.signIn({ user });
    const args = { tenant_id: "padaria-aurora", id: "nothing" };
    expect(failure(await one.call("get_product", args), "not_found").message).toMatch(words);
  });
});
