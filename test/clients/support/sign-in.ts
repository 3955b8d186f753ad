import { expect } from "vitest";
import type { JsonObject } from "../../../src/json";
import { authorizeUrl, Browser, codeIn, HOST, redemption, token, worker } from "../../support/oauth";
import { Connected, type Host } from "./hosts";

/** The way of a client that knows nothing but the address: refusal, documents, registration, browser, token. */
export async function connect(host: Host): Promise<Connected> {
  const refused = await worker(`${HOST}${host.path ?? "/mcp"}`, { method: "POST", body: "{}" });
  await refused.text();
  expect(refused.status).toBe(401);
  expect(refused.headers.get("WWW-Authenticate")).toContain("resource_metadata=");

  const issuer = await discover(host);
  const clientId = await registered(host, String(issuer.registration_endpoint));
  const asked = host.resource === undefined ? {} : { resource: host.resource };
  const browser = new Browser(worker);
  const page = await browser.signIn(
    await authorizeUrl(clientId, asked, { redirect_uri: host.redirect }),
    "ana",
  );
  const back = await browser.answer(page);
  expect(back.headers.get("Location")?.startsWith(host.redirect)).toBe(true);

  const form = { ...redemption(clientId, codeIn(back), host.resource), redirect_uri: host.redirect };
  const answer = await token(worker, form);
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
  expect(answer.status, JSON.stringify(tokens)).toBe(200);
  const { refresh_token } = tokens;
  const renewed = await token(worker, {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token,
    ...asked,
  });
  expect(renewed.status).toBe(200);
  return new Connected(host, ((await renewed.json()) as { access_token: string }).access_token);
}

/** Every probe has to be answered, for a 404 at one ends the sign-in of some. */
async function discover(host: Host): Promise<JsonObject> {
  let issuer: JsonObject = {};
  for (const probe of host.probes) {
    const answer = await worker(`${HOST}${probe}`, { headers: { Accept: "application/json" } });
    expect(answer.status, probe).toBe(200);
    const document = (await answer.json()) as JsonObject;
    if (document.resource !== undefined) expect(document.resource).toBe(`${HOST}/mcp`);
    else issuer = document;
  }
  expect(issuer.code_challenge_methods_supported).toContain("S256");
  return issuer;
}

async function registered(host: Host, endpoint: string): Promise<string> {
  const answer = await worker(endpoint, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      client_name: host.name,
      redirect_uris: [host.redirect],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      ...host.registration,
    }),
  });
  const made = (await answer.json()) as { client_id: string };
  expect(answer.status, JSON.stringify(made)).toBe(201);
  return made.client_id;
}
