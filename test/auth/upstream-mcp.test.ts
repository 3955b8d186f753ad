import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Upstream } from "../../src/auth/upstream";
import { type McpUpstreamParts, mcpUpstreamOf } from "../../src/auth/upstream-mcp";
import { vaultIn } from "../../src/auth/vault";
import { SignInRefused } from "../../src/biterp/port";
import { sealerFor } from "../../src/sealing";
import { server as ourServer } from "./support/server";

const MCP = "https://erp.example/mcp";
const ISSUER = "https://login.example";
const REDIRECT = "https://mcp.example/callback";
const DOCUMENT = "https://mcp.example/client.json";

type Asked = Record<"method" | "url" | "body", string> & { authorization: string | null };
type Answer = () => Response;

const asked: Asked[] = [];
let answers: Record<string, Answer>;
const lines = () => asked.map(({ method, url }) => `${method} ${url}`);
const sentTo = (url: string) => asked.filter((one) => one.url === url);
const formOf = (one: Asked | undefined) => Object.fromEntries(new URLSearchParams(one?.body));

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const challenge = (more: string) => () =>
  new Response("", { status: 401, headers: { "WWW-Authenticate": `Bearer realm="mcp"${more}` } });
const resource = (more: object = {}) =>
  json({ resource: MCP, authorization_servers: [ISSUER], scopes_supported: ["products:read"], ...more });
const metadata = (issuer: string, more: object = {}) =>
  json({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    code_challenge_methods_supported: ["S256"],
    ...more,
  });

const NAMED = "https://erp.example/about-mcp";
const WELL_KNOWN = "https://erp.example/.well-known/oauth-protected-resource/mcp";
const AS = "/.well-known/oauth-authorization-server";

beforeEach(() => {
  asked.length = 0;
  answers = {
    [`POST ${MCP}`]: challenge(`, resource_metadata="${NAMED}"`),
    [`GET ${NAMED}`]: resource(),
    [`GET ${ISSUER}${AS}`]: metadata(ISSUER),
    [`POST ${ISSUER}/register`]: json({ client_id: "registered" }, 201),
    [`POST ${ISSUER}/token`]: json({
      access_token: "a",
      token_type: "bearer",
      refresh_token: "r",
      expires_in: 60,
    }),
    [`POST ${ISSUER}/revoke`]: () => new Response(null, { status: 200 }),
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input as Request, init as RequestInit);
    const { method, url, headers } = request;
    const authorization = headers.get("Authorization");
    asked.push({ method, url, body: new TextDecoder().decode(await request.arrayBuffer()), authorization });
    return (answers[`${method} ${url}`] ?? (() => new Response("", { status: 404 })))();
  });
});
afterEach(() => void vi.restoreAllMocks());
let turn = 0;
/** A place of its own for each test: registrations are kept for the issuer and our address. */
const parts = (more: Partial<McpUpstreamParts> = {}): McpUpstreamParts => ({
  url: new URL(MCP),
  redirectUri: `${REDIRECT}?${++turn}`,
  clientDocument: DOCUMENT,
  vault: vaultIn(env.DB, sealerFor("a-secret-of-this-test-a-secret-of-this-test", "sign-in-attempt")),
  ...more,
});

async function begun(upstream: Upstream, redirectUri: string) {
  const { attempt, location } = await upstream.begin(redirectUri);
  const url = new URL(location);
  return { attempt, url, query: Object.fromEntries(url.searchParams) };
}

async function signedIn(own = parts()) {
  const upstream = mcpUpstreamOf(own);
  const start = await begun(upstream, own.redirectUri);
  const back = new URL(own.redirectUri);
  back.search = new URLSearchParams({ code: "c", state: start.attempt.state }).toString();
  const tokens = await upstream.finish(back, start.attempt, own.redirectUri);
  return { upstream, tokens, ...start };
}

describe("where one signs in", () => {
  it("is what the challenge names", async () => {
    expect(await mcpUpstreamOf(parts()).place()).toBe(`${ISSUER}/authorize`);
    expect(lines()).toEqual([`POST ${MCP}`, `GET ${NAMED}`, `GET ${ISSUER}${AS}`]);
    expect(asked[0]?.authorization).toBeNull();
  });

  it("is what the well-known address names, where the challenge names none or a bad one", async () => {
    answers[`GET ${WELL_KNOWN}`] = resource();
    for (const more of ["", ', resource_metadata="nonsense"', ', resource_metadata="http://erp.example/x"']) {
      asked.length = 0;
      answers[`POST ${MCP}`] = challenge(more);
      expect(await mcpUpstreamOf(parts()).place()).toBe(`${ISSUER}/authorize`);
      expect(lines()).toEqual([`POST ${MCP}`, `GET ${WELL_KNOWN}`, `GET ${ISSUER}${AS}`]);
    }
  });

  it("is the server's own origin where there is no metadata, as older servers have it", async () => {
    answers[`POST ${MCP}`] = challenge("");
    answers[`GET https://erp.example${AS}`] = metadata("https://erp.example");
    expect(await mcpUpstreamOf(parts()).place()).toBe("https://erp.example/authorize");
  });

  it("may say of itself what it is in OpenID's form only", async () => {
    delete answers[`GET ${ISSUER}${AS}`];
    answers[`GET ${ISSUER}/.well-known/openid-configuration`] = metadata(ISSUER);
    expect(await mcpUpstreamOf(parts()).place()).toBe(`${ISSUER}/authorize`);
  });

  it("is asked for once, and again after a failure", async () => {
    const upstream = mcpUpstreamOf(parts());
    answers[`GET ${ISSUER}${AS}`] = json({}, 503);
    await expect(upstream.place()).rejects.toThrow();
    answers[`GET ${ISSUER}${AS}`] = metadata(ISSUER);
    await upstream.place();
    expect(sentTo(`${ISSUER}${AS}`)).toHaveLength(2);
    await upstream.place();
    expect(sentTo(`${ISSUER}${AS}`)).toHaveLength(2);
  });

  it.each([
    ["metadata of another resource", `GET ${NAMED}`, resource({ resource: "https://evil.example/mcp" })],
    ["metadata of another issuer", `GET ${ISSUER}${AS}`, metadata("https://evil.example")],
    [
      "an issuer without encryption",
      `GET ${NAMED}`,
      resource({ authorization_servers: ["http://login.example"] }),
    ],
    ["a page of HTML", `GET ${NAMED}`, () => new Response("<html>")],
  ])("is nowhere with %s", async (_, what, answer) => {
    answers[what] = answer;
    await expect(mcpUpstreamOf(parts()).place()).rejects.toThrow();
    expect(lines().filter((line) => line.includes("evil.example"))).toEqual([]);
  });
});

describe("who we are there", () => {
  it("is registered once, and kept over restarts, for this issuer and our address", async () => {
    const own = parts();
    for (const upstream of [mcpUpstreamOf(own), mcpUpstreamOf(own)])
      expect((await begun(upstream, own.redirectUri)).query.client_id).toBe("registered");
    expect(sentTo(`${ISSUER}/register`)).toHaveLength(1);
    expect(JSON.parse(sentTo(`${ISSUER}/register`)[0]?.body ?? "")).toEqual({
      client_name: "bitERP MCP",
      redirect_uris: [own.redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
    await mcpUpstreamOf(parts()).begin(REDIRECT);
    expect(sentTo(`${ISSUER}/register`)).toHaveLength(2);
  });

  it("is proven with the secret where one was given, and by the id alone where not", async () => {
    await signedIn();
    expect(sentTo(`${ISSUER}/token`)[0]?.authorization).toBeNull();
    expect(formOf(sentTo(`${ISSUER}/token`)[0]).client_id).toBe("registered");
    const given = { client_id: "confidential", client_secret: "hush", client_secret_expires_at: 0 };
    answers[`POST ${ISSUER}/register`] = json(given, 201);
    await signedIn();
    expect(sentTo(`${ISSUER}/token`)[1]?.authorization).toBe(`Basic ${btoa("confidential:hush")}`);
  });

  it("is our document's address where the other side reads such and ours is https", async () => {
    answers[`GET ${ISSUER}${AS}`] = metadata(ISSUER, { client_id_metadata_document_supported: true });
    const { query } = await signedIn();
    expect(query.client_id).toBe(DOCUMENT);
    expect(formOf(sentTo(`${ISSUER}/token`)[0]).client_id).toBe(DOCUMENT);
    expect(sentTo(`${ISSUER}/register`)).toEqual([]);
    const local = await signedIn(parts({ clientDocument: "http://localhost:8787/client.json" }));
    expect(local.query.client_id).toBe("registered");
  });

  it("is not known where the other side takes neither", async () => {
    answers[`GET ${ISSUER}${AS}`] = metadata(ISSUER, { registration_endpoint: undefined });
    await expect(mcpUpstreamOf(parts()).begin(REDIRECT)).rejects.toThrow();
  });
});

describe("the way there and back", () => {
  it("uses PKCE, state, the scopes of the resource, and names the resource everywhere", async () => {
    const { url, query, attempt, tokens, upstream } = await signedIn();
    expect(url.origin + url.pathname).toBe(`${ISSUER}/authorize`);
    expect(query).toMatchObject({
      response_type: "code",
      scope: "products:read",
      state: attempt.state,
      code_challenge_method: "S256",
      resource: MCP,
    });
    const { redirect_uri } = query;
    const exchange = formOf(sentTo(`${ISSUER}/token`)[0]);
    expect(exchange).toMatchObject({
      code: "c",
      code_verifier: attempt.verifier,
      resource: MCP,
      redirect_uri,
    });
    expect(tokens).toMatchObject({ accessToken: "a", refreshToken: "r" });
    await upstream.refresh("r");
    const refreshed = formOf(sentTo(`${ISSUER}/token`)[1]);
    expect(refreshed).toMatchObject({ grant_type: "refresh_token", refresh_token: "r", resource: MCP });
  });

  it("asks for a refresh token where there are such", async () => {
    answers[`GET ${ISSUER}${AS}`] = metadata(ISSUER, {
      scopes_supported: ["products:read", "offline_access"],
    });
    const { query } = await signedIn();
    expect(query).toMatchObject({ scope: "products:read offline_access", prompt: "consent" });
  });

  it("tells a sign-in that was ended from a fault", async () => {
    const { upstream } = await signedIn();
    answers[`POST ${ISSUER}/token`] = json({ error: "invalid_grant" }, 400);
    await expect(upstream.refresh("r")).rejects.toBeInstanceOf(SignInRefused);
    answers[`POST ${ISSUER}/token`] = json({}, 503);
    await expect(upstream.refresh("r")).rejects.not.toBeInstanceOf(SignInRefused);
  });
});

it("/client.json says what we are, under its own address", async () => {
  const response = await ourServer({ PUBLIC_URL: "https://mcp.example" })(DOCUMENT);
  expect(response.headers.get("Content-Type")).toContain("application/json");
  expect(await response.json()).toEqual({
    client_id: DOCUMENT,
    client_uri: "https://mcp.example",
    client_name: "bitERP MCP",
    redirect_uris: [REDIRECT],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
});
