import { decode } from "hono/jwt";
import type { TokenHolder } from "./grant";

/** A form as text. Not `text()`, which warns of everything that does not call itself text. */
const textOf = async (request: Request) => new TextDecoder().decode(await request.clone().arrayBuffer());

/**
 * Whose token a request to /token takes back; undefined for every other request. A token says by itself whom it
 * belongs to (`user:grant:secret`); whether it is genuine is the provider's business.
 */
export async function revokedBy(request: Request): Promise<(TokenHolder & { grantId: string }) | undefined> {
  if (new URL(request.url).pathname !== "/token" || request.method !== "POST") return undefined;
  const form = new URLSearchParams(await textOf(request));
  const [userId, grantId, secret] = (form.get("token") ?? "").split(":");
  const clientId = form.get("client_id") ?? provingClient(request, form.get("client_assertion") ?? "");
  if (form.has("grant_type") || !userId || !grantId || !secret || !clientId) return undefined;
  return { userId, clientId, grantId };
}

/** The client that a request to /token says it is, and whether it signed for it; neither is checked yet. */
export async function presentedClient(
  request: Request,
): Promise<{ clientId: string | undefined; provesItself: boolean }> {
  if (new URL(request.url).pathname !== "/token" || request.method !== "POST")
    return { clientId: undefined, provesItself: false };
  const form = new URLSearchParams(await textOf(request));
  const assertion = form.get("client_assertion");
  const clientId = form.get("client_id") || provingClient(request, assertion ?? "");
  return { clientId, provesItself: assertion !== null };
}

/** The client as its proof names it, which need not name it twice. */
function provingClient(request: Request, assertion: string): string | undefined {
  const encoded = /^basic\s+(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(atob(encoded).split(":")[0] ?? "");
    return String(decode(assertion).payload.iss ?? "");
  } catch {
    return undefined;
  }
}
