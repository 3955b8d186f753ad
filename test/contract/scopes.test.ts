import { afterEach, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { createCompany, createProducts, createUser, setRole } from "../support/companies";
import { failure, outcomes } from "../support/failures";
import type { Client } from "../support/mcp";
import { owner, signInAs } from "../support/people";
import { double } from "../support/worker";

afterEach(() => double.reset());

const names = async (client: Client) =>
  ((await client.result("tools/list")).tools as JsonObject[]).map((tool) => String(tool.name));

const anyone = ["get_user_data", "list_tenants", "select_tenant"];
const reading = [...anyone, "list_products", "get_product", "get_products", "validate_products"];

it.each([
  ["products:read", [...reading, "get_operation"]],
  [
    "products:create",
    [
      ...anyone,
      "create_product",
      "create_products",
      "confirm_operation",
      "cancel_operation",
      "get_operation",
    ],
  ],
  [
    "products:update",
    [
      ...[...anyone, "update_product", "update_products", "restore_products"],
      ...["confirm_operation", "cancel_operation", "get_operation"],
    ],
  ],
  [
    "products:delete",
    [
      ...anyone,
      "delete_product",
      "delete_products",
      "confirm_operation",
      "cancel_operation",
      "get_operation",
    ],
  ],
])("shows a connection with %s the tools it can use, and no others", async (scope, expected) => {
  const { client } = await owner({ choice: { ticked: [scope] } });
  expect(await names(client)).toEqual(expected);
});

it("shows every tool to a connection with every scope, also where the role can do less", async () => {
  const { client } = await owner({ roles: ["viewer"] });
  expect(await names(client)).toHaveLength(17);
});

it("answers a call outside the granted scopes with what to ask for, twice alike, and writes nothing", async () => {
  const { client, tenant_id } = await owner({ choice: { ticked: ["products:read"] } });
  const args = { tenant_id, name: "Nunca", sale_price: 1 };
  for (const era of ["2025", "2025", "2026", "2026"] as const) {
    const answer = await client.rpc("tools/call", { name: "create_product", arguments: args }, { era });
    await answer.text();
    expect(answer.status).toBe(403);
    const challenge = answer.headers.get("WWW-Authenticate") ?? "";
    expect(challenge).toMatch(/^Bearer /);
    expect(challenge).toContain('error="insufficient_scope"');
    expect(/scope="([^"]+)"/.exec(challenge)?.[1]?.split(" ").sort()).toEqual([
      "products:create",
      "products:read",
    ]);
    expect(challenge).toMatch(/resource_metadata="https?:\/\//);
  }
  expect(double.counts.writes).toBe(0);
});

it("lets the person step up to the union of scopes and go on", async () => {
  const { client, userId, tenant_id } = await owner({ choice: { ticked: ["products:read"] } });
  const { clientId } = client.connection;
  const scopes = ["products:read", "products:create"];
  const wider = await signInAs(userId, { clientId, scopes });
  const made = await wider.call("create_product", { tenant_id, name: "Agora", sale_price: 1 });
  expect(made.structured).toMatchObject({ product: { name: "Agora" } });
});

it("names the permission a role lacks, twice alike, in the person's language", async () => {
  const userId = await createUser({ language: "en" });
  const { tenantId: tenant_id } = await createCompany({ members: { [userId]: "viewer" } });
  const client = await signInAs(userId);
  const texts = new Set<string>();
  for (const _ of [1, 2]) {
    const answer = await client.call("create_product", { tenant_id, name: "Nunca", sale_price: 1 });
    const { message: text, retryable, details } = failure(answer, "forbidden");
    expect(text).toContain("products:create");
    expect(text).toMatch(/permission/);
    expect({ retryable, details }).toEqual({ retryable: false, details: { permission: "products:create" } });
    texts.add(text);
  }
  expect(texts.size).toBe(1);
  expect(double.counts.writes).toBe(0);
});

it.each([
  ["update_product", { id: "x", name: "y" }, "products:update"],
  ["delete_product", { id: "x" }, "products:delete"],
])("refuses %s to a viewer", async (tool, args, permission) => {
  const { client, tenant_id } = await owner({ roles: ["viewer"] });
  expect(failure(await client.call(tool, { tenant_id, ...args }), "forbidden").message).toContain(permission);
});

it("fails each item of a set where the role lacks the permission, and leaves nothing pending", async () => {
  const { client, tenant_id } = await owner({ roles: ["manager"] });
  const [row] = await createProducts(tenant_id, [{ name: "Fica" }]);
  const answer = await client.call("delete_products", {
    tenant_id,
    items: [{ id: String(row?.id) }, { name: "Fica" }],
  });
  expect(answer.isError).toBe(true);
  expect(answer.structured).toMatchObject({ status: "FAILED", tenant: { tenant_id } });
  expect(outcomes(answer)).toEqual(["forbidden", "forbidden"]);
  expect(answer.structured).not.toHaveProperty("operation_id");
});

it("needs the operation's own scope to confirm it", async () => {
  const { client, userId, tenant_id } = await owner();
  await createProducts(tenant_id, [{ name: "Fica" }]);
  const asked = await client.call("delete_products", { tenant_id, items: [{ name: "Fica" }] });
  const operation_id = String(asked.structured.operation_id);
  const { clientId } = client.connection;
  const reader = await signInAs(userId, { clientId, ticked: ["products:read"] });
  const answer = await reader.rpc("tools/call", { name: "confirm_operation", arguments: { operation_id } });
  expect(answer.status).toBe(403);
  expect(answer.headers.get("WWW-Authenticate")).toContain("products:delete");
  await answer.text();
  expect(double.counts.writes).toBe(0);
  const seen = await reader.call("get_operation", { operation_id });
  expect(seen.structured).toMatchObject({ status: "AWAITING_CONFIRMATION" });
});

it("does not let the form of an argument hide an operation from the scope check", async () => {
  const { client, userId, tenant_id } = await owner();
  await createProducts(tenant_id, [{ name: "Fica" }]);
  const asked = await client.call("delete_products", { tenant_id, items: [{ name: "Fica" }] });
  const operation_id = String(asked.structured.operation_id);
  const { clientId } = client.connection;
  const reader = await signInAs(userId, { clientId, ticked: ["products:read"] });
  for (const given of [JSON.stringify({ operation_id }), { operation_id: ` ${operation_id} ` }]) {
    const answer = await reader.rpc("tools/call", { name: "confirm_operation", arguments: given });
    const text = await answer.text();
    expect(answer.status === 403 || text.includes("forbidden"), text).toBe(true);
    expect(double.counts.writes).toBe(0);
  }
});

it("takes a role that was raised without a new sign-in", async () => {
  const { client, userId, tenant_id } = await owner({ roles: ["viewer"] });
  const args = { tenant_id, name: "Depois", sale_price: 1 };
  failure(await client.call("create_product", args), "forbidden");
  await setRole(userId, tenant_id, "manager");
  expect((await client.call("create_product", args)).structured).toMatchObject({
    product: { name: "Depois" },
  });
});

it("lets a connection that may only read drop nothing that another of its program has asked for", async () => {
  const { client, userId, tenant_id } = await owner();
  const { clientId } = client.connection;
  const [row] = await createProducts(tenant_id, [{ name: "Vela" }]);
  const asked = await client.call("delete_products", { tenant_id, items: [{ id: row?.id ?? "" }] });
  const args = { operation_id: asked.structured.operation_id ?? "" };
  for (const ticked of [["products:read"], ["products:read", "products:create"]]) {
    const lesser = await signInAs(userId, { clientId, ticked });
    for (const operation_id of [args.operation_id, ` ${args.operation_id} `]) {
      const refused = await lesser.rpc("tools/call", {
        name: "cancel_operation",
        arguments: { operation_id },
      });
      expect(refused.status).toBe(403);
      expect(refused.headers.get("WWW-Authenticate")).toContain(
        `scope="${ticked.join(" ")} products:delete"`,
      );
    }
    expect((await lesser.call("get_operation", args)).structured.status).toBe("AWAITING_CONFIRMATION");
  }
  const deleting = await signInAs(userId, { clientId, ticked: ["products:delete"] });
  expect((await deleting.call("cancel_operation", args)).structured.status).toBe("CANCELLED");
});
