import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { addressOf, type Limit } from "../../src/http/rate-limit";
import wrangler from "../../wrangler.toml?raw";
import { call, server } from "../auth/support/server";
import { Client, message } from "../support/mcp";
import { authorizeUrl, HOST, register, type Send, signIn, worker } from "../support/oauth";
import { request } from "../support/raw";
import handlers from "../support/worker";

const LIMITS: Limit[] = [
  "LIMIT_MCP_IP",
  "LIMIT_MCP_CLIENT",
  "LIMIT_MCP_USER",
  "LIMIT_TOKEN",
  "LIMIT_REGISTER",
  "LIMIT_SIGN_IN",
];
const FROM_CLAUDE = { Origin: "https://claude.ai", "CF-Connecting-IP": "203.0.113.7" };

/** A limiter that lets so many through per key and never forgets. */
function limiter(most: number) {
  const counts = new Map<string, number>();
  const limit = async ({ key }: RateLimitOptions) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { success: (counts.get(key) ?? 0) <= most };
  };
  return { counts, limit };
}

/** The refusal, whole: status, when to come back, and readable by the page that asked. */
function expectRefused(response: Response) {
  expect(response.status).toBe(429);
  expect(response.headers.get("Retry-After")).toBe("60");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("https://claude.ai");
  expect(response.headers.get("Access-Control-Expose-Headers")).toContain("Retry-After");
}

describe("an address", () => {
  let token = "";
  beforeAll(async () => {
    token = (await signIn(server(), { user: "ana" })).accessToken;
  });

  it("gets so many requests to /mcp as are configured, good token or none", async () => {
    for (const most of [1, 3]) {
      const send = server({ LIMIT_MCP_IP: limiter(most) });
      for (let n = 0; n < most; n += 1) expect((await call(send, token, FROM_CLAUDE)).status).toBe(200);
      for (const sent of [token, undefined, "a:b:c"]) {
        const over = await call(send, sent, FROM_CLAUDE);
        expectRefused(over);
        expect(await over.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32000 } });
      }
      const elsewhere = await call(send, token, { "CF-Connecting-IP": "203.0.113.8" });
      expect(elsewhere.status).toBe(200);
    }
  });

  it("is not charged for a preflight, nor for a method that is not served", async () => {
    const { counts, limit } = limiter(0);
    const send = server({ LIMIT_MCP_IP: { limit } });
    const headers = { ...FROM_CLAUDE, Authorization: "Bearer x" };
    const statuses = ["OPTIONS", "GET", "DELETE"].map(async (method) => {
      const response = await send(`${HOST}/mcp`, { method, headers });
      return response.status;
    });
    expect(await Promise.all(statuses)).toEqual([204, 405, 405]);
    expect(counts.size).toBe(0);
  });

  it.each([
    ["/token", "LIMIT_TOKEN", 401],
    ["/register", "LIMIT_REGISTER", 400],
    ["/token/", "LIMIT_TOKEN", 401],
  ])("is refused at %s by %s, in the words of OAuth", async (path, name, within) => {
    const send = server({ [name]: limiter(1) });
    const headers = { ...FROM_CLAUDE, "Content-Type": "application/x-www-form-urlencoded" };
    const post = () => send(`${HOST}${path}`, { method: "POST", headers, body: "client_id=nobody" });
    expect((await post()).status).toBe(within);
    const over = await post();
    expectRefused(over);
    expect(await over.json()).toMatchObject({ error: "too_many_requests" });
  });

  it("stores no client over the limit", async () => {
    const before = await storedClients();
    const send = server({ LIMIT_REGISTER: limiter(0) });
    const own: Send = (url, init) =>
      send(url, { ...init, headers: { ...(init?.headers as Record<string, string>), ...FROM_CLAUDE } });
    await expect(register(own)).rejects.toThrow("429");
    expect(await storedClients()).toBe(before);
  });

  it.each([
    ["/sign-in", "en", "in a minute"],
    ["/%73ign-in", "en", "in a minute"],
    ["/callback", "en", "in a minute"],
    ["/sign-in", "pt-BR", "daqui a um minuto"],
  ])("sees a page at %s (%s) that says when to come back", async (path, language, words) => {
    const send = server({ LIMIT_SIGN_IN: limiter(0) });
    const headers = { ...FROM_CLAUDE, "Accept-Language": language };
    for (const method of ["GET", "POST"]) {
      const over = await send(`${HOST}${path}`, { method, headers });
      expect([over.status, over.headers.get("Retry-After")]).toEqual([429, "60"]);
      expect(over.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
      expect(await over.text()).toContain(words);
    }
  });

  it("is refused at /authorize before the client's own description is fetched; home and health stay open", async () => {
    const send = server({ LIMIT_SIGN_IN: limiter(0) });
    const over = await send(await authorizeUrl("https://client.example/metadata"), { headers: FROM_CLAUDE });
    expect(over.status).toBe(429);
    for (const path of ["/", "/health"]) {
      expect((await send(`${HOST}${path}`, { headers: FROM_CLAUDE })).status).toBe(200);
    }
  });

  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::6", "2001:db8:1:2"],
    ["2001:db8::6", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
  ])("%s counts as %s", (ip, counted) => {
    expect(addressOf(new Request(HOST, { headers: { "CF-Connecting-IP": ip } }))).toBe(counted);
  });
});

describe("a person and a client", () => {
  let ana: Client;
  let bruno: Client;
  beforeAll(async () => {
    ana = await Client.signIn({ user: "ana" });
    bruno = await Client.signIn({ user: "bruno" });
  });

  /** Creates a product through the whole Worker, over these limiters. */
  async function create(client: Client, name: string, limits: Partial<Record<Limit, object>>) {
    const ctx = createExecutionContext();
    const tenant_id = await tenantOf(client);
    const sent = new Request(`${HOST}/mcp`, {
      method: "POST",
      headers: {
        ...FROM_CLAUDE,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-06-18",
        Authorization: `Bearer ${client.connection.accessToken}`,
      },
      body: request("tools/call", {
        name: "create_product",
        arguments: { tenant_id, name, sale_price: "1.00" },
      }),
    });
    const response = await handlers.fetch(sent, { ...env, ...limits } as Env, ctx);
    await waitOnExecutionContext(ctx);
    return response;
  }

  async function tenantOf(client: Client): Promise<string> {
    const [first] = (await client.call("list_tenants")).structured.tenants as { tenant_id: string }[];
    return first?.tenant_id ?? "";
  }

  const found = async (client: Client, search: string) =>
    (await client.call("list_products", { tenant_id: await tenantOf(client), search })).structured.products;

  it.each(["LIMIT_MCP_USER", "LIMIT_MCP_CLIENT"] as const)(
    "over %s are refused before any tool runs, and nobody else is",
    async (name) => {
      const limits = { [name]: limiter(1) };
      const within = await message(await create(ana, `Within ${name}`, limits));
      expect(within.result).toBeDefined();
      const over = await create(ana, `Beyond ${name}`, limits);
      expectRefused(over);
      expect(await over.json()).toMatchObject({
        jsonrpc: "2.0",
        error: { code: -32000, data: { retry_after_s: 60 } },
      });
      expect((await message(await create(bruno, `Other ${name}`, limits))).result).toBeDefined();
      expect(await found(ana, `Within ${name}`)).toHaveLength(1);
      expect(await found(ana, `Beyond ${name}`)).toHaveLength(0);
    },
  );

  it("count across all connections of the person", async () => {
    const second = await Client.signIn({ user: "ana" });
    const limits = { LIMIT_MCP_USER: limiter(1) };
    expect((await create(ana, "First laptop", limits)).status).toBe(200);
    expect((await create(second, "Second laptop", limits)).status).toBe(429);
  });
});

describe("a limiter", () => {
  it("that is absent, fails or hangs lets everybody in", async () => {
    const broken = {
      limit: () => {
        throw new Error("down");
      },
    };
    const hanging = { limit: () => new Promise(() => {}) };
    for (const state of [undefined, broken, hanging]) {
      const vars = Object.fromEntries(LIMITS.map((name) => [name, state]));
      const response = await server(vars)(`${HOST}/register`, {
        method: "POST",
        headers: FROM_CLAUDE,
        body: "{",
      });
      expect(response.status).toBe(400);
    }
  });

  it("is bound under every name, and works here", async () => {
    for (const name of LIMITS) expect(await env[name].limit({ key: "somebody" })).toEqual({ success: true });
    expect((await worker(`${HOST}/mcp`, { method: "POST", headers: FROM_CLAUDE })).status).toBe(401);
  });

  it("counts by the minute, as refusals say, in development and production alike", () => {
    for (const name of LIMITS) {
      const bindings = [...wrangler.matchAll(new RegExp(`^name = "${name}"\n.*\n.*$`, "gm"))].map(String);
      expect(bindings).toHaveLength(2);
      for (const binding of bindings) expect(binding).toMatch(/limit = \d+, period = 60 /);
    }
    const ids = [...wrangler.matchAll(/^namespace_id = "(\d+)"$/gm)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(12);
  });
});

async function storedClients(): Promise<number> {
  const row = await env.DB.prepare("SELECT count(*) AS n FROM oauth_entry WHERE key LIKE 'client:%'").first<{
    n: number;
  }>();
  return row?.n ?? 0;
}
