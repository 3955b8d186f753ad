import type * as oauth from "oauth4webapi";
import { loadOAuthClient } from "../apart";
import { isLoopback } from "./public-url";
import { discover, remembered, requestOptions, type Upstream, upstreamFrom } from "./upstream";
import type { Vault } from "./vault";

/** How long a registration at an authorization server is kept, in seconds: longer than any connection lives unused. */
const REGISTRATION_S = 365 * 86_400;

/** What signing in at bitERP's own MCP server needs. */
export interface McpUpstreamParts {
  /** bitERP's MCP endpoint. */
  url: URL;
  /** Where bitERP sends the person back to. */
  redirectUri: string;
  /** Where this server publishes what it is as a client; used where it is https and the other side reads such. */
  clientDocument: string;
  /** Where registrations are kept. */
  vault: Vault;
}

/** A place to sign in, as the MCP server itself names it. */
interface Place {
  server: oauth.AuthorizationServer;
  scopes: string[];
}

/**
 * The sign-in of bitERP's own MCP server, found as MCP's authorization specification says: the 401's metadata, the
 * authorization server named there, and this server as a client by its metadata document or by registration.
 * @throws (its methods) on network faults and on answers that are no OAuth
 */
export function mcpUpstreamOf(parts: McpUpstreamParts): Upstream {
  const insecure = isLoopback(parts.url.hostname);
  const place = remembered(() => find(parts.url, insecure));
  const server = async () => (await place()).server;
  return upstreamFrom({
    server,
    client: async () => clientAt(await server(), parts, insecure),
    scopes: async () => wantedScopes(await place()),
    resource: parts.url.href,
    insecure,
  });
}

async function find(url: URL, insecure: boolean): Promise<Place> {
  const metadata = await resourceMetadata(url, insecure);
  const issuer = new URL(metadata?.authorization_servers?.[0] ?? url.origin);
  return { server: await discover(issuer, insecure), scopes: metadata?.scopes_supported ?? [] };
}

/** From the address in the 401's challenge, or from the well-known ones; older servers have none at all. */
async function resourceMetadata(url: URL, insecure: boolean): Promise<oauth.ResourceServer | undefined> {
  const oauth = await loadOAuthClient();
  const options = await requestOptions(insecure);
  const named = await namedInChallenge(url, insecure);
  if (named !== undefined && (named.protocol === "https:" || insecure)) {
    const response = await fetch(named, { redirect: "manual", signal: options.signal() });
    if (response.status === 200) return oauth.processResourceDiscoveryResponse(url, response);
    await response.body?.cancel();
  }
  const response = await oauth.resourceDiscoveryRequest(url, options);
  if (response.status === 200) return oauth.processResourceDiscoveryResponse(url, response);
  await response.body?.cancel();
  return undefined;
}

async function namedInChallenge(url: URL, insecure: boolean): Promise<URL | undefined> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    signal: (await requestOptions(insecure)).signal(),
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  await response.body?.cancel();
  const challenge = response.headers.get("WWW-Authenticate") ?? "";
  const named = /resource_metadata="([^"]+)"/i.exec(challenge)?.[1];
  return named === undefined ? undefined : (URL.parse(named) ?? undefined);
}

/** All that the resource lists, and a refresh token where there are such. */
function wantedScopes({ server, scopes }: Place): string {
  const offline = server.scopes_supported?.includes("offline_access") && !scopes.includes("offline_access");
  return [...scopes, ...(offline ? ["offline_access"] : [])].join(" ");
}

async function clientAt(server: oauth.AuthorizationServer, parts: McpUpstreamParts, insecure: boolean) {
  const oauth = await loadOAuthClient();
  const { redirectUri, clientDocument, vault } = parts;
  const readsDocuments = server.client_id_metadata_document_supported === true;
  if (readsDocuments && clientDocument.startsWith("https:")) {
    return { client: { client_id: clientDocument }, proof: oauth.None() };
  }
  const id = `client:${server.issuer}:${redirectUri}`;
  const known = (await vault.look(id)) as { client_id: string; client_secret?: string } | null;
  const registered = known ?? (await register(server, redirectUri, insecure));
  if (known === null) await vault.put(id, registered, REGISTRATION_S);
  const { client_id, client_secret } = registered;
  const proof = client_secret === undefined ? oauth.None() : oauth.ClientSecretBasic(client_secret);
  return { client: { client_id }, proof };
}

async function register(server: oauth.AuthorizationServer, redirectUri: string, insecure: boolean) {
  const oauth = await loadOAuthClient();
  const response = await oauth.dynamicClientRegistrationRequest(
    server,
    clientMetadata(redirectUri),
    await requestOptions(insecure),
  );
  const { client_id, client_secret } = await oauth.processDynamicClientRegistrationResponse(response);
  return { client_id, ...(typeof client_secret === "string" && { client_secret }) };
}

/** What this server says of itself as a client of bitERP. */
export function clientMetadata(redirectUri: string) {
  return {
    client_name: "bitERP MCP",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}
