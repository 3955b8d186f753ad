/** JSON of this server's own, never to be stored. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

/** Plain text for whoever runs or misaddresses the server. @param retryAfter in seconds */
export function text(status: number, body: string, retryAfter?: string): Response {
  return new Response(`${body}\n`, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...(retryAfter !== undefined && { "Retry-After": retryAfter }),
    },
  });
}

/** The endpoint takes POST only; a GET stream that never says anything makes clients time out. */
export function methodNotAllowed(): Response {
  const error = { code: -32000, message: "Method not allowed. Send JSON-RPC by POST." };
  return json(405, { jsonrpc: "2.0", error, id: null }, { Allow: "POST, OPTIONS" });
}
