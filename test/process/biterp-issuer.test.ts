import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { completeSignIn, type RunningBitErp, startBitErp } from "./support/biterp";
import { type OAuthClient, oauthClient } from "./support/oauth-client";
import { sendTo } from "./support/raw";

const ana = "ana@padaria-aurora.example";

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

describe("the issuer", () => {
  it("is found by both kinds of discovery", async () => {
    for (const path of [
      "/oauth/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server/oauth",
    ]) {
      expect((await send(path)).body).toMatchObject({
        issuer: erp.issuer,
        code_challenge_methods_supported: ["S256"],
        revocation_endpoint: expect.stringContaining(erp.issuer),
      });
    }
  });

  it("wants PKCE with S256", async () => {
    for (const changes of [
      { code_challenge: null, code_challenge_method: null },
      { code_challenge_method: "plain" },
    ]) {
      const { url } = await client.request(changes);
      expect((await completeSignIn(url, ana)).searchParams.get("error")).toBe("invalid_request");
    }
  });

  it("sends nobody to an address it does not know", async () => {
    const { url } = await client.request({ redirect_uri: "http://localhost:9999/elsewhere" });
    await expect(completeSignIn(url, ana)).rejects.toThrow("answered 400");
  });

  it("takes no for an answer", async () => {
    const { url } = await client.request();
    const back = await completeSignIn(url, ana, { refuse: true });
    expect(back.searchParams.get("error")).toBe("access_denied");
  });

  it("checks the verifier, and takes a code once", async () => {
    const { url, verifier, state } = await client.request();
    const wrong = await completeSignIn(url, ana);
    await expect(client.exchange(wrong, state, "x".repeat(43))).rejects.toThrow();
    const right = await completeSignIn(url, ana);
    const { access } = await client.exchange(right, state, verifier);
    await expect(client.exchange(right, state, verifier)).rejects.toMatchObject({ error: "invalid_grant" });
    expect((await send("/v1/me", {}, access)).status).toBe(401);
  });

  it("rotates refresh tokens, and ends the grant when an old one comes again", async () => {
    const first = await client.signIn(ana);
    const second = await client.refresh(first.refresh);
    expect(second.refresh).not.toBe(first.refresh);
    expect((await send("/v1/me", {}, second.access)).status).toBe(200);
    await expect(client.refresh(first.refresh)).rejects.toMatchObject({ error: "invalid_grant" });
    await expect(client.refresh(second.refresh)).rejects.toMatchObject({ error: "invalid_grant" });
    expect((await send("/v1/me", {}, second.access)).status).toBe(401);
    expect((await send("/v1/me")).status).toBe(200);
  });

  it("lets one of four refreshes at once through at most, and ends the grant", async () => {
    const { refresh } = await client.signIn(ana);
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => client.refresh(refresh)));
    const given = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    expect(given.length).toBeLessThanOrEqual(1);
    for (const { access } of given) expect((await send("/v1/me", {}, access)).status).toBe(401);
  });

  it("revokes a grant by its refresh token, and no other", async () => {
    const { access, refresh } = await client.signIn(ana);
    await client.revoke(refresh);
    await expect(client.refresh(refresh)).rejects.toMatchObject({ error: "invalid_grant" });
    expect((await send("/v1/me", {}, access)).status).toBe(401);
    expect((await send("/v1/me")).status).toBe(200);
  });

  it("gives tokens that end", async () => {
    await erp.control({ accessTokenTtl: 1 });
    const { access, refresh } = await client.signIn(ana);
    await expect.poll(async () => (await send("/v1/me", {}, access)).status, { timeout: 5000 }).toBe(401);
    expect((await client.refresh(refresh)).access).toBeTruthy();
  });

  it("can lose the answer to a refresh", async () => {
    const { refresh } = await client.signIn(ana);
    await erp.control({ rules: [{ path: "/oauth/token", action: "drop_after", times: 1 }] });
    await expect(client.refresh(refresh)).rejects.toThrow("fetch failed");
    await expect(client.refresh(refresh)).rejects.toMatchObject({ error: "invalid_grant" });
  });
});

it("keeps tokens, products and secret over a restart, and starts with the switches it is given", async () => {
  const before = await startBitErp({ keep: true, switches: { delayMs: 1 } });
  const port = Number(new URL(before.url).port);
  const { refresh } = await (await oauthClient(before)).signIn(ana);
  expect((await before.state()).switches.delayMs).toBe(1);
  expect(await before.stop()).toBe(0);
  const after = await startBitErp({ keep: true, port });
  try {
    expect(after.clientSecret).toBe(before.clientSecret);
    expect((await (await oauthClient(after)).refresh(refresh)).access).toBeTruthy();
  } finally {
    await after.stop();
    await rm(new URL(`../../.wrangler/biterp-${port}`, import.meta.url), { recursive: true, force: true });
  }
}, 150_000);
