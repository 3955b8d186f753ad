const METHODS = "POST, GET, DELETE, OPTIONS";
const HEADERS = [
  "authorization",
  "content-type",
  "accept",
  "accept-language",
  "mcp-protocol-version",
  "mcp-session-id",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "traceparent",
  "tracestate",
];
/** Revision 2026-07-28 mirrors arguments in headers whose names only the tool knows. */
const PARAMETER_HEADER = /^mcp-param-[a-z0-9-]{1,64}$/;

/** The answer to a preflight; it needs no token. Methods that end in 405 are listed, so that a browser can read the 405. */
export function preflight(request: Request): Response {
  const asked = (request.headers.get("access-control-request-headers") ?? "").toLowerCase().split(/[\s,]+/);
  const allowed = [...HEADERS, ...asked.filter((name) => PARAMETER_HEADER.test(name))];
  return new Response(null, {
    status: 204,
    headers: {
      Allow: "POST, OPTIONS",
      "Access-Control-Allow-Methods": METHODS,
      "Access-Control-Allow-Headers": allowed.join(", "),
      "Access-Control-Max-Age": "7200",
    },
  });
}

/**
 * The response, readable by one origin and no other. What came before (the provider echoes every origin) is dropped.
 * @param origin an allowed one; null: readable by none
 */
export function readableBy(origin: string | null, response: Response): Response {
  const headers = new Headers(response.headers);
  headers.delete("Access-Control-Allow-Origin");
  headers.delete("Access-Control-Allow-Credentials");
  headers.delete("Access-Control-Expose-Headers");
  if (!varies(headers)) headers.append("Vary", "Origin");
  if (origin !== null) {
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Expose-Headers", "WWW-Authenticate, Retry-After");
  }
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function varies(headers: Headers): boolean {
  return (headers.get("Vary") ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .includes("origin");
}
