import { afterEach, beforeEach, expect, it } from "vitest";
import { type Company, createProducts, removeMember, setRole } from "../support/companies";
import { failure, outcomes } from "../support/failures";
import type { Client } from "../support/mcp";
import { type Owner, owner } from "../support/people";
import { double } from "../support/worker";

let person: Owner;
let client: Client;
let b: Company;
let operation_id: string;
beforeEach(async () => {
  person = await owner({ roles: ["admin", "admin"], language: "en" });
  client = person.client;
  b = person.companies[1] as Company;
  await client.call("select_tenant", { tenant_id: b.tenantId });
  await createProducts(b.tenantId, [{ name: "Um" }, { name: "Dois" }]);
  const asked = await client.call("update_products", {
    tenant_id: b.tenantId,
    items: ["Um", "Dois"].map((name) => ({ name, changes: { sale_price: 12 } })),
  });
  operation_id = String(asked.structured.operation_id);
  double.reset();
});
afterEach(() => double.reset());

it("loses a company the moment the person is removed from it, without a new sign-in", async () => {
  await removeMember(person.userId, b.tenantId);
  const { tenants } = (await client.call("list_tenants")).structured;
  expect(tenants).toMatchObject([{ tenant_id: person.tenant_id }]);
  for (const tenant_id of [b.tenantId, b.slug]) {
    const { details } = failure(await client.call("list_products", { tenant_id }), "tenant_not_found");
    expect(details?.tenants).toMatchObject([{ tenant_id: person.tenant_id }]);
  }
  const list = await client.call("list_products");
  expect(list.structured).toMatchObject({ tenant: { tenant_id: person.tenant_id } });
  const confirmed = await client.call("confirm_operation", { operation_id });
  if (confirmed.structured.results) expect(outcomes(confirmed)).toEqual(["forbidden", "forbidden"]);
  else
    expect(failure(confirmed, "tenant_not_found").details?.tenants).toMatchObject([
      { tenant_id: person.tenant_id },
    ]);
  failure(await client.call("get_operation", { operation_id }), "not_found");
  expect(double.counts.writes).toBe(0);
});

it("fails every item when the person became a viewer meanwhile", async () => {
  await setRole(person.userId, b.tenantId, "viewer");
  const confirmed = await client.call("confirm_operation", { operation_id });
  expect(confirmed.isError).toBe(true);
  expect(confirmed.structured).toMatchObject({ status: "FAILED", summary: { total: 2, failed: 2 } });
  expect(outcomes(confirmed)).toEqual(["forbidden", "forbidden"]);
  expect(JSON.stringify(confirmed.structured.results)).toContain("products:update");
  expect(double.counts.writes).toBe(0);
});

it.each(["by id", "by slug", "chosen"])(
  "says that bitERP forbids a list (%s), and shows no empty one",
  async (how) => {
    double.refuse({
      path: /\/products\?/,
      with: { status: 403, problem: { code: "missing_permission", permission: "products:read" } },
    });
    const args =
      { "by id": { tenant_id: b.tenantId }, "by slug": { tenant_id: b.slug }, chosen: {} }[how] ?? {};
    const { message, retryable } = failure(await client.call("list_products", args), "forbidden");
    expect(message).toContain("products:read");
    expect(retryable).toBe(false);
  },
);

it.each([
  ["list_tenants", {}],
  ["list_products", {}],
  ["list_products by id", {}],
  ["create_product", { name: "x", sale_price: 1 }],
])("takes an outage for an outage, not for a removal: %s", async (what, args) => {
  double.refuse({ path: /\/v1\/tenants$/, with: { status: 503 } });
  const tool = what.split(" ")[0] ?? "";
  const named = what === "list_tenants" || what === "list_products" ? {} : { tenant_id: b.tenantId };
  const error = failure(await client.call(tool, { ...named, ...args }), "upstream_unavailable");
  expect(error.retryable).toBe(true);
  expect(double.counts.writes).toBe(0);
});

it("never shows what bitERP said when it broke", async () => {
  const html = "<html>ORA-00942 at secret-host.internal</html>";
  double.refuse({ path: "/products", with: { html, status: 500 } });
  const answer = await client.call("list_products", { tenant_id: b.tenantId });
  expect(answer.error.code).toBe("upstream_error");
  expect(answer.text).not.toMatch(/ORA|secret|html/i);
  double.reset();
  double.refuse({ path: "/products", with: { html } });
  expect((await client.call("list_products", { tenant_id: b.tenantId })).text).not.toMatch(
    /ORA|secret|html/i,
  );
  double.reset();
  double.refuse({ path: "/products", with: "network" });
  const lost = await client.call("list_products", { tenant_id: b.tenantId });
  expect(failure(lost, "upstream_unavailable").message).not.toMatch(/secret|Network/);
});

it("passes on how long to wait when bitERP is busy", async () => {
  double.refuse({ path: "/products", with: { status: 429, headers: { "Retry-After": "120" } } });
  const error = failure(await client.call("list_products", { tenant_id: b.tenantId }), "rate_limited");
  expect(error.retryable).toBe(true);
  expect(JSON.stringify(error)).toMatch(/"retry_after_s":120/);
});

it("answers 401, not a tool error, when bitERP refuses the stored sign-in", async () => {
  double.refuse({ with: { status: 401 } });
  for (const era of ["2025", "2026"] as const) {
    const answer = await client.rpc("tools/call", { name: "list_tenants", arguments: {} }, { era });
    await answer.text();
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toMatch(/^Bearer .*error="invalid_token"/);
  }
});

it("keeps two people's rights apart when they ask at the same moment", async () => {
  const others = await Promise.all([owner(), owner(), owner()]);
  const lists = await Promise.all(
    [person, ...others, person, ...others].map(({ client: one }) => one.call("list_tenants")),
  );
  const ids = lists.map(({ structured }) =>
    (structured.tenants as { tenant_id: string }[]).map((t) => t.tenant_id),
  );
  const expected = [person, ...others].map(({ companies }) =>
    companies.map(({ tenantId }) => tenantId).sort(),
  );
  expect(ids.map((one) => one.sort())).toEqual([...expected, ...expected]);
});
