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
import { server } from "./support/server";

const send = server();
const DAY = 86_400;
const CURSOR = "cursor://anysphere.cursor-mcp/oauth/callback";
/** Addresses that start programs: other doors of a known app, look-alikes of its own, and what systems open. */
const hostile = [
  "cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=e30",
  `${CURSOR}/`,
  `${CURSOR}?next=x`,
  `${CURSOR}/../../install`,
  "cursor:anysphere.cursor-mcp/oauth/callback",
  "cursor://evil.cursor-mcp/oauth/callback",
  "CURSOR://anysphere.cursor-mcp/oauth/callback",
  "cursor-x://anysphere.cursor-mcp/oauth/callback",
  "vscode://evil.extension/callback",
  "com.evil.app:/callback",
  "intent://scan/#Intent;scheme=x;end".replace("#", "%23"),
  "ms-msdt:/id",
  "search-ms:query=x",
  "tel:190",
  "ftp://client.example/",
  "ws://127.0.0.1/",
  "view-source:https://client.example/",
  "about:blank",
  "filesystem:https://client.example/x",
  "http+unix://x/",
  "httpx://client.example/",
];

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
    "no address",
    ...hostile,
  ])("%s is refused by name", async (uri) => {
    const { status, body } = await answer({ redirect_uris: [uri] });
    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
  });

  it("is refused beside a good one when it is dangerous", async () => {
    const bad = await answer({ redirect_uris: [REDIRECT, "javascript:alert(1)//"] });
    expect(bad.body.error).toBe("invalid_redirect_uri");
  });

  it.each(hostile)("%s may stand beside a good one, and nothing is ever sent there", async (uri) => {
    const { status, body } = await answer({ redirect_uris: [uri, REDIRECT] });
    expect(status).toBe(201);
    const extra = { redirect_uri: uri };
    for (const wrong of [
      {},
      { response_type: "token" },
      { code_challenge_method: "plain" },
      { resource: "https://x.example/" },
    ]) {
      const asked = await send(await authorizeUrl(body.client_id ?? "", {}, { ...extra, ...wrong }));
      expect([asked.status, asked.headers.get("Location")]).toEqual([400, null]);
      expect(asked.headers.get("Content-Type")).toContain("text/html");
    }
  });

  it.each([
    "https://claude.ai/api/mcp/auth_callback",
    CURSOR,
    "http://localhost:1/x",
    "http://127.0.0.1/",
    "http://[::1]:7/",
  ])("%s is taken", async (uri) => {
    expect((await answer({ redirect_uris: [uri] })).status).toBe(201);
  });
});

describe("an app that takes the answer at an address of its own scheme", () => {
  it("is shown as a program on this computer, with its whole address, and gets its code there", async () => {
    const { body } = await answer({ client_name: "Cursor", redirect_uris: [CURSOR] });
    const clientId = body.client_id ?? "";
    const browser = new Browser(send);
    const url = await authorizeUrl(clientId, {}, { redirect_uri: CURSOR });
    const page = await browser.signIn(url, "carla");
    expect(page).toContain(`“${CURSOR}”`);
    expect(page).toContain("a program on your own computer");

    const back = await browser.answer(page);
    expect(back.headers.get("Location")?.startsWith(`${CURSOR}?`)).toBe(true);
    const form: Record<string, string> = { ...redemption(clientId, codeIn(back)), redirect_uri: CURSOR };
    const { code_verifier: _, ...bare } = form;
    // Another app may have taken the scheme: without the verifier the code is worth nothing.
    expect((await token(send, bare)).status).toBe(400);
    expect((await token(send, form)).status).toBe(200);
  });

  it("is told there when the person says no", async () => {
    const clientId = await register(send, { redirect_uris: [CURSOR] });
    const browser = new Browser(send);
    const page = await browser.signIn(await authorizeUrl(clientId, {}, { redirect_uri: CURSOR }), "carla");
    const location = (await browser.answer(page, { answer: "deny" })).headers.get("Location") ?? "";
    expect(location.startsWith(`${CURSOR}?`)).toBe(true);
    expect(new URL(location).searchParams.get("error")).toBe("access_denied");
  });

  it("without a code_challenge gets none", async () => {
    const clientId = await register(send, { redirect_uris: [CURSOR] });
    const url = await authorizeUrl(clientId, {}, { redirect_uri: CURSOR, code_challenge: null });
    const back = new URL((await send(url)).headers.get("Location") ?? "");
    expect(back.searchParams.get("error")).toBe("invalid_request");
  });

  it("gets nothing that it has not registered", async () => {
    const asked = await send(await authorizeUrl(await register(send), {}, { redirect_uri: CURSOR }));
    expect([asked.status, asked.headers.get("Location")]).toEqual([400, null]);
  });
});

describe("a client", () => {
  it("with which nobody connects is forgotten after a week", async () => {
    expect(await daysOf(await register(send))).toEqual([7, 7]);
  });

  it("with which somebody connected stays, and its connection can be renewed", async () => {
    const ana = await signIn(send, { user: "ana" });
    expect(await daysOf(ana.clientId)).toEqual([90, 90]);
    await ana.refresh();
    expect(await daysOf(ana.clientId)).toEqual([90, 90]);
  });
});
