import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ANA,
  AURORA,
  BEIRA,
  BRUNO,
  issuerCounts,
  type Pair,
  startPair,
  until,
  watchIssuer,
  writesByKey,
} from "./support/remote";
import { RemoteClient, register, tally } from "./support/remote-client";

/** An access token that lives so long, in seconds, is good for a moment: it is renewed 30 s before its end. */
const MOMENT_S = 32;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let pair: Pair;
let server: string;
beforeAll(async () => {
  pair = await startPair();
  server = pair.server.url;
});
beforeEach(() => pair.erp.control({ reset: true }));
afterAll(() => pair?.stop());

/** Somebody whose token at bitERP is about to end; from then on tokens live long again. */
async function soonExpired(email = ANA): Promise<RemoteClient> {
  await pair.erp.control({ accessTokenTtl: MOMENT_S });
  const client = await RemoteClient.signIn(server, email);
  await pair.erp.control({ accessTokenTtl: 300 });
  return client;
}

describe("renewing the sign-in at bitERP", () => {
  it("happens unseen, once for four calls at the same moment", async () => {
    const client = await soonExpired();
    await pause(2_500);
    await watchIssuer(pair.erp);
    const asked = [AURORA, BEIRA, AURORA, BEIRA].map((tenant_id) =>
      client.call("list_products", { tenant_id, limit: 1 }),
    );
    for (const { status, isError } of await Promise.all(asked))
      expect([status, isError]).toEqual([200, false]);
    expect(await issuerCounts(pair.erp)).toEqual({ tokens: 1, revocations: 0 });
  });

  it("keeps the rotation: the second renewal uses what the first one brought", async () => {
    const client = await soonExpired();
    await pause(2_500);
    await watchIssuer(pair.erp);
    expect((await client.call("list_tenants")).isError).toBe(false);
    // A refusal in the middle of a token's life: another is fetched, and the call goes on.
    await watchIssuer(pair.erp, [{ path: "/v1/tenants", nth: 1, action: { status: 401 } }]);
    const refused = await client.call("list_products", { tenant_id: "padaria-aurora", limit: 1 });
    expect([refused.status, refused.isError]).toEqual([200, false]);
    expect((await issuerCounts(pair.erp)).tokens).toBe(1);
  });

  it("that cannot be had for now is no tool error about the sign-in, and ends nothing", async () => {
    const client = await soonExpired();
    await pause(2_500);
    await pair.erp.control({ rules: [{ path: "/oauth/token", action: { status: 500 } }] });
    const reply = await client.call("list_products", { tenant_id: AURORA });
    expect([reply.status, reply.isError]).toEqual([200, true]);
    expect(reply.text).toContain("upstream_unavailable");
    await pair.erp.control({ reset: true });
    expect((await client.call("list_products", { tenant_id: AURORA })).isError).toBe(false);
    expect((await client.refreshed()).status).toBe(200);
  });

  it("does not wait for ever for an issuer that says nothing", async () => {
    const client = await soonExpired();
    await pause(2_500);
    await pair.erp.control({ rules: [{ path: "/oauth/token", action: "hang" }] });
    const reply = await client.call("list_products", { tenant_id: AURORA }, AbortSignal.timeout(30_000));
    expect(reply.text).toContain("upstream_unavailable");
    await pair.erp.control({ reset: true });
    expect((await client.call("list_products", { tenant_id: AURORA })).isError).toBe(false);
  });
});

describe("a sign-in that was revoked at bitERP", () => {
  it("makes the client sign in again, which works", async () => {
    const client = await RemoteClient.signIn(server, ANA);
    expect((await client.call("list_tenants")).status).toBe(200);
    await pair.erp.control({ revokeUser: ANA });
    const reply = await client.call("list_products", { tenant_id: AURORA });
    expect(reply.status).toBe(401);
    expect(reply.challenge).toMatch(/^Bearer .*error="invalid_token"/);
    expect(reply.challenge).toContain(
      `resource_metadata="${server}/.well-known/oauth-protected-resource/mcp"`,
    );
    const { status, body } = await client.refreshed();
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
    expect((await client.call("list_tenants")).status).toBe(401);
    const again = await RemoteClient.signIn(server, ANA, { clientId: client.clientId });
    expect((await again.call("list_products", { tenant_id: AURORA })).isError).toBe(false);
  });

  it("ends four calls at the same moment with 401 each, and asks the issuer once", async () => {
    const client = await RemoteClient.signIn(server, ANA);
    await client.call("list_tenants");
    await pair.erp.control({ revokeUser: ANA });
    await watchIssuer(pair.erp);
    const calls = [1, 2, 3, 4].map(() => client.call("list_products", { tenant_id: "padaria-aurora" }));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect((await issuerCounts(pair.erp)).tokens).toBe(1);
  });

  it("is nobody else's", async () => {
    const [ana, bruno] = [await RemoteClient.signIn(server, ANA), await RemoteClient.signIn(server, BRUNO)];
    await pair.erp.control({ revokeUser: ANA });
    expect((await ana.call("list_tenants")).status).toBe(401);
    expect((await bruno.call("list_tenants")).status).toBe(200);
  });

  it("in the middle of an operation ends its items truthfully, and writes nothing twice", async () => {
    const client = await RemoteClient.signIn(server, ANA);
    const ids = await client.products(AURORA, 20);
    await pair.erp.control({ reset: true, delayMs: 700 });
    const items = ids.map((id) => ({ id, changes: { sale_price: 11 } }));
    const running = client.call("update_products", { tenant_id: AURORA, items });
    await until(async () => (await pair.erp.state()).counts.writes >= 5);
    await pair.erp.control({ revokeUser: ANA });
    await running;
    await pair.erp.control({ delayMs: 0 });

    const again = await RemoteClient.signIn(server, ANA, { clientId: client.clientId });
    const [key = ""] = (await writesByKey(pair.erp)).keys();
    const ended = await again.ended(key.split(".")[0]);
    const { done = 0, forbidden = 0, ...others } = tally(ended);
    expect([others, done + forbidden]).toEqual([{}, 20]);
    expect(done).toBeGreaterThanOrEqual(5);
    expect(forbidden).toBeGreaterThanOrEqual(1);
    const writes = await writesByKey(pair.erp);
    for (const { index, success } of ended.structured.results ?? []) {
      const { done: written = 0 } = writes.get(`${key.split(".")[0]}.${index}`) ?? {};
      expect([index, written]).toEqual([index, success ? 1 : 0]);
    }
  });
});

describe("a client that disconnects", () => {
  it("ends the sign-in at bitERP too, but not before its last connection", async () => {
    const clientId = await register(server);
    const first = await RemoteClient.signIn(server, ANA, { clientId });
    const second = await RemoteClient.signIn(server, ANA, { clientId });
    const other = await RemoteClient.signIn(server, ANA);
    await watchIssuer(pair.erp);
    expect(await first.disconnect()).toBe(200);
    expect((await issuerCounts(pair.erp)).revocations).toBe(0);
    expect((await first.call("list_tenants")).status).toBe(401);
    expect((await second.call("list_tenants")).status).toBe(200);
    expect(await second.disconnect()).toBe(200);
    expect((await issuerCounts(pair.erp)).revocations).toBe(1);
    expect((await other.call("list_tenants")).status).toBe(200);
    await other.disconnect();
    expect((await issuerCounts(pair.erp)).revocations).toBe(2);
  });

  it("ends an earlier sign-in of its own when it signs in again", async () => {
    const clientId = await register(server);
    await RemoteClient.signIn(server, ANA, { clientId });
    await watchIssuer(pair.erp);
    const second = await RemoteClient.signIn(server, ANA, { clientId });
    await until(async () => (await issuerCounts(pair.erp)).revocations === 1, 5_000);
    expect((await second.call("list_tenants")).status).toBe(200);
  });

  it("is disconnected also where bitERP does not answer the revocation", async () => {
    const client = await RemoteClient.signIn(server, ANA);
    await pair.erp.control({ rules: [{ path: "/oauth/token/revocation", action: { status: 500 } }] });
    expect(await client.disconnect()).toBe(200);
    expect((await client.call("list_tenants")).status).toBe(401);
  });

  it("cannot be disconnected by somebody who does not hold its token", async () => {
    const client = await RemoteClient.signIn(server, ANA);
    await watchIssuer(pair.erp);
    const [user, grant] = client.refreshToken.split(":");
    const form = { token: `${user}:${grant}:made-up`, client_id: client.clientId };
    await fetch(`${server}/token`, { method: "POST", body: new URLSearchParams(form) });
    expect((await issuerCounts(pair.erp)).revocations).toBe(0);
    expect((await client.call("list_tenants")).status).toBe(200);
  });
});

it("goes on with an operation whose client left, with the object's own sign-in", async () => {
  const client = await RemoteClient.signIn(server, ANA);
  const ids = await client.products(AURORA, 20);
  await pair.erp.control({ reset: true, delayMs: 700 });
  // Halfway bitERP takes the token for one that has ended.
  await watchIssuer(pair.erp, [{ method: "PATCH", nth: 10, action: { status: 401 } }]);
  const leaving = new AbortController();
  const items = ids.map((id) => ({ id, changes: { sale_price: 12 } }));
  const call = client.call("update_products", { tenant_id: AURORA, items }, leaving.signal);
  call.catch(() => undefined);
  await until(async () => (await pair.erp.state()).counts.writes > 0);
  leaving.abort();
  await expect(call).rejects.toThrow();
  await pair.erp.control({ delayMs: 0 });
  await until(async () => (await pair.erp.state()).counts.writes === 20);
  expect((await issuerCounts(pair.erp)).tokens).toBe(1);
  const key = (await pair.erp.state()).log.at(-1)?.idempotencyKey ?? "";
  expect(tally(await client.ended(key.split(".")[0]))).toEqual({ done: 20 });
  expect((await pair.erp.state()).counts.writes).toBe(20);
});
