import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { withProgramToken } from "./support/program-token";
import { ANA, AURORA, BEIRA, issuerCounts, type Pair, startPair, until, watchIssuer } from "./support/remote";
import { RemoteClient, tally } from "./support/remote-client";

/** An access token of bitERP that lives so long, in seconds, is good for a moment: it is renewed 30 s before its end. */
const MOMENT_S = 32;

let pair: Pair;
let server: string;
beforeAll(async () => {
  pair = await startPair();
  server = pair.server.url;
});
beforeEach(() => pair.erp.control({ reset: true }));
afterAll(() => pair?.stop());

const reads = async (client: RemoteClient) => (await client.call("list_products", { limit: 1 })).status;

it("leads the person through a sign-in at bitERP, whose renewals are the program's own", async () => {
  await pair.erp.control({ accessTokenTtl: MOMENT_S });
  const client = await withProgramToken(server, ANA, { tenant: AURORA });
  await pair.erp.control({ accessTokenTtl: 300 });
  const ids = await client.products(AURORA, 3);
  await watchIssuer(pair.erp);
  const renewed = async () => {
    expect(await reads(client)).toBe(200);
    return (await issuerCounts(pair.erp)).tokens > 0;
  };
  await until(renewed);
  const deleted = await client.call("delete_products", { items: ids.map((id) => ({ id })) });
  expect(tally(deleted)).toEqual({ done: 3 });
  const other = await client.call("list_products", { tenant_id: BEIRA });
  expect(other.text).toContain("tenant_not_found");
});

it("asks for a sign-in of its own each time, so that no two share one", async () => {
  await watchIssuer(pair.erp);
  const first = await withProgramToken(server, ANA, { tenant: AURORA });
  const client = await RemoteClient.signIn(server, ANA);
  const second = await withProgramToken(server, ANA, { tenant: AURORA });
  expect(await issuerCounts(pair.erp)).toEqual({ tokens: 3, revocations: 0 });
  await client.disconnect();
  expect(await Promise.all([first, second].map(reads))).toEqual([200, 200]);
});

it("ends at bitERP too when its person revokes it, and no other with it", async () => {
  let cookie = "";
  const remembering = (url: string, init: RequestInit) => {
    if (url.startsWith(server)) cookie = new Headers(init.headers).get("Cookie") ?? cookie;
    return fetch(url, init);
  };
  const client = await withProgramToken(server, ANA, { tenant: AURORA }, remembering);
  const other = await RemoteClient.signIn(server, ANA);
  await watchIssuer(pair.erp);
  const page = await (await fetch(`${server}/connections`, { headers: { Cookie: cookie } })).text();
  const newest = page.slice(page.search(/<legend>[^<]*(access token|token de acesso)/));
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(newest)?.[1] ?? "";
  const body = new URLSearchParams({
    form: field("form"),
    connection: field("connection"),
    answer: "end",
  });
  const ended = await fetch(`${server}/connections`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: server },
    body,
    redirect: "manual",
  });
  expect(ended.status).toBe(303);
  expect((await issuerCounts(pair.erp)).revocations).toBe(1);
  expect(
    await Promise.all([client, other].map(async (one) => (await one.call("list_tenants")).status)),
  ).toEqual([401, 200]);
});

it("is refused once bitERP has ended its sign-in", async () => {
  const client = await withProgramToken(server, ANA, { tenant: AURORA });
  await pair.erp.control({ revokeUser: ANA });
  const refused = await client.call("list_products", {});
  expect(refused.status).toBe(401);
  expect(refused.challenge).toContain('error="invalid_token"');
});

it("is led to the sign-in again when that was lost while the form was open", async () => {
  let revoked = false;
  const losing = async (url: string, init: RequestInit) => {
    if (!revoked && init.method === "POST" && url === `${server}/program-token`) {
      revoked = true;
      await pair.erp.control({ revokeUser: ANA });
    }
    return fetch(url, init);
  };
  const client = await withProgramToken(server, ANA, { tenant: AURORA }, losing);
  expect(revoked).toBe(true);
  expect(await reads(client)).toBe(200);
});
