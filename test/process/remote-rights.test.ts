import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ANA, AURORA, BEIRA, type Pair, pointing, startPair, until, writesByKey } from "./support/remote";
import { RemoteClient, tally } from "./support/remote-client";
import { type Door, doorBefore } from "./support/remote-door";
import { startServer } from "./support/server";

let door: Door;
let pair: Pair;
let client: RemoteClient;
beforeAll(async () => {
  pair = await startPair({
    vars: { RIGHTS_TTL_SECONDS: "1" },
    door: async (erp) => {
      door = await doorBefore(erp.url);
      return door.url;
    },
  });
  client = await RemoteClient.signIn(pair.server.url, ANA, { mode: "assistant" });
});
beforeEach(async () => {
  door.open();
  await pair.erp.control({ reset: true });
  await aged();
});
afterAll(async () => {
  await pair?.stop();
  door?.close();
});

/** Long enough for what is remembered of a person's rights to be forgotten. */
const aged = () => new Promise((resolve) => setTimeout(resolve, 1_200));
const company = (tenant_id: string, tenant: string, role: string, permissions: string[]) => ({
  tenant_id,
  tenant,
  company_name: tenant,
  role,
  permissions,
});
const aurora = company(AURORA, "padaria-aurora", "admin", [
  "products:read",
  "products:create",
  "products:update",
  "products:delete",
]);

/** An update of two products of BEIRA that waits for its confirmation. */
async function pending(): Promise<{ operation_id: unknown; ids: string[] }> {
  const ids = await client.products(BEIRA, 2);
  await pair.erp.control({ reset: true });
  const items = ids.map((id) => ({ id, changes: { sale_price: 11 } }));
  const { structured } = await client.call("update_products", { tenant_id: BEIRA, items });
  expect(structured.status).toBe("AWAITING_CONFIRMATION");
  return { operation_id: structured.operation_id, ids };
}

describe("rights that were taken away at bitERP", () => {
  it("are gone in an open connection: a company", async () => {
    const { operation_id } = await pending();
    await client.call("select_tenant", { tenant_id: BEIRA });
    door.instead("GET /v1/tenants", { status: 200, body: { data: [aurora] } });
    door.instead(new RegExp(`^\\w+ /v1/tenants/${BEIRA}/`), { status: 404, body: { code: "not_found" } });
    await aged();
    expect((await client.call("list_tenants")).structured.tenants).toMatchObject([{ tenant_id: AURORA }]);
    expect((await client.call("list_products", { tenant_id: BEIRA })).text).toContain("tenant_not_found");
    const unsaid = await client.call("list_products", { limit: 1 });
    expect(unsaid.structured.tenant).toMatchObject({ tenant_id: AURORA });
    const confirmed = await client.call("confirm_operation", { operation_id });
    expect(confirmed.isError).toBe(true);
    expect(confirmed.text).toMatch(/tenant_not_found|not_found|forbidden/);
    expect((await pair.erp.state()).counts.writes).toBe(0);
  });

  it("are gone in an open connection: a role", async () => {
    const { operation_id } = await pending();
    const viewer = company(BEIRA, "mercado-beira", "viewer", ["products:read"]);
    door.instead("GET /v1/tenants", { status: 200, body: { data: [aurora, viewer] } });
    const body = { code: "missing_permission", permission: "products:update" };
    door.instead(new RegExp(`^(PATCH|POST|DELETE) /v1/tenants/${BEIRA}/`), { status: 403, body });
    await aged();
    const confirmed = await client.call("confirm_operation", { operation_id });
    expect(confirmed.isError).toBe(true);
    expect(confirmed.structured.status).toBe("FAILED");
    expect(tally(confirmed)).toEqual({ forbidden: 2 });
    expect((await pair.erp.state()).counts.writes).toBe(0);
    const single = await client.call("create_product", { tenant_id: BEIRA, name: "Vedado", sale_price: 1 });
    expect([single.status, single.isError]).toEqual([200, true]);
    expect(single.text).toContain("products:create");
  });

  it("are neither gone nor granted while bitERP cannot say", async () => {
    const { operation_id } = await pending();
    door.instead("GET /v1/tenants", { status: 503, body: { code: "unavailable" } });
    await aged();
    for (const [name, args] of [
      ["list_tenants", {}],
      ["list_products", { tenant_id: BEIRA }],
      ["list_products", { tenant_id: "mercado-beira" }],
      ["confirm_operation", { operation_id }],
      ["create_product", { tenant_id: BEIRA, name: "Incerto", sale_price: 1 }],
    ] as const) {
      const reply = await client.call(name, args);
      expect([name, reply.status, reply.isError]).toEqual([name, 200, true]);
      expect(reply.text).toContain("upstream_unavailable");
      expect(reply.text).not.toMatch(/forbidden|tenant_not_found/);
      expect(reply.structured.products).toBeUndefined();
    }
    expect((await pair.erp.state()).counts.writes).toBe(0);
    door.open();
    expect(tally(await client.call("confirm_operation", { operation_id }))).toEqual({ done: 2 });
  });
});

it("does not wait for what somebody who left was asking bitERP", async () => {
  await pair.erp.control({ rules: [{ path: "/v1/tenants", times: 1, action: "hang" }] });
  const left = client.call("list_tenants", {}, AbortSignal.timeout(400));
  await expect(left).rejects.toThrow();
  const next = await client.call("list_tenants", {}, AbortSignal.timeout(8_000));
  expect(next.structured.tenants).toHaveLength(2);
});

/** Ends the server's process group at once, as a crash of the machine would: no signal to react to. */
function killServer(port: string): void {
  const processes = execFileSync("ps", ["-A", "-o", "pid=,args="], { encoding: "utf8" }).split("\n");
  const leader = processes.find(
    (line) => line.includes("wrangler.js dev") && line.includes(`--port ${port} `),
  );
  process.kill(-Number(leader?.trim().split(" ")[0]), "SIGKILL");
}

// Last: the server is another one afterwards.
it("finishes an operation after a crash in its middle, with nothing written twice", async () => {
  const ids = await client.products(AURORA, 20);
  await pair.erp.control({ reset: true, delayMs: 700 });
  const items = ids.map((id) => ({ id, changes: { sale_price: 12 } }));
  const asked = await client.call("update_products", { tenant_id: AURORA, items });
  const { operation_id } = asked.structured;
  const confirming = client.call("confirm_operation", { operation_id });
  confirming.catch(() => undefined);
  await until(async () => (await pair.erp.state()).counts.writes >= 8);
  const { port } = new URL(pair.server.url);
  killServer(port);
  await expect(confirming).rejects.toThrow();
  const { writes } = (await pair.erp.state()).counts;
  expect(writes).toBeLessThan(20);

  await pair.erp.control({ delayMs: 0 });
  const again = await startServer({ port: Number(port), env: pointing(pair.erp, door.url) });
  try {
    const ended = await client.ended(operation_id);
    expect(tally(ended)).toEqual({ done: 20 });
    const done = await writesByKey(pair.erp);
    expect([...done.values()].map((one) => one.done)).toEqual(Array(20).fill(1));
    const confirmed = await client.call("confirm_operation", { operation_id });
    expect(confirmed.structured).toMatchObject({ status: "SUCCESS", replayed: true });
    expect((await pair.erp.state()).counts.writes).toBe(20);
  } finally {
    await again.stop();
  }
});
