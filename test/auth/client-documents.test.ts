import { afterEach, describe, expect, it, vi } from "vitest";
import { isPublicAddress } from "../../src/auth/client-documents";
import { authorizeUrl, HOST, REDIRECT, token } from "../support/oauth";
import { assertion, newKey, publish } from "./support/document-client";
import { server } from "./support/server";

const send = server();
const ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const inside = [
  ...["localhost", "LOCALHOST", "localhost.", "app.localhost", "intranet", "printer.local", "x.internal"],
  ...[
    "router.lan",
    "nas.home",
    "a.home.arpa",
    "erp.corp",
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
  ],
  ...["0.0.0.0", "10.0.0.8", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1"],
  ...["192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "255.255.255.255"],
  ...[
    "127.0.0.1.",
    "[::]",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[fe80::1]",
    "[fc00::1]",
    "[fd12::1]",
  ],
  ...[
    "[ff02::1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[2001::1]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[100::1]",
  ],
];
const outside = [
  ...[
    "client.example",
    "claude.ai",
    "vscode.dev",
    "localhost.example.com",
    "10.example.com",
    "8.8.8.8",
    "172.32.0.1",
  ],
  ...["100.128.0.1", "192.0.3.1", "[2606:4700::1111]", "[2001:4860:4860::8888]", "[2a00:1450::1]"],
];

it.each(inside)("%s leads to no public place", (host) => {
  expect(isPublicAddress(`https://${host}/client.json`)).toBe(false);
});

it.each(outside)("%s leads to a public place", (host) => {
  expect(isPublicAddress(`https://${host}/client.json`)).toBe(true);
});

describe("a client described at an address inside", () => {
  const asked = ["127.0.0.1:9", "localhost", "[::1]", "169.254.169.254", "2130706433", "erp.internal"];

  it.each(asked)("is refused before any request leaves (%s)", async (host) => {
    const leaving = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("it left"));
    const id = `https://${host}/client.json`;
    const page = await send(await authorizeUrl(id));
    expect(page.status).toBe(400);
    expect(page.headers.get("Location")).toBeNull();
    const key = await newKey("ES256");
    const basic = `Basic ${btoa(`${encodeURIComponent(id)}:s`)}`;
    const grant = {
      grant_type: "authorization_code",
      code: "u:g:c",
      redirect_uri: REDIRECT,
      code_verifier: "v",
    };
    const signed = { client_assertion_type: ASSERTION, client_assertion: await assertion(id, key) };
    const answers = await Promise.all([
      token(send, { ...grant, client_id: id }),
      token(send, { ...grant, ...signed }),
      token(send, { client_id: id, token: "u:g:t" }),
      send(`${HOST}/token`, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded", Authorization: basic },
        body: new URLSearchParams(grant).toString(),
      }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: "invalid_client" });
    }
    expect(leaving).not.toHaveBeenCalled();
  });

  it("is refused however it is named twice", async () => {
    const leaving = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("it left"));
    const id = "https://127.0.0.1:9/client.json";
    const signed = await assertion(id, await newKey("ES256"));
    const proof = new URLSearchParams({ client_assertion_type: ASSERTION });
    for (const [named, status] of [
      [`client_id=&client_id=${encodeURIComponent(id)}`, 401],
      [`${proof}&client_assertion=&client_assertion=${signed}`, 401],
      [`client_id=good&client_id=${encodeURIComponent(id)}`, 400],
    ] as const) {
      const answer = await send(`${HOST}/token`, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: `grant_type=refresh_token&refresh_token=u:g:r&${named}`,
      });
      expect([named, answer.status]).toEqual([named, status]);
    }
    expect(leaving).not.toHaveBeenCalled();
  });

  it.each(["https://e.example/x\n{}", `https://e.example/${"x".repeat(2_100)}`])(
    "is refused before it is looked up, and so logged, where it can be no id (%j)",
    async (id) => {
      const leaving = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("it left"));
      const warned = vi.spyOn(console, "warn").mockReturnValue(undefined);
      expect((await send(await authorizeUrl(id))).status).toBe(400);
      const asked = { grant_type: "refresh_token", refresh_token: "u:g:r", client_id: id };
      expect((await token(send, asked)).status).toBe(401);
      expect([leaving.mock.calls, warned.mock.calls]).toEqual([[], []]);
    },
  );

  it("or with its keys there, is refused before they are asked for", async () => {
    const id = `https://client.example/${crypto.randomUUID()}.json`;
    const jwks_uri = "https://169.254.169.254/keys";
    const way = { token_endpoint_auth_method: "private_key_jwt", jwks_uri };
    publish(id, { client_id: id, client_name: "Inside", redirect_uris: [REDIRECT], ...way });
    const key = await newKey("ES256");
    const answer = await token(send, {
      grant_type: "refresh_token",
      refresh_token: "u:g:r",
      client_assertion_type: ASSERTION,
      client_assertion: await assertion(id, key),
    });
    expect(answer.status).toBe(401);
    const left = vi
      .mocked(globalThis.fetch)
      .mock.calls.map(([input]) => (input instanceof Request ? input.url : String(input)));
    expect(new Set(left)).toEqual(new Set([id]));
  });
});

const promises = async (from = send) => {
  const answer = await from(`${HOST}/.well-known/oauth-authorization-server`);
  return ((await answer.json()) as Record<string, unknown>).client_id_metadata_document_supported;
};

describe("where no documents are read", () => {
  it("says so in the discovery document and on the page, and asks for none", async () => {
    const off = server({ CLIENT_ID_DOCUMENTS: "no" });
    const leaving = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("it left"));
    expect(await promises(off)).toBe(false);
    const page = await off(await authorizeUrl("https://client.example/client.json"));
    expect(page.status).toBe(400);
    expect(await page.text()).toContain("The program can register here instead");
    expect(leaving).not.toHaveBeenCalled();
    expect(await promises()).toBe(true);
  });

  it("asks programs to register for a while, where there is no network, and then tries again", async () => {
    // In the past, so that it is over for every other test.
    vi.useFakeTimers({ now: Date.now() - 700_000, toFake: ["Date"] });
    const id = () => `https://client.example/${crypto.randomUUID()}.json`;
    const leaving = vi
      .spyOn(globalThis, "fetch")
      .mockRejectedValue(new Error("internal error; reference = x"));
    const page = await send(await authorizeUrl(id()));
    expect(page.status).toBe(400);
    expect(await page.text()).toContain("could not reach it");
    expect(leaving).toHaveBeenCalledTimes(1);
    expect(await promises()).toBe(false);
    await send(await authorizeUrl(id()));
    expect(leaving).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
    expect(await promises()).toBe(true);
  });

  it("is not what a document that is refused leads to, nor a failure elsewhere than on one's own machine", async () => {
    publish("https://client.example/other", {});
    expect((await send(await authorizeUrl(`https://client.example/${crypto.randomUUID()}`))).status).toBe(
      400,
    );
    expect(await promises()).toBe(true);
    const deployed = server({ ENVIRONMENT: "production" });
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("internal error; reference = x"));
    const page = await deployed(await authorizeUrl(`https://client.example/${crypto.randomUUID()}`));
    expect(await page.text()).toContain("could not be verified");
    expect(await promises(deployed)).toBe(true);
  });
});
