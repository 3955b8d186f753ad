import { decode } from "hono/jwt";
import type { TokenHolder } from "./provider";

/**
 * Whose token a request to /token takes back; undefined for every other request. A token says by itself whom it
 * belongs to (`user:grant:secret`); whether it is genuine is the provider's business.
 */
export async function revokedBy(request: Request): Promise<(TokenHolder & { grantId: string }) | undefined> {
  if (new URL(request.url).pathname !== "/token" || request.method !== "POST") return undefined;
  const form = new URLSearchParams(await request.clone().text());
  const [userId, grantId, secret] = (form.get("token") ?? "").split(":");
  const clientId = form.get("client_id") ?? provingClient(request, form.get("client_assertion") ?? "");
  if (form.has("grant_type") || !userId || !grantId || !secret || !clientId) return undefined;
  return { userId, clientId, grantId };
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
