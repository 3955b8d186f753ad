import { beforeAll, describe, expect, it } from "vitest";
import { Client } from "../support/mcp";
import {
  authorizeUrl,
  Browser,
  codeIn,
  HOST,
  REDIRECT,
  redemption,
  register,
  signIn,
  type Tokens,
  token,
  worker,
} from "../support/oauth";

const VERIFIER = "another-verifier-that-the-attacker-made-up-0123456789-abc";
const challenge = async (verifier: string) => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  return btoa(String.fromCharCode(...hash))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
};

/** A code that Ana allowed this client. */
async function codeFor(clientId: string, extra: Record<string, string | null> = {}) {
  const browser = new Browser(worker);
  const page = await browser.signIn(await authorizeUrl(clientId, {}, extra), "ana");
  return codeIn(await browser.answer(page));
}

const refused = async (form: Record<string, string>, statuses = [400, 401]) => {
  const answer = await token(worker, form);
  const body = (await answer.json()) as { error: string; access_token?: string };
  expect(statuses, JSON.stringify(form)).toContain(answer.status);
  expect(body).not.toHaveProperty("access_token");
  return body.error;
};

describe("a stolen code", () => {
  let clientId: string;
  beforeAll(async () => {
    clientId = await register(worker);
  });

  it("is worth nothing to another client", async () => {
    const thief = await register(worker);
    const code = await codeFor(clientId);
    await refused(redemption(thief, code));
  });

  it("is worth nothing without the verifier it was asked with, nor with another or the challenge itself", async () => {
    const code = await codeFor(clientId);
    const { code_verifier = "", ...form } = redemption(clientId, code);
    for (const other of [VERIFIER, await challenge(code_verifier), code_verifier.toUpperCase(), ""])
      await refused({ ...form, code_verifier: other });
  });

  it("is worth nothing with another redirect address", async () => {
    for (const redirect_uri of ["https://evil.example/", `${REDIRECT}/`, `${REDIRECT}?x=1`])
      await refused({ ...redemption(clientId, await codeFor(clientId)), redirect_uri });
  });

  it("injected into the thief's own session does not fit the challenge there", async () => {
    const victims = await codeFor(clientId);
    const form = { ...redemption(clientId, victims), code_verifier: VERIFIER };
    expect(await refused(form)).toBe("invalid_grant");
  });

  it("redeemed twice in parallel gives one token", async () => {
    const code = await codeFor(clientId);
    const both = await Promise.all(
      Array.from({ length: 6 }, () => token(worker, redemption(clientId, code))),
    );
    await Promise.all(both.map((one) => one.text()));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.every(({ status }) => status < 500)).toBe(true);
  });

  it("redeemed again later gives none, and cannot be put together from parts", async () => {
    const code = await codeFor(clientId);
    const first = (await (await token(worker, redemption(clientId, code))).json()) as Tokens;
    expect(first.access_token).toBeTruthy();
    await refused(redemption(clientId, code));
    const [user, grant] = code.split(":");
    for (const forged of [`${user}:${grant}:x`, `${user}::`, "::", "%00", first.refresh_token])
      await refused(redemption(clientId, forged));
  });
});

describe("a redirect", () => {
  const base = "http://127.0.0.1:33418/callback";
  it.each([
    "https://evil.example/callback",
    `${base}/../evil`,
    `${base}%2f..%2fevil`,
    `${base}#@evil.example`,
    "http://127.0.0.1:33418@evil.example/callback",
    "http://127.0.0.1.evil.example:33418/callback",
    "https://127.0.0.1:33418/callback",
    `${base}/extra`,
    `${base}?next=https://evil.example`,
    "http://localhost:33418/callback",
    "javascript:alert(1)//",
    "data:text/html,x",
    "//evil.example/callback",
    `${base}\\@evil.example`,
    `${base}\r\nLocation: https://evil.example`,
  ])("to %s, which was not registered, goes nowhere", async (redirect_uri) => {
    const answer = await worker(await authorizeUrl(await register(worker), {}, { redirect_uri }));
    await answer.text();
    expect(answer.status).toBe(400);
    expect(answer.headers.get("Location")).toBeNull();
  });

  it("given twice leads to the registered address or nowhere", async () => {
    const evil = "https://evil.example/";
    const own = await authorizeUrl(await register(worker));
    const first = await worker(
      own.replace("redirect_uri=", `redirect_uri=${encodeURIComponent(evil)}&redirect_uri=`),
    );
    await first.text();
    expect([first.status, first.headers.get("Location")]).toEqual([400, null]);
    const browser = new Browser(worker);
    const page = await browser.signIn(`${own}&redirect_uri=${encodeURIComponent(evil)}`, "ana");
    const answer = await browser.answer(page);
    expect(answer.headers.get("Location")?.startsWith(REDIRECT)).toBe(true);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "not a url",
    "",
  ])("to %j cannot be registered", async (address) => {
    const answer = await worker(`${HOST}/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        client_name: "x",
        redirect_uris: [address],
        token_endpoint_auth_method: "none",
      }),
    });
    await answer.text();
    expect(answer.status).toBe(400);
  });

  it.each(["http://evil.example/callback"])(
    "over plain http to another machine (%s) tells who gets the code",
    async (address) => {
      const made = await worker(`${HOST}/register`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          client_name: "x",
          redirect_uris: [address],
          token_endpoint_auth_method: "none",
        }),
      });
      const { client_id } = (await made.json()) as { client_id?: string };
      if (client_id === undefined) return expect(made.status).toBe(400);
      const url = await authorizeUrl(client_id, {}, { redirect_uri: address });
      expect(await new Browser(worker).signIn(url, "ana")).toContain("evil.example");
    },
  );
});

describe("a connection", () => {
  it("cannot widen itself by refreshing", async () => {
    const { refreshToken, clientId } = await signIn(worker, { user: "ana", scopes: ["products:read"] });
    const form = { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken };
    const answer = await token(worker, { ...form, scope: "products:read products:delete" });
    const body = (await answer.json()) as Partial<Tokens>;
    expect(body.scope ?? "products:read").toBe("products:read");
    if (body.access_token === undefined) return expect(answer.status).toBe(400);
    const client = new Client({
      ...(await signIn(worker, { user: "carla" })),
      accessToken: body.access_token,
    });
    const call = await client.rpc("tools/call", { name: "delete_product", arguments: { id: "x" } });
    await call.text();
    expect(call.status).toBe(403);
  });

  it("cannot move to another resource by refreshing", async () => {
    const { refreshToken, clientId } = await signIn(worker, { user: "ana" });
    await refused({
      grant_type: "refresh_token",
      client_id: clientId,
      refresh_token: refreshToken,
      resource: "https://evil.example/mcp",
    });
  });

  it("is not renewed for another client, nor with an access token", async () => {
    const { refreshToken, accessToken } = await signIn(worker, { user: "ana" });
    const client_id = await register(worker);
    for (const refresh_token of [refreshToken, accessToken])
      await refused({ grant_type: "refresh_token", client_id, refresh_token });
  });

  it("that was revoked answers nothing and is not renewed, at once", async () => {
    const ana = await Client.signIn({ user: "ana" });
    const fresh = new Client(await ana.connection.refresh());
    await fresh.connection.revoke();
    for (const one of [ana, fresh]) {
      const answer = await one.rpc("tools/list");
      await answer.text();
      expect(answer.status).toBe(401);
      const { clientId: client_id, refreshToken: refresh_token } = one.connection;
      await refused({ grant_type: "refresh_token", client_id, refresh_token });
    }
  });

  it("cannot be ended by another client", async () => {
    const ana = await Client.signIn({ user: "ana" });
    const client_id = await register(worker);
    const form = { client_id, token: ana.connection.refreshToken, token_type_hint: "refresh_token" };
    await (await token(worker, form)).text();
    const answer = await ana.rpc("tools/list");
    await answer.text();
    expect(answer.status).toBe(200);
  });

  it("takes a token in the header only, and no refresh token, code or client secret for one", async () => {
    const { accessToken, refreshToken } = await signIn(worker, { user: "ana" });
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const json = { "Content-Type": "application/json" };
    const tries: [string, Record<string, string>][] = [
      [`/mcp?access_token=${accessToken}`, json],
      ["/mcp", { ...json, Cookie: `access_token=${accessToken}` }],
      ["/mcp", { ...json, Authorization: `Basic ${btoa(`x:${accessToken}`)}` }],
      ["/mcp", { ...json, Authorization: `Bearer ${refreshToken}` }],
      ["/mcp", { ...json, Authorization: accessToken }],
      ["/mcp", { ...json, "X-Forwarded-User": "ana@padaria-aurora.example", "Cf-Access-Jwt-Assertion": "x" }],
    ];
    for (const [path, headers] of tries) {
      const answer = await worker(`${HOST}${path}`, { method: "POST", headers, body });
      await answer.text();
      expect(answer.status, path).toBe(401);
    }
  });

  it.each([
    "password",
    "client_credentials",
    "implicit",
    "urn:ietf:params:oauth:grant-type:token-exchange",
    "",
  ])("is not to be had by the grant type %j", async (grant_type) => {
    const client_id = await register(worker);
    await refused({ grant_type, client_id, username: "ana", password: "x", subject_token: "a:b:c" });
  });

  it.each(["token", "id_token", "code token", "none"])(
    "is not to be had by the response type %j",
    async (response_type) => {
      const answer = await worker(await authorizeUrl(await register(worker), {}, { response_type }));
      await answer.text();
      const back = URL.parse(answer.headers.get("Location") ?? "");
      if (back === null) return expect(answer.status).toBe(400);
      expect(back.origin).toBe(new URL(REDIRECT).origin);
      expect(back.searchParams.get("error")).toBeTruthy();
      expect(back.hash).toBe("");
    },
  );
});
