import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Company, createProducts, createUser, setRole } from "../support/companies";
import { failure } from "../support/failures";
import { Client } from "../support/mcp";
import { type Owner, owner, signInAs } from "../support/people";
import { post, request } from "../support/raw";
import { double } from "../support/worker";

let person: Owner;
let client: Client;
let a: string;
let b: Company;
beforeEach(async () => {
  person = await owner({ roles: ["admin", "admin"] });
  client = person.client;
  a = person.tenant_id;
  b = person.companies[1] as Company;
});
afterEach(() => double.reset());

const session = (id: string | null) => ({ headers: { "Mcp-Session-Id": id } });

async function leavePending(): Promise<string> {
  await createProducts(a, [{ name: "Vela" }]);
  const asked = await client.call("delete_products", { tenant_id: a, items: ["Vela"] }, session("s-1"));
  return String(asked.structured.operation_id);
}

describe("a client that never keeps its session id (case 02)", () => {
  it("confirms what it asked under another one, once", async () => {
    const operation_id = await leavePending();
    const init = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "other", version: "1" },
    };
    await (await client.rpc("initialize", init, session("s-2"))).text();
    const second = await client.call("confirm_operation", { operation_id }, session("s-2"));
    expect(second.structured).toMatchObject({ status: "SUCCESS", summary: { succeeded: 1 } });
    const third = await client.call("confirm_operation", { operation_id }, session(null));
    expect(third.structured).toEqual({ ...second.structured, replayed: true });
    expect(double.counts.writes).toBe(1);
  });

  it("keeps the company it chose", async () => {
    await createProducts(b.tenantId, [{ name: "De B" }]);
    await client.call("select_tenant", { tenant_id: b.tenantId }, session("s-1"));
    for (const later of [session("s-2"), session(null), { era: "2026" as const }]) {
      const list = await client.call("list_products", {}, later);
      expect(list.structured).toMatchObject({
        tenant: { tenant_id: b.tenantId },
        products: [{ name: "De B" }],
      });
    }
  });

  it("is served at its very first request, and its notification is taken", async () => {
    const other = await signInAs(person.userId);
    expect((await other.call("list_products", { tenant_id: a })).isError).toBe(false);
    const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    const taken = await post(other.connection.accessToken, body);
    expect([taken.status, await taken.text()]).toEqual([202, ""]);
  });
});

describe("a session id in other hands (case 34)", () => {
  it("shows another person nothing, and lets them do nothing", async () => {
    const operation_id = await leavePending();
    const other = await owner();
    const list = await other.client.call("list_tenants", {}, session("s-1"));
    expect(list.structured.tenants).toMatchObject([{ tenant_id: other.tenant_id }]);
    for (const tool of ["get_operation", "confirm_operation", "cancel_operation"]) {
      const foreign = failure(await other.client.call(tool, { operation_id }, session("s-1")), "not_found");
      const unknown = failure(await other.client.call(tool, { operation_id: "op_unknown" }), "not_found");
      expect(foreign.message.replace(operation_id, "")).toBe(unknown.message.replace("op_unknown", ""));
    }
    const still = await client.call("get_operation", { operation_id });
    expect(still.structured).toMatchObject({ status: "AWAITING_CONFIRMATION" });
    expect(double.counts.writes).toBe(0);
  });

  it("shows a colleague in the same company nothing, either", async () => {
    const operation_id = await leavePending();
    const userId = await createUser();
    await setRole(userId, a, "admin");
    const other = await signInAs(userId);
    for (const tool of ["get_operation", "confirm_operation", "cancel_operation"])
      failure(await other.call(tool, { operation_id }, session("s-1")), "not_found");
  });

  it("is no token", async () => {
    const answer = await post(null, request("tools/list"), { "Mcp-Session-Id": "s-1" });
    await answer.text();
    expect(answer.status).toBe(401);
  });
});

describe("the same person", () => {
  it("does not find a choice of one client in another", async () => {
    await client.call("select_tenant", { tenant_id: b.tenantId }, session("s-1"));
    const second = await signInAs(person.userId);
    failure(await second.call("list_products", {}, session("s-1")), "tenant_required");
  });

  it("reads an operation from a second client, but confirms and cancels it only from the first", async () => {
    const operation_id = await leavePending();
    const second = await signInAs(person.userId);
    const seen = await second.call("get_operation", { operation_id });
    expect(seen.structured).toMatchObject({ operation_id, status: "AWAITING_CONFIRMATION" });
    failure(await second.call("confirm_operation", { operation_id }), "not_found");
    failure(await second.call("cancel_operation", { operation_id }), "not_found");
    expect(double.counts.writes).toBe(0);
  });

  it("hides it from a connection pinned to another company", async () => {
    const operation_id = await leavePending();
    const pinned = await signInAs(person.userId, { pinned: b.tenantId });
    failure(await pinned.call("get_operation", { operation_id }), "not_found");
  });

  it("keeps choice and question after a refresh of the token", async () => {
    await createProducts(b.tenantId, [{ name: "De B" }]);
    await client.call("select_tenant", { tenant_id: b.tenantId });
    const operation_id = await leavePending();
    const fresh = new Client(await client.connection.refresh());
    expect(fresh.connection.accessToken).not.toBe(client.connection.accessToken);
    const list = await fresh.call("list_products", {}, session("s-1"));
    expect(list.structured).toMatchObject({ tenant: { tenant_id: b.tenantId } });
    expect((await fresh.call("confirm_operation", { operation_id })).structured).toMatchObject({
      status: "SUCCESS",
    });
    expect(double.counts.writes).toBe(1);
  });
});
