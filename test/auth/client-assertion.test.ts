import { beforeAll, describe, expect, it, vi } from "vitest";
import { revokedBy } from "../../src/auth/revocation";
import { authorizeUrl, Browser, HOST, redemption } from "../support/oauth";
import { type OAuthClient, secretProof } from "./support/client";
import {
  assertion,
  assertionProof,
  type Claims,
  documented,
  type Key,
  newKey,
  publish,
} from "./support/document-client";
import { call, server } from "./support/server";

const send = server();
const now = () => Math.floor(Date.now() / 1_000);
const METHOD = { token_endpoint_auth_method: "private_key_jwt" };

let key: Key;
let other: Key;
beforeAll(async () => {
  [key, other] = [await newKey("ES256"), await newKey("ES256")];
});

/** A client that signs what the claims and header say. */
const client = (metadata: Record<string, unknown> = {}) =>
  documented(send, { ...METHOD, jwks: { keys: [key.jwk] }, ...metadata }, (id) =>
    assertionProof(() => assertion(id, key)),
  );
const saying = (one: OAuthClient, claims: Claims, header: Claims = {}) =>
  one.as(assertionProof(() => assertion(one.id, key, claims, header), one.id));

describe("a client's signed assertion", () => {
  it.each<[string, Claims, Claims?]>([
    ["for another audience", { aud: "https://other.example/token" }],
    ["for this server among others that it cannot know", { aud: [HOST, 7] }],
    ["for nobody", { aud: undefined }],
    ["that is over", { exp: now() - 120, iat: now() - 300 }],
    ["without an end", { exp: undefined }],
    ["that lives for a day", { exp: now() + 86_400 }],
    ["that begins later", { nbf: now() + 600 }],
    ["without a number", { jti: undefined }],
    ["issued by somebody else", { iss: "https://evil.example/client.json" }],
    ["about somebody else", { sub: "https://evil.example/client.json" }],
    ["that says it is not signed", {}, { alg: "none" }],
    ["that says it is signed by a shared secret", {}, { alg: "HS256" }],
    ["that says it is signed by another kind of key", {}, { alg: "RS256" }],
    ["by a key of another number", {}, { kid: "k2" }],
    ["that is another kind of token", {}, { typ: "at+jwt" }],
  ])("%s is worth nothing", async (_, claims, header) => {
    const one = client();
    const { refresh_token } = await one.signIn();
    const refused = await saying(one, claims, header).refresh(refresh_token);
    expect(refused).toMatchObject({ status: 401, error: "invalid_client" });
    expect((await one.refresh(refresh_token)).status).toBe(200);
  });

  it.each([
    ["the issuer", HOST],
    ["the token endpoint", `${HOST}/token`],
    ["both", [HOST, `${HOST}/token`]],
  ])("may name %s as its audience", async (_, aud) => {
    const one = client();
    const { refresh_token } = await one.signIn();
    expect((await saying(one, { aud }).refresh(refresh_token)).status).toBe(200);
  });

  it("of another key, or changed after it was signed, is worth nothing", async () => {
    const one = client();
    const { refresh_token } = await one.signIn();
    const [head, body, signature] = (await assertion(one.id, key)).split(".");
    const [, later] = (await assertion(one.id, key, { exp: now() + 3_000 })).split(".");
    for (const forged of [
      await assertion(one.id, other),
      `${head}.${later}.${signature}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      "",
    ]) {
      const refused = await one.as(assertionProof(async () => forged, one.id)).refresh(refresh_token);
      expect([400, 401], forged).toContain(refused.status);
      expect(refused.access_token).toBeUndefined();
    }
  });

  it("counts once, for two requests at the same moment too", async () => {
    const one = client();
    const { refresh_token } = await one.signIn();
    const used = await assertion(one.id, key);
    const again = one.as(assertionProof(async () => used, one.id));
    const both = await Promise.all([1, 2, 3].map(() => again.refresh(refresh_token)));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const first = both.find(({ status }) => status === 200);
    expect(await again.refresh(first?.refresh_token)).toMatchObject({ status: 401, error: "invalid_client" });
  });

  it("of each of several refreshes at the same moment counts", async () => {
    const one = client();
    const { refresh_token } = await one.signIn();
    const answers = await Promise.all([1, 2, 3, 4].map(() => one.refresh(refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { access_token } of answers) expect((await call(send, access_token)).status).toBe(200);
  });

  it("tells whose tokens are given back, as every other proof does", async () => {
    const one = client();
    const basic = (await secretProof("client_secret_basic", one.id, "s")()).headers ?? {};
    for (const { form = {}, headers = {} } of [
      await one.proof(),
      { headers: basic },
      { form: { client_id: one.id } },
    ]) {
      const body = new URLSearchParams({ token: "u1:g1:secret", ...form });
      const request = (more: object) =>
        new Request(`${HOST}/token`, { method: "POST", headers, body, ...more });
      expect(await revokedBy(request({}))).toMatchObject({ userId: "u1", clientId: one.id });
      expect(await revokedBy(new Request(`${HOST}/mcp`, request({})))).toBeUndefined();
    }
    for (const client_assertion of ["", "x", "a.b.c"]) {
      const body = new URLSearchParams({ token: "u1:g1:secret", client_assertion });
      expect(await revokedBy(new Request(`${HOST}/token`, { method: "POST", body }))).toBeUndefined();
    }
  });

  it("redeems a code once, and needs its verifier all the same", async () => {
    const one = client();
    const { client_id: _, code_verifier, ...form } = redemption(one.id, await one.code());
    expect(await one.token({ ...form, code_verifier: `${code_verifier}x` })).toMatchObject({
      error: "invalid_grant",
    });
    expect((await one.token({ ...form, code_verifier: code_verifier ?? "" })).status).toBe(200);
  });
});

describe("the keys of a client", () => {
  it("may stand at an address of their own, and be changed there", async () => {
    const jwks_uri = `https://client.example/${crypto.randomUUID()}/keys`;
    publish(jwks_uri, { keys: [key.jwk] });
    const one = client({ jwks: undefined, jwks_uri });
    const { refresh_token } = await one.signIn();
    publish(jwks_uri, { keys: [other.jwk] });
    const changed = one.as(assertionProof(() => assertion(one.id, other)));
    // Asked for at most every half minute, so that nobody can make this server ask all the time.
    const soon = Date.now() + 31_000;
    const clock = vi.spyOn(Date, "now").mockReturnValue(soon);
    const renewed = await changed.refresh(refresh_token);
    const old = await one.refresh(renewed.refresh_token);
    clock.mockRestore();
    expect([renewed.status, old.status]).toEqual([200, 401]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["there are none", { jwks: undefined }],
    ["they are at an address without https", { jwks: undefined, jwks_uri: "http://client.example/keys" }],
    ["they are there and elsewhere", { jwks_uri: "https://client.example/keys" }],
    ["one of them is private", { jwks: { keys: [{ kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" }] } }],
  ])("count only where they can be trusted: %s", async (_, metadata) => {
    const answer = await send(await authorizeUrl(client(metadata).id));
    expect([answer.status, answer.headers.get("Location")]).toEqual([400, null]);
  });
});

describe("the document of a client", () => {
  it.each<[string, Record<string, unknown>]>([
    ["of another address", { client_id: "https://client.example/another.json" }],
    ["without a name", { client_name: " " }],
    ["with a secret in it", { client_secret: "s" }],
    ["that wants to authenticate by a secret", { token_endpoint_auth_method: "client_secret_post" }],
    ["without an address for the answer", { redirect_uris: [] }],
    ["with an address that is a script", { redirect_uris: ["javascript:alert(1)"] }],
    ["with another address than the one asked for", { redirect_uris: ["https://client.example/cb"] }],
  ])("%s opens nothing", async (_, metadata) => {
    const one = documented(send, metadata, () => assertionProof(async () => ""));
    const answer = await send(await authorizeUrl(one.id));
    expect([answer.status, answer.headers.get("Location")]).toEqual([400, null]);
    expect(answer.headers.get("Content-Type")).toContain("text/html");
  });

  it("that is gone meanwhile is a readable page, for the question and for the answer", async () => {
    const one = client();
    const url = await authorizeUrl(one.id);
    const browser = new Browser(send);
    const page = await browser.signIn(url, "ana");
    publish(one.id, undefined);
    const answers = [await browser.get(url), await browser.answer(page)];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    for (const answer of answers) expect(await answer.text()).toContain("could not be verified");
  });

  it("says where it is published, and that is shown beside its name", async () => {
    const one = client();
    const page = await new Browser(send).signIn(await authorizeUrl(one.id), "ana");
    expect(page).toContain("client.example");
    expect(page).toContain("Documented");
  });
});
