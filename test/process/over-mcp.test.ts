import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { McpAction } from "../../scripts/biterp-mcp/switches.ts";
import { AURORA, codes, created, entries, errorOf, productOf, toolsOf, waiting, word } from "./kit/bench";
import { poisonMark, type RunningBitErpMcp, startBitErpMcp } from "./support/biterp-mcp";
import { withProgramToken } from "./support/program-token";
import { ANA } from "./support/remote";
import { RemoteClient, type Reply, tally } from "./support/remote-client";
import { type RunningServer, startServer } from "./support/server";

const BRUNO = "bruno@mercado-beira.example";

let erp: RunningBitErpMcp;
let server: RunningServer;
let ana: RemoteClient;
beforeAll(async () => {
  erp = await startBitErpMcp();
  server = await startServer({ env: { BITERP_MCP_URL: erp.url }, vars: { RIGHTS_TTL_SECONDS: "0" } });
  ana = await RemoteClient.signIn(server.url, ANA);
});
beforeEach(async () => {
  await erp.control({ reset: true });
});
afterAll(async () => {
  await Promise.allSettled([server?.stop(), erp?.stop()]);
});

const list = (who = ana) => who.call("list_products", { tenant_id: AURORA, limit: 1 });
const create = (who = ana) =>
  who.call("create_product", { tenant_id: AURORA, name: `Falha ${word()}`, sale_price: 10 });
const onCreate = (action: McpAction, nth?: number | number[]) =>
  erp.control({ rules: [{ tool: "create_product", action, ...(nth !== undefined && { nth }) }] });
/** How often bitERP's tool was called, and how many writes were carried out. */
async function sent(tool: string): Promise<[number, number]> {
  const { counts } = await erp.state();
  return [counts.tools[tool] ?? 0, counts.writes];
}

it("lets a program in by an access token, with a sign-in of its own at bitERP", async () => {
  const { tenants } = (await ana.call("list_tenants")).structured as { tenants: Record<string, string>[] };
  const tenant = tenants.find((one) => one.tenant === AURORA)?.tenant_id ?? "";
  const client = await withProgramToken(server.url, ANA, { tenant });
  const items = [1, 2].map(() => ({ name: `Programa ${word()}`, sale_price: 10 }));
  const made = await client.call("create_products", { items });
  expect(tally(made)).toEqual({ done: 2 });
  expect((await client.call("list_products", { tenant_id: "mercado-beira" })).text).toContain(
    "tenant_not_found",
  );
  expect((await list()).isError).toBe(false);
});

describe("a session that is lost", () => {
  it("is opened anew for a read and for a write, which is done once", async () => {
    const lost: McpAction = { status: 404 };
    await erp.control({ rules: [{ tool: "list_products", nth: 1, action: lost }] });
    expect((await list()).isError).toBe(false);
    expect((await erp.state()).counts.initialized).toBe(2);
    await erp.control({ reset: true });
    await create();
    const { initialized } = (await erp.state()).counts;
    await erp.control({ reset: true });
    await onCreate(lost, 1);
    expect((await create()).isError).toBe(false);
    const { counts, log } = await erp.state();
    expect([counts.writes, log.length, counts.initialized]).toEqual([1, 1, initialized + 1]);
  });

  it("in the middle of a set loses no item and does none twice", async () => {
    await onCreate({ status: 404 }, 4);
    const tag = word();
    const items = Array.from({ length: 8 }, (_, at) => ({ name: `Meio ${tag} ${at}`, sale_price: 1 }));
    const reply = await ana.call("create_products", { tenant_id: AURORA, items });
    expect(tally(reply)).toEqual({ done: 8 });
    const { counts, log } = await erp.state();
    expect([counts.writes, log.length]).toEqual([8, 8]);
  });

  it("again and again ends as an error, not in a loop", async () => {
    await erp.control({ rules: [{ tool: "list_products", action: { status: 404 } }] });
    expect(["upstream_error", "upstream_unavailable"]).toContain(errorOf(await list()).code);
    expect((await sent("list_products"))[0]).toBeLessThanOrEqual(3);
  });
});

describe("a write without an answer", () => {
  it.each([
    ["drop", 0],
    ["drop_after", 1],
    ["html", 0],
    [{ status: 500 }, 0],
    [{ status: 503 }, 0],
    [{ isError: "Erro interno do bitERP" }, 0],
    [{ rpcError: { code: -32_603, message: "Internal error" } }, 0],
  ] as const)("after %j has an unknown outcome, and is not sent again", async (action, done) => {
    await onCreate(action as McpAction);
    expect(errorOf(await create())).toMatchObject({ code: "unknown_outcome", retryable: false });
    expect(await sent("create_product")).toEqual([1, done]);
  });

  it.each([
    ["hang", 0],
    ["hang_after", 1],
  ] as const)("because of %s has one, too, when its time is over", async (action, done) => {
    await onCreate(action);
    expect(errorOf(await create()).code).toBe("unknown_outcome");
    expect(await sent("create_product")).toEqual([1, done]);
  });

  it("leaves the other items of a set alone; asking again with the same key sends nothing", async () => {
    await erp.control({
      rules: [
        { tool: "create_product", nth: 2, action: "drop_after" },
        { tool: "create_product", nth: 4, action: "drop" },
      ],
    });
    const tag = word();
    const items = Array.from({ length: 6 }, (_, at) => ({ name: `Parte ${tag} ${at}`, sale_price: 1 }));
    const args = { tenant_id: AURORA, items, idempotency_key: tag };
    const first = await ana.call("create_products", args);
    expect(tally(first)).toEqual({ done: 4, unknown_outcome: 2 });
    expect(await sent("create_product")).toEqual([6, 5]);
    const second = await ana.call("create_products", args);
    expect(codes(second)).toEqual(codes(first));
    expect(await sent("create_product")).toEqual([6, 5]);
    const kept = await ana.call("get_operation", { operation_id: first.structured.operation_id });
    expect(entries(kept).map(({ tries }) => tries)).toEqual(Array(6).fill(1));
  });
});

describe("a write that was certainly not done", () => {
  it.each([
    { status: 429, headers: { "Retry-After": "1" } },
    { status: 503, headers: { "Retry-After": "1" } },
  ])("after %j is sent again, once", async (action) => {
    await onCreate(action, 1);
    const started = Date.now();
    expect((await create()).isError).toBe(false);
    expect(Date.now() - started).toBeGreaterThanOrEqual(950);
    expect((await sent("create_product"))[1]).toBe(1);
    expect((await erp.state()).log).toHaveLength(1);
  });

  it("is not waited for when an hour is asked", async () => {
    await onCreate({ status: 429, headers: { "Retry-After": "3600" } });
    const error = errorOf(await create());
    expect(error).toMatchObject({ code: "rate_limited", retryable: true });
    expect(JSON.stringify(error)).toContain('"retry_after_s":3600');
    expect((await erp.state()).counts.writes).toBe(0);
  });
});

describe("reads", () => {
  it.each(["drop", { status: 500 }, "html"] as const)("are tried again after %j", async (action) => {
    await erp.control({ rules: [{ tool: "list_products", nth: 1, action }] });
    expect((await list()).structured.products).toHaveLength(1);
  });

  it.each([
    ["Produto não encontrado", "not_found"],
    ["Você não tem permissão para esta operação", "forbidden"],
    ["Limite de requisições atingido", "rate_limited"],
    ["gateway-7: Erro interno", "upstream_error"],
  ])("understand the error %j, and do not pass its words on", async (isError, code) => {
    await erp.control({ rules: [{ tool: "get_product", action: { isError } }] });
    const reply = await ana.call("get_product", { tenant_id: AURORA, id: crypto.randomUUID() });
    expect(errorOf(reply).code).toBe(code);
    expect(reply.text).not.toMatch(/gateway-7/);
  });

  it("of a slow bitERP are answered, and sets share few connections", async () => {
    const ids = await created(
      ana,
      Array(10)
        .fill(0)
        .map((_, at) => ({ name: `Lenta ${word()} ${at}` })),
      AURORA,
    );
    const { sessions } = (await erp.control({ reset: true, delayMs: 400 })).counts;
    const reply = await ana.call("get_products", { tenant_id: AURORA, items: ids.map((id) => ({ id })) });
    expect(tally(reply)).toEqual({ done: 10 });
    const { counts } = await erp.state();
    expect(counts.maxInFlight).toBeLessThanOrEqual(6);
    expect(counts.initialized).toBe(1);
    await expect.poll(async () => (await erp.state()).counts.sessions).toBe(sessions);
  });
});

describe("orders to the model in bitERP's texts", () => {
  it("reach nobody", async () => {
    const [id] = await created(ana, [{ name: `Veneno ${word()}` }], AURORA);
    const asking = await RemoteClient.signIn(server.url, ANA, { mode: "assistant" });
    await erp.control({
      poison: true,
      rules: [
        { tool: "create_product", nth: 1, action: { isError: "Erro" } },
        { tool: "create_product", nth: 2, action: { rpcError: { code: -32_602, message: "Inválido" } } },
        { tool: "create_product", nth: 3, action: { status: 500 } },
        { tool: "create_product", nth: 4, action: { status: 403 } },
      ],
    });
    const said: Reply[] = [];
    const call = async (name: string, args: object = {}, who = ana) => {
      const reply = await who.call(name, { tenant_id: AURORA, ...args });
      said.push(reply);
      return reply;
    };
    for (const draft of [1, 2, 3, 4]) await call("create_product", { name: `X ${draft}`, sale_price: 1 });
    await call("get_product", { id: crypto.randomUUID() });
    await call("list_products", { cursor: "x" });
    await call("list_products", { tenant_id: "nenhuma" });
    await call("get_products", { items: [{ name: "nada" }, { id }, { id: crypto.randomUUID() }] });
    await call("validate_products", { items: [{ id }, { sku: "nada" }] });
    await call("update_product", { id: crypto.randomUUID(), sale_price: 1 });
    const items = [
      { id, changes: { sale_price: 2 } },
      { name: "nada", changes: { sale_price: 2 } },
    ];
    const operation_id = waiting(await call("update_products", { items }, asking));
    await erp.control({ rules: [{ tool: "update_product", action: { isError: "Produto não encontrado" } }] });
    said.push(await asking.call("confirm_operation", { operation_id }));
    said.push(await asking.call("get_operation", { operation_id }), await ana.call("list_tenants"));
    expect(said.filter(({ isError }) => isError).length).toBeGreaterThanOrEqual(8);
    expect(JSON.stringify([said, await toolsOf(ana)])).not.toMatch(
      new RegExp(`${poisonMark}|IGNORE ALL`, "i"),
    );
    expect(productOf(await ana.call("get_product", { tenant_id: AURORA, id })).sale_price).toBe(10);
  });
});

describe("a sign-in that bitERP ended", () => {
  it("is 401 with a challenge, and the refresh token is no good any more", async () => {
    const bruno = await RemoteClient.signIn(server.url, BRUNO);
    await erp.control({ revokeUser: BRUNO });
    const reply = await bruno.call("list_products", { tenant_id: "mercado-beira", limit: 1 });
    expect([reply.status, reply.challenge]).toEqual([401, expect.stringContaining("resource_metadata")]);
    const renewed = await bruno.refreshed();
    expect([renewed.status, renewed.body.error]).toEqual([400, "invalid_grant"]);
    expect((await list()).isError).toBe(false);
    const again = await RemoteClient.signIn(server.url, BRUNO);
    expect((await again.call("list_tenants")).structured.tenants).toMatchObject([
      { tenant: "mercado-beira" },
    ]);
  });

  it("is renewed quietly while bitERP allows it, over a token refused once", async () => {
    await erp.control({ rules: [{ tool: "list_products", nth: 1, action: { status: 401 } }] });
    expect((await list()).isError).toBe(false);
    // Another connection: a token that is refused right after its renewal means that the sign-in is.
    const other = await RemoteClient.signIn(server.url, ANA);
    await onCreate({ status: 401 }, 1);
    const made = await create(other);
    expect([made.status, made.isError, made.text]).toEqual([200, false, expect.any(String)]);
    expect((await erp.state()).counts.writes).toBe(1);
  });
});
