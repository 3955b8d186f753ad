import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningBitErp, startBitErp } from "./support/biterp";
import { type OAuthClient, oauthClient } from "./support/oauth-client";
import { sendTo } from "./support/raw";

const ana = "ana@padaria-aurora.example";
const bruno = "bruno@mercado-beira.example";
const products = "/v1/tenants/b0000000-0000-4000-8000-000000000001/products";

let erp: RunningBitErp;
let client: OAuthClient;
let token: string;

beforeAll(async () => {
  erp = await startBitErp();
  client = await oauthClient(erp);
});
beforeEach(async () => {
  await erp.control({ reset: true });
  token = (await client.signIn(ana)).access;
});
afterAll(async () => {
  expect(await erp?.stop()).toBe(0);
});

const send = (path: string, init: RequestInit = {}, bearer = token) => sendTo(erp, bearer, path, init);
const create = (name: string, headers: Record<string, string> = {}) =>
  send(products, { method: "POST", headers, body: JSON.stringify({ name, sale_price: 10 }) });

describe("the contract", () => {
  it("serves the person whose token it is", async () => {
    expect((await send("/v1/me")).body).toMatchObject({ email: ana, timezone: "America/Sao_Paulo" });
    const { access } = await client.signIn(bruno);
    expect((await send("/v1/me", {}, access)).body).toMatchObject({ email: bruno });
    const { body } = await send("/v1/tenants", {}, access);
    expect(body.data).toMatchObject([{ tenant: "mercado-beira", role: "admin" }]);
  });

  it("lists, writes and repeats", async () => {
    const list = await send(`${products}?search=caf%C3%A9&limit=2`);
    expect(list.body).toMatchObject({ has_next_page: true, data: [{}, {}] });
    const first = await create("Processo", { "Idempotency-Key": "k1" });
    const again = await create("Processo", { "Idempotency-Key": "k1" });
    expect(first.status).toBe(201);
    expect(first.headers.get("ETag")).toBe(first.body.etag);
    expect(again.body).toEqual(first.body);
    const { counts, log } = await erp.state();
    expect(counts).toEqual({ requests: 3, writes: 1, inFlight: 0, maxInFlight: 1 });
    expect(log).toMatchObject([
      {
        method: "POST",
        path: products,
        idempotencyKey: "k1",
        status: 201,
        written: true,
        productId: first.body.id,
      },
      { method: "POST", path: products, idempotencyKey: "k1", status: 201, written: false },
    ]);
  });

  it("refuses without a token, with a foreign one and after revokeUser", async () => {
    for (const bearer of ["", "nonsense"]) {
      const { status, headers, body } = await send("/v1/me", {}, bearer);
      expect([status, body.code]).toEqual([401, "invalid_token"]);
      expect(headers.get("Content-Type")).toBe("application/problem+json");
    }
    const other = await client.signIn(bruno);
    const { refresh } = await client.signIn(ana);
    await erp.control({ revokeUser: ana });
    expect((await send("/v1/me")).status).toBe(401);
    await expect(client.refresh(refresh)).rejects.toMatchObject({ error: "invalid_grant" });
    expect((await send("/v1/me", {}, other.access)).status).toBe(200);
  });
});

describe("the switches", () => {
  it("delay", async () => {
    await erp.control({ delayMs: 300 });
    const started = Date.now();
    await Promise.all([send("/v1/me"), send("/v1/me")]);
    expect(Date.now() - started).toBeGreaterThanOrEqual(295);
    expect((await erp.state()).counts.maxInFlight).toBe(2);
  });

  it("fail by chance, the same way for the same seed", async () => {
    const outcome = () =>
      send("/v1/me").then(
        ({ status }) => status,
        () => 0,
      );
    async function sixteen() {
      await erp.control({ errorRate: 0.5, seed: 7 });
      const outcomes = [];
      for (let at = 0; at < 16; at++) outcomes.push(await outcome());
      return outcomes;
    }
    const first = await sixteen();
    expect(await sixteen()).toEqual(first);
    for (const status of [200, 500, 503, 0, 502]) expect(first).toContain(status);
  });

  it("answer by rule, at the request that is meant", async () => {
    const status429 = { status: 429, headers: { "Retry-After": "3600" } };
    await erp.control({
      rules: [
        { method: "post", path: "/products", nth: 2, action: status429 },
        { method: "GET", every: 2, times: 1, action: "html" },
        { body: "Pedra", action: { status: 422, body: { code: "stone" } } },
      ],
    });
    expect((await create("Areia")).status).toBe(201);
    const refused = await create("Cal");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "3600"]);
    expect((await create("Pedra")).body).toEqual({ code: "stone" });
    const seen = [];
    for (let at = 0; at < 4; at++) seen.push((await send("/v1/me")).status);
    expect(seen).toEqual([200, 502, 200, 200]);
    const { counts, switches } = await erp.state();
    expect(counts.writes).toBe(1);
    expect(switches.rules.map(({ fitted, fired }) => [fitted, fired])).toEqual([
      [3, 1],
      [4, 1],
      [1, 1],
    ]);
  });

  it("drop before the write, drop after it, hang", async () => {
    await erp.control({
      rules: [
        { nth: 1, action: "drop" },
        { nth: 2, action: "drop_after" },
        { nth: 3, action: "hang" },
      ],
    });
    await expect(create("Vento")).rejects.toThrow("fetch failed");
    await expect(create("Chuva")).rejects.toThrow("fetch failed");
    await expect(send(products, { signal: AbortSignal.timeout(300) })).rejects.toThrow("timeout");
    await expect.poll(async () => (await erp.state()).counts.inFlight).toBe(0);
    const { counts, log } = await erp.state();
    expect(counts).toMatchObject({ requests: 3, writes: 1 });
    expect(log).toMatchObject([
      { status: 0, written: false },
      { status: 0, written: true },
    ]);
  });

  it.each(["seconds", "date"] as const)("limit the rate, Retry-After in %s", async (retryAfter) => {
    await erp.control({ ratePerSecond: 3, retryAfter });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(`${products}?limit=1`)));
    const late = answers.filter(({ status }) => status === 429);
    expect(late).toHaveLength(2);
    const value = late[0]?.headers.get("Retry-After") ?? "";
    if (retryAfter === "seconds") expect(value).toBe("1");
    else expect(Math.abs(Date.parse(value) - Date.now())).toBeLessThan(3000);
  });

  it("ignore idempotency keys and If-Match", async () => {
    await erp.control({ honourIdempotencyKeys: false, honourIfMatch: false });
    const first = await create("Gêmeo", { "Idempotency-Key": "k2" });
    const again = await create("Gêmeo", { "Idempotency-Key": "k2" });
    expect(again.body.id).not.toBe(first.body.id);
    const change = () =>
      send(`${products}/${first.body.id}`, {
        method: "PATCH",
        headers: { "If-Match": '"old"' },
        body: JSON.stringify({ sale_price: 11 }),
      });
    expect((await change()).status).toBe(200);
    expect((await erp.state()).counts.writes).toBe(3);
    await erp.control({ honourIfMatch: true });
    expect((await change()).status).toBe(412);
  });

  it("refuse what they do not know, foreign names and pages of websites", async () => {
    await expect(erp.control({ delayMs: -1 })).rejects.toThrow("422");
    await expect(erp.control({ revokeUser: "nobody@nowhere.example" })).rejects.toThrow("422");
    const page = await fetch(`${erp.url}/_control`, { headers: { Origin: "https://evil.example" } });
    expect(page.status).toBe(403);
    expect((await erp.state()).switches.delayMs).toBe(0);
  });
});
