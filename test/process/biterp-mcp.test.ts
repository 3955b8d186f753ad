import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Connected,
  connectTo,
  poisonMark,
  postTo,
  type RunningBitErpMcp,
  startBitErpMcp,
} from "./support/biterp-mcp";

const ana = "ana@padaria-aurora.example";
const carla = "carla@padaria-aurora.example";
const tenant_id = "padaria-aurora";

let erp: RunningBitErpMcp;
let here: Connected;

beforeAll(async () => {
  erp = await startBitErpMcp();
  here = await connectTo(erp.url, ana);
});
beforeEach(async () => {
  await erp.control({ reset: true });
});
afterAll(async () => {
  await here?.client.close();
  expect(await erp?.stop()).toBe(0);
});

const create = (name: string, { call } = here) => call("create_product", { tenant_id, name, sale_price: 10 });
const refused = (text: unknown) => ({ value: text, isError: true });
const raw = (method: string, headers: Record<string, string> = {}) =>
  postTo(erp.url, here.person.tokens()?.access_token, method, headers);

describe("the tools", () => {
  it("are the seven of bitERP's documentation", async () => {
    const { tools } = await here.client.listTools();
    const parameters = tools.map(({ name, inputSchema }) => [
      name,
      Object.keys(inputSchema.properties ?? {}).join(" "),
    ]);
    expect(Object.fromEntries(parameters)).toEqual({
      get_user_data: "",
      list_tenants: "",
      list_products: "tenant_id search active_only cursor limit",
      get_product: "tenant_id id",
      create_product: "tenant_id name sale_price description sku is_active",
      update_product: "tenant_id id name sale_price description is_active",
      delete_product: "tenant_id id",
    });
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([]);
  });

  it("read, in text only", async () => {
    expect((await here.call("get_user_data")).value).toMatchObject({ email: ana, language: "pt-BR" });
    const bare = await here.client.callTool({ name: "list_tenants", arguments: {} });
    expect(bare).toEqual({ content: [{ type: "text", text: expect.any(String) }] });
    expect((await here.call("list_tenants")).value).toEqual([
      { tenant: "mercado-beira", company_name: "Mercado Beira", role: "manager" },
      { tenant: "padaria-aurora", company_name: "Padaria Aurora", role: "admin" },
    ]);
    const asked = { tenant_id, search: "café", limit: 2 };
    const first = (await here.call("list_products", asked)).value as Record<string, unknown>;
    expect(first).toMatchObject({ products: [{}, {}], has_next_page: true });
    const second = await here.call("list_products", { ...asked, cursor: first.next_cursor });
    expect(second.isError).toBe(false);
    expect(second.value).not.toEqual(first);
  });

  it("write: partly, softly, and without anything to tell versions apart", async () => {
    const { value } = await create("Processo");
    const { id } = value as { id: string };
    const fields = "created_at description id is_active name sale_price sku updated_at";
    expect(Object.keys(value as object).sort()).toEqual(fields.split(" "));
    const changed = await here.call("update_product", { tenant_id, id, sale_price: 11.5 });
    expect(changed.value).toMatchObject({ id, name: "Processo", sale_price: 11.5 });
    expect((await here.call("get_product", { tenant_id, id })).value).toEqual(changed.value);
    const gone = () => here.call("delete_product", { tenant_id, id });
    expect(await gone()).toEqual({ value: { id, deleted: true }, isError: false });
    expect(await gone()).toEqual(refused("Produto não encontrado"));
    expect(await here.call("get_product", { tenant_id, id })).toEqual(refused("Produto não encontrado"));
    const { counts, log } = await erp.state();
    expect(counts).toMatchObject({ requests: 6, writes: 3, tools: { delete_product: 2, get_product: 2 } });
    expect(log.map(({ written }) => written)).toEqual([true, true, true, false]);
  });

  it("refuse in plain words", async () => {
    const list = (args: object) => here.call("list_products", { tenant_id, ...args });
    expect(await list({ tenant_id: "nenhuma" })).toEqual(refused("Empresa não encontrada"));
    expect(await list({ cursor: "x" })).toEqual(refused("Cursor inválido"));
    expect(await list({ limit: 101 })).toEqual(refused(expect.stringContaining("limit")));
    const viewer = await connectTo(erp.url, carla);
    expect((await create("Nada", viewer)).value).toContain("não tem permissão");
    await viewer.client.close();
  });
});

describe("authorization", () => {
  it("is found from the first 401 on", async () => {
    for (const headers of [{}, { Authorization: "Bearer nonsense" }]) {
      const { status, headers: said } = await fetch(erp.url, { method: "POST", headers, body: "{}" });
      expect(status).toBe(401);
      const [, metadata = ""] = /resource_metadata="([^"]+)"/.exec(said.get("WWW-Authenticate") ?? "") ?? [];
      expect(await (await fetch(metadata)).json()).toMatchObject({
        resource: erp.url,
        authorization_servers: [erp.issuer],
      });
    }
    const rootForm = await fetch(`${erp.origin}/.well-known/oauth-protected-resource`);
    expect(await rootForm.json()).toMatchObject({ resource: erp.url });
    const asked = new URL(here.person.sentTo).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({ code_challenge_method: "S256", resource: erp.url });
  });

  it("takes no other resource; is renewed when its time is over, and ends with revokeUser", async () => {
    const elsewhere = new URL(here.person.sentTo);
    elsewhere.searchParams.set("resource", "http://localhost:1/mcp");
    const { headers } = await fetch(elsewhere, { redirect: "manual" });
    expect(headers.get("Location")).toContain("error=invalid_target");
    await erp.control({ accessTokenTtl: 1 });
    const short = await connectTo(erp.url, carla);
    const before = short.person.tokens()?.access_token;
    const dead = () => raw("ping", { Authorization: `Bearer ${before}` });
    await expect.poll(async () => (await dead()).status, { timeout: 5000 }).toBe(401);
    expect((await short.call("list_tenants")).isError).toBe(false);
    expect(short.person.tokens()?.access_token).not.toBe(before);
    await erp.control({ revokeUser: carla });
    await expect(short.call("list_tenants")).rejects.toThrow();
    expect((await here.call("list_tenants")).isError).toBe(false);
  });
});

describe("sessions", () => {
  it("are needed, one's own, and can be lost", async () => {
    expect((await raw("tools/list")).status).toBe(400);
    expect((await raw("tools/list", { "Mcp-Session-Id": "unknown" })).status).toBe(404);
    await erp.control({ endSessions: true });
    await expect(here.call("list_tenants")).rejects.toMatchObject({ code: 404 });
    here = await connectTo(erp.url, here.person);
    await erp.control({ sessionTtlMs: 400 });
    await new Promise((over) => setTimeout(over, 600));
    await expect(here.call("list_tenants")).rejects.toMatchObject({ code: 404 });
    here = await connectTo(erp.url, here.person);
    expect((await erp.state()).counts).toMatchObject({ initialized: 2, sessions: 1 });
  });

  it("can be none", async () => {
    await erp.control({ sessions: false });
    const alone = await connectTo(erp.url, here.person);
    expect((await alone.call("list_tenants")).isError).toBe(false);
    expect((await raw("tools/list")).headers.get("Mcp-Session-Id")).toBeNull();
    await alone.client.close();
  });
});

describe("the switches", () => {
  it("delay, and count what is in flight and the connections", async () => {
    await erp.control({ delayMs: 300 });
    const started = Date.now();
    await Promise.all([here.call("list_tenants"), here.call("get_user_data")]);
    expect(Date.now() - started).toBeGreaterThanOrEqual(295);
    const { counts } = await erp.state();
    expect(counts).toMatchObject({ inFlight: 0, maxInFlight: 2 });
    expect(counts.maxConnections).toBeGreaterThanOrEqual(2);
  });

  it("answer as one JSON document, and with structured content", async () => {
    await erp.control({ answerAs: "json", structured: true });
    const other = await connectTo(erp.url, here.person);
    const { structuredContent } = await other.client.callTool({ name: "list_tenants", arguments: {} });
    expect(structuredContent).toEqual({ result: (await other.call("list_tenants")).value });
    await other.client.close();
    await erp.control({ sessions: false });
    expect((await raw("tools/list")).headers.get("Content-Type")).toBe("application/json");
  });

  it.each([
    [{ status: 401 }, 401, "WWW-Authenticate", 'error="invalid_token"'],
    [{ status: 403 }, 403, "WWW-Authenticate", 'error="insufficient_scope"'],
    [{ status: 429, headers: { "Retry-After": "7" } }, 429, "Retry-After", "7"],
    [{ status: 503 }, 503, "Content-Type", "json"],
    ["html" as const, 502, "Content-Type", "html"],
  ])("fail by rule: %j", async (action, status, header, value) => {
    await erp.control({ rules: [{ rpc: "tools/list", times: 1, action }] });
    const answer = await raw("tools/list");
    expect(answer.status).toBe(status);
    expect(answer.headers.get(header)).toContain(value);
  });

  it("drop and hang before the write and after it", async () => {
    await erp.control({
      rules: [
        { tool: "create_product", nth: 1, action: "drop" },
        { tool: "create_product", nth: 2, action: "drop_after" },
        { tool: "create_product", nth: 3, action: "hang" },
        { tool: "create_product", nth: 4, action: "hang_after" },
      ],
    });
    const writes = async () => (await erp.state()).counts.writes;
    const params = (name: string) => ({
      name: "create_product",
      arguments: { tenant_id, name, sale_price: 1 },
    });
    const options = { timeout: 1500 };
    await expect(create("Vento")).rejects.toThrow("fetch failed");
    expect(await writes()).toBe(0);
    await expect(create("Chuva")).rejects.toThrow("fetch failed");
    expect(await writes()).toBe(1);
    await expect(here.client.callTool(params("Neve"), undefined, options)).rejects.toThrow("timed out");
    expect(await writes()).toBe(1);
    await expect(here.client.callTool(params("Gelo"), undefined, options)).rejects.toThrow("timed out");
    expect(await writes()).toBe(2);
    await here.client.close();
    await expect.poll(async () => (await erp.state()).counts.inFlight).toBe(0);
    here = await connectTo(erp.url, here.person);
  });

  it("answer with errors of tools and of JSON-RPC", async () => {
    await erp.control({
      rules: [
        { tool: "get_user_data", action: { isError: "Tente mais tarde" } },
        { tool: "list_tenants", action: { rpcError: { code: -32_603, message: "Internal error" } } },
      ],
    });
    expect(await here.call("get_user_data")).toEqual(refused("Tente mais tarde"));
    await expect(here.call("list_tenants")).rejects.toMatchObject({ code: -32_603 });
  });

  it("poison descriptions and errors", async () => {
    await erp.control({ poison: true, rules: [{ rpc: "ping", action: { status: 500 } }] });
    const other = await connectTo(erp.url, here.person);
    const { tools } = await other.client.listTools();
    const texts = [
      other.client.getInstructions(),
      ...tools.flatMap((tool) => [tool.title, tool.description]),
    ];
    expect(texts).toHaveLength(15);
    for (const text of texts) expect(text).toContain(poisonMark);
    expect((await other.call("list_products", { tenant_id: "nenhuma" })).value).toContain(poisonMark);
    expect(await (await raw("ping")).text()).toContain(poisonMark);
    await other.client.close();
  });

  it("refuse what they do not know, and pages of websites", async () => {
    await expect(erp.control({ sessionTtlMs: -1 })).rejects.toThrow("422");
    await expect(erp.control({ revokeUser: "nobody@nowhere.example" })).rejects.toThrow("422");
    expect((await raw("ping", { Origin: "https://evil.example" })).status).toBe(403);
  });
});
