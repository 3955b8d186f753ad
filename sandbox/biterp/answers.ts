import type { Answer } from "./problems";

/** Sends an answer; a body with an `etag` also gets the `ETag` header. */
export function respond({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  const sent = new Headers({ "Cache-Control": "no-store", ...headers });
  sent.set("Content-Type", status >= 400 ? "application/problem+json" : "application/json");
  if (typeof body.etag === "string") sent.set("ETag", body.etag);
  return new Response(JSON.stringify(body), { status, headers: sent });
}
