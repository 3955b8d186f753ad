import type { TokenHolder } from "./provider";

/**
 * Whose token a request to /token takes back; undefined for every other request. A token says by itself whom it
 * belongs to (`user:grant:secret`); whether it is genuine is the provider's business.
 */
export async function revokedBy(request: Request): Promise<(TokenHolder & { grantId: string }) | undefined> {
  if (new URL(request.url).pathname !== "/token" || request.method !== "POST") return undefined;
  const form = new URLSearchParams(await request.clone().text());
  const [userId, grantId, secret] = (form.get("token") ?? "").split(":");
  const clientId = form.get("client_id") ?? basicClient(request);
  if (form.has("grant_type") || !userId || !grantId || !secret || !clientId) return undefined;
  return { userId, clientId, grantId };
}

function basicClient(request: Request): string | undefined {
  const encoded = /^basic\s+(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(atob(encoded).split(":")[0] ?? "");
  } catch {
    return undefined;
  }
}
