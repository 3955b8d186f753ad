import { describe, expect, it } from "vitest";
import { authorizeUrl, Browser, HOST, REDIRECT, register } from "../support/oauth";
import { OAuthClient, registered, secretProof } from "./support/client";
import { assertion, assertionProof, documented, newKey } from "./support/document-client";
import { call, server } from "./support/server";

const send = server();

/** What is promised. Each line of it is tried below: a new one needs a test here. */
const promised = {
  issuer: HOST,
  authorization_endpoint: `${HOST}/authorize`,
  token_endpoint: `${HOST}/token`,
  protected_resources: [`${HOST}/mcp`],
  registration_endpoint: `${HOST}/register`,
  scopes_supported: ["products:read", "products:create", "products:update", "products:delete"],
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: [
    "client_secret_basic",
    "client_secret_post",
    "none",
    "private_key_jwt",
  ],
  token_endpoint_auth_signing_alg_values_supported: ["RS256", "ES256"],
  revocation_endpoint: `${HOST}/token`,
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
};

it("the server promises what is tried here, and nothing more", async () => {
  const read = async (path: string) => (await send(`${HOST}/.well-known/${path}`)).json();
  expect(await read("oauth-authorization-server")).toEqual(promised);
  expect(await read("oauth-protected-resource")).toEqual({
    resource: `${HOST}/mcp`,
    authorization_servers: [HOST],
    bearer_methods_supported: ["header"],
    resource_name: "bitERP",
  });
});

const ways: [string, () => Promise<OAuthClient>][] = [
  ...["none", "client_secret_basic", "client_secret_post"].map((method): (typeof ways)[number] => [
    `registered, ${method}`,
    () => OAuthClient.register(send, method),
  ]),
  ["described by its document, none", async () => documented(send, {}, (id) => secretProof("none", id))],
  ...(["RS256", "ES256"] as const).map((alg): (typeof ways)[number] => [
    `described by its document, private_key_jwt with ${alg}`,
    async () => {
      const key = await newKey(alg);
      const metadata = { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key.jwk] } };
      return documented(send, metadata, (id) => assertionProof(() => assertion(id, key)));
    },
  ]),
];

describe.each(ways)("a client that is %s", (_, made) => {
  it("signs in, calls, refreshes and gives its tokens back", async () => {
    const client = await made();
    const first = await client.signIn();
    expect(first).toMatchObject({ token_type: "bearer", resource: `${HOST}/mcp` });
    expect(first.scope.split(" ")).toEqual(promised.scopes_supported);
    expect((await call(send, first.access_token)).status).toBe(200);
    const next = await client.refresh(first.refresh_token);
    expect((await call(send, next.access_token)).status).toBe(200);

    // An access token alone first, then the connection.
    expect((await client.token({ token: first.access_token })).status).toBe(200);
    expect((await call(send, first.access_token)).status).toBe(401);
    expect((await call(send, next.access_token)).status).toBe(200);
    expect((await client.token({ token: next.refresh_token ?? "" })).status).toBe(200);
    expect((await call(send, next.access_token)).status).toBe(401);
    expect(await client.refresh(next.refresh_token)).toMatchObject({ error: "invalid_grant" });
  });

  it("cannot authenticate in any other way", async () => {
    const client = await made();
    const { refresh_token } = await client.signIn();
    const mine = await client.proof();
    const key = await newKey("ES256");
    const others = {
      none: secretProof("none", client.id),
      client_secret_post: secretProof("client_secret_post", client.id, "guess"),
      client_secret_basic: secretProof("client_secret_basic", client.id, "guess"),
      private_key_jwt: assertionProof(() => assertion(client.id, key), client.id),
    };
    for (const [method, proof] of Object.entries(others)) {
      if (method === "none" && mine.form?.client_id === client.id && !mine.form.client_secret) continue;
      expect(await client.as(proof).refresh(refresh_token), method).toMatchObject({
        status: 401,
        error: "invalid_client",
      });
    }
    expect((await client.refresh(refresh_token)).status).toBe(200);
  });
});

describe("what is not promised is refused", () => {
  it.each([
    "private_key_jwt",
    "client_secret_jwt",
    "tls_client_auth",
    "self_signed_tls_client_auth",
    "magic",
  ])("registering to authenticate by %s", async (token_endpoint_auth_method) => {
    const key = await newKey("ES256");
    const jwks = { keys: [key.jwk] };
    expect(await registered(send, { token_endpoint_auth_method, jwks })).toMatchObject({
      status: 400,
      error: "invalid_client_metadata",
    });
  });

  it.each([
    "client_credentials",
    "password",
    "implicit",
    "urn:ietf:params:oauth:grant-type:token-exchange",
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "urn:ietf:params:oauth:grant-type:device_code",
  ])("the grant type %s, registered and asked for", async (grant_type) => {
    const grant_types = ["authorization_code", grant_type];
    expect(await registered(send, { grant_types })).toMatchObject({
      status: 400,
      error: "invalid_client_metadata",
    });
    const client = await OAuthClient.register(send, "client_secret_basic");
    const form = { username: "ana", password: "x", assertion: "a.b.c", subject_token: "a:b:c" };
    expect(await client.token({ grant_type, ...form })).toMatchObject({
      status: 400,
      error: "unsupported_grant_type",
    });
  });

  it.each(["token", "id_token", "code id_token"])("registering the response type %s", async (type) => {
    expect(await registered(send, { response_types: [type] })).toMatchObject({
      status: 400,
      error: "invalid_client_metadata",
    });
  });

  it.each([
    ["response_type", "token", "unsupported_response_type"],
    ["response_mode", "fragment", "invalid_request"],
    ["response_mode", "form_post", "invalid_request"],
    ["code_challenge_method", "plain", "invalid_request"],
  ])("asking with %s=%s, and the refusal names the issuer", async (name, value, error) => {
    const answer = await send(await authorizeUrl(await register(send), {}, { [name]: value }));
    const back = new URL(answer.headers.get("Location") ?? "");
    expect(back.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(back.searchParams.get("error")).toBe(error);
    expect(back.searchParams.get("iss")).toBe(HOST);
    expect(back.searchParams.get("state")).toBe("state-1");
  });
});

it("a code comes in the query, together with the issuer", async () => {
  const browser = new Browser(send);
  const url = await authorizeUrl(await register(send), {}, { response_mode: "query" });
  const answer = await browser.answer(await browser.signIn(url, "ana"));
  const back = new URL(answer.headers.get("Location") ?? "");
  expect(back.hash).toBe("");
  expect([...back.searchParams.keys()].sort()).toEqual(["code", "iss", "state"]);
  expect(back.searchParams.get("iss")).toBe(HOST);
});
