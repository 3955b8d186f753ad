import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Entries } from "../../src/auth/store/entries";
import { HOST, REDIRECT, register, signIn } from "../support/oauth";
import { server } from "./support/server";

const send = server();
const DAY = 86_400;

/** Registers, and gives what was answered. */
async function answer(metadata: Record<string, unknown>) {
  const response = await send(`${HOST}/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ redirect_uris: [REDIRECT], token_endpoint_auth_method: "none", ...metadata }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** In how many days a client is forgotten, in both places where it is kept. */
async function daysOf(clientId: string) {
  const entry = await new Entries(env.DB).read(`client:${clientId}`);
  const { keys } = await env.OAUTH_KV.list({ prefix: `client:${clientId}` });
  const days = (until: number | null | undefined) => Math.round(((until ?? 0) - Date.now() / 1_000) / DAY);
  return [days(entry?.expires_at), days(keys[0]?.expiration)];
}

async function storedClients() {
  return (await new Entries(env.DB).list("client:", "", 1_000)).length;
}

describe("a registration that is too large", () => {
  const uris = (count: number, length = 40) =>
    Array.from({ length: count }, (_, n) => `https://client.example/${n}/`.padEnd(length, "x"));

  it.each([
    ["too many addresses", { redirect_uris: uris(21) }, "invalid_redirect_uri"],
    ["too long an address", { redirect_uris: uris(1, 1_025) }, "invalid_redirect_uri"],
    ["too long a name", { client_name: "x".repeat(501) }, "invalid_client_metadata"],
    ["too long a translated name", { "client_name#pt": "x".repeat(501) }, "invalid_client_metadata"],
    ["too many contacts", { contacts: uris(500) }, "invalid_client_metadata"],
    ["ballast that is not even kept", { ballast: "x".repeat(9_000) }, "invalid_client_metadata"],
  ])("%s is refused, and nothing is stored", async (_, metadata, code) => {
    const before = await storedClients();
    const { status, body } = await answer(metadata);
    expect([status, body.error]).toEqual([400, code]);
    expect(body.error_description).toMatch(/at most \d+/);
    expect(await storedClients()).toBe(before);
  });

  it("is not one that a real client sends", async () => {
    expect((await answer({ redirect_uris: uris(20, 300), client_name: "x".repeat(500) })).status).toBe(201);
  });
});

describe("an address for the answer", () => {
  it.each([
    "http://client.example/callback",
    "http://127.0.0.1.client.example/callback",
    "javascript:alert(1)//",
    "data:text/html,x",
    "file:///etc/hosts",
    "blob:https://client.example/1",
    "https://somebody@client.example/",
    "https://client.example/#fragment",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "no address",
  ])("%s is refused by name", async (uri) => {
    const { status, body } = await answer({ redirect_uris: [uri] });
    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
  });

  it("is refused beside a good one when it is dangerous, and never used when it is an app's", async () => {
    const bad = await answer({ redirect_uris: [REDIRECT, "javascript:alert(1)//"] });
    expect(bad.body.error).toBe("invalid_redirect_uri");
    const app = "cursor://anysphere.cursor-mcp/oauth/callback";
    const { status, body } = await answer({ redirect_uris: [app, REDIRECT] });
    expect(status).toBe(201);
    const query = new URLSearchParams({
      response_type: "code",
      client_id: body.client_id ?? "",
      redirect_uri: app,
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
    });
    const asked = await send(`${HOST}/authorize?${query}`);
    expect([asked.status, asked.headers.get("Location")]).toEqual([400, null]);
  });

  it.each([
    "https://claude.ai/api/mcp/auth_callback",
    "http://localhost:1/x",
    "http://127.0.0.1/",
    "http://[::1]:7/",
  ])("%s is taken", async (uri) => {
    expect((await answer({ redirect_uris: [uri] })).status).toBe(201);
  });
});

describe("a client", () => {
  it("with which nobody connects is forgotten after a day", async () => {
    expect(await daysOf(await register(send))).toEqual([1, 1]);
  });

  it("with which somebody connected stays, and its connection can be renewed", async () => {
    const ana = await signIn(send, { user: "ana" });
    expect(await daysOf(ana.clientId)).toEqual([90, 90]);
    await ana.refresh();
    expect(await daysOf(ana.clientId)).toEqual([90, 90]);
  });
});
