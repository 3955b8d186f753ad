import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Entries } from "../../src/auth/store/entries";
import {
  authorizeUrl,
  Browser,
  codeIn,
  HOST,
  REDIRECT,
  redemption,
  register,
  signIn,
  token,
} from "../support/oauth";
import { authorization, type Called, call, companies, people, remembered, server } from "./support/server";

const send = server();
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;

describe("a sign-in", () => {
  it("ends in a token that carries the grant", async () => {
    const ana = await signIn(send, {
      user: "ana",
      pinned: "mercado-beira",
      mode: "delegated",
      clientName: "N",
    });
    const called = (await (await call(send, ana.accessToken)).json()) as Called;
    expect(called.url).toBe(`${HOST}/mcp`);
    expect(called.grant).toMatchObject({
      userId: people[0]?.id,
      email: "ana@padaria-aurora.example",
      timezone: "America/Sao_Paulo",
      pinnedTenantId: companies[1]?.tenant_id,
      clientName: "N",
    });
    expect(called.auth).toMatchObject({ userId: people[0]?.id, clientId: ana.clientId });
    expect(called.auth.scope).toHaveLength(4);
    expect(remembered.at(-1)).toEqual({ userId: people[0]?.id, clientId: ana.clientId, mode: "delegated" });
  });

  it("is listed with its mode and company, and leaves an earlier one of the same client alone", async () => {
    const first = await signIn(send, { user: "bruno" });
    const second = await signIn(send, { user: "bruno", clientId: first.clientId, pinned: "padaria-aurora" });
    for (const { accessToken } of [first, second]) expect((await call(send, accessToken)).status).toBe(200);
    const { items } = await authorization.helpers(env).listUserGrants(people[1]?.id ?? "");
    expect(items.map(({ metadata }) => metadata)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ mode: "assistant", pinnedTenantId: companies[0]?.tenant_id }),
      ]),
    );
    expect(new Set(items.map(({ metadata }) => metadata.connectionId)).size).toBe(items.length);
  });

  it("gives the scopes that were asked for and left ticked, no others", async () => {
    const asked = await signIn(send, { user: "ana", scopes: ["products:read", "products:delete", "openid"] });
    expect(asked.scope).toBe("products:read products:delete");
    const less = await signIn(send, { user: "ana", ticked: ["products:read"] });
    expect(less.scope).toBe("products:read");
    const more = await signIn(send, { user: "ana", scopes: ["products:read"], ticked: ["products:delete"] });
    expect(more.scope).toBe("");
  });

  it("can be widened by asking again", async () => {
    const { clientId } = await signIn(send, { user: "carla", scopes: ["products:read"] });
    const wider = await signIn(send, {
      user: "carla",
      clientId,
      scopes: ["products:read", "products:create"],
    });
    expect(wider.scope).toBe("products:read products:create");
  });
});

describe("the resource", () => {
  it.each([`${HOST}/mcp`, `${HOST}/mcp/`, HOST, `${HOST}/`, undefined])(
    "%s works throughout",
    async (resource) => {
      const first = await signIn(send, { user: "ana", ...(resource === undefined ? {} : { resource }) });
      expect((await call(send, first.accessToken)).status).toBe(200);
      const next = await first.refresh();
      expect((await call(send, next.accessToken)).status).toBe(200);
    },
  );

  it("of another server is refused at once", async () => {
    const url = await authorizeUrl(await register(send), { resource: "https://other.example/mcp" });
    const response = await send(url);
    const back = new URL(response.headers.get("Location") ?? "");
    expect(back.href.startsWith(REDIRECT)).toBe(true);
    expect(back.searchParams.get("error")).toBe("invalid_target");
  });

  it("of another server hides behind ours in vain", async () => {
    const url = await authorizeUrl(await register(send), { resource: HOST });
    const back = new URL(
      (await send(`${url}&resource=https://other.example/mcp`)).headers.get("Location") ?? "",
    );
    expect(back.searchParams.get("error")).toBe("invalid_target");
  });

  it("binds the token: another deployment's is 401", async () => {
    const other = server({ PUBLIC_URL: "http://localhost:9999" });
    const there = { ...(await signIn(send, { user: "ana" })) };
    const response = await other("http://localhost:9999/mcp", {
      method: "POST",
      headers: { Authorization: `Bearer ${there.accessToken}` },
      body: "{}",
    });
    expect(response.status).toBe(401);
  });
});

describe("a 401", () => {
  const challengeOf = async (bearer?: string) => {
    const response = await call(send, bearer);
    expect(response.status).toBe(401);
    const challenge = response.headers.get("WWW-Authenticate") ?? "";
    expect(challenge).toContain('scope="products:read products:create products:update products:delete"');
    expect(await response.json()).toEqual({
      error: bearer === undefined ? "unauthorized" : "invalid_token",
      error_description: expect.any(String),
    });
    expect(challenge).toContain(`resource_metadata="${HOST}/.well-known/oauth-protected-resource/mcp"`);
    expect(challenge).toMatch(/^Bearer [a-z_]+="[^"]*"(, [a-z_]+="[^"]*")*$/);
    return challenge;
  };

  it("names no error without a token", async () => {
    expect(await challengeOf()).not.toContain("error=");
  });

  it.each([
    ["garbage", "garbage"],
    ["our shape", "a:b:c"],
    ["two words", "two words"],
    ["more than a key of the store may hold", `${"x".repeat(900)}:y:z`],
  ])("says invalid_token for %s", async (_, bearer) => {
    expect(await challengeOf(bearer)).toContain('error="invalid_token"');
  });

  it("says invalid_token for an expired and a revoked token", async () => {
    const expired = await signIn(send, { user: "ana" });
    const [userId, grantId] = expired.accessToken.split(":");
    const entries = new Entries(env.DB);
    const [row] = await entries.list(`token:${userId}:${grantId}:`, "", 1);
    const key = row?.key ?? "";
    const stored = JSON.parse((await entries.read(key))?.value ?? "") as Record<string, unknown>;
    await entries.write(key, {
      value: JSON.stringify({ ...stored, expiresAt: 1 }),
      metadata: null,
      expires_at: null,
    });
    expect(await challengeOf(expired.accessToken)).toContain('error="invalid_token"');

    const revoked = await signIn(send, { user: "ana" });
    await revoked.revoke();
    expect(await challengeOf(revoked.accessToken)).toContain('error="invalid_token"');
  });
});

describe("the token endpoint", () => {
  it("calls a dead refresh token and a used code invalid_grant, an unknown client invalid_client", async () => {
    const clientId = await register(send);
    const browser = new Browser(send);
    const code = codeIn(await browser.answer(await browser.signIn(await authorizeUrl(clientId), "ana")));
    expect((await token(send, redemption(clientId, code))).status).toBe(200);
    const refresh = { grant_type: "refresh_token", refresh_token: "a:b:c" };
    const answers = [
      await token(send, { ...refresh, client_id: clientId }),
      await token(send, { ...refresh, refresh_token: `${"x".repeat(900)}:y:z`, client_id: clientId }),
      await token(send, redemption(clientId, code)),
      await token(send, { ...refresh, client_id: "nobody" }),
      await token(send, { ...refresh, client_id: "n".repeat(900) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 401, 401]);
    for (const { headers } of answers) {
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("Content-Type")).toContain("application/json");
    }
    expect(await Promise.all(answers.map(errorOf))).toEqual([
      "invalid_grant",
      "invalid_grant",
      "invalid_grant",
      "invalid_client",
      "invalid_client",
    ]);
  });

  it("gives nothing without the verifier or for a wrong one", async () => {
    const clientId = await register(send);
    const browser = new Browser(send);
    const code = codeIn(await browser.answer(await browser.signIn(await authorizeUrl(clientId), "ana")));
    const { code_verifier, ...without } = redemption(clientId, code);
    const wrong = { ...without, code_verifier: `${code_verifier}-wrong` };
    for (const form of [without, wrong]) {
      const response = await token(send, form);
      expect(response.status).toBe(400);
      expect(await errorOf(response)).toBe("invalid_grant");
    }
  });

  it("takes no body larger than a token request is", async () => {
    expect((await token(send, { grant_type: "x".repeat(70_000) })).status).toBe(413);
  });

  it("still refreshes after old data was cleaned up", async () => {
    const ana = await signIn(send, { user: "ana" });
    await authorization.purge(env);
    expect((await call(send, (await ana.refresh()).accessToken)).status).toBe(200);
  });
});
