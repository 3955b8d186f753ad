import type { Config } from "../config";

const cameFrom = new WeakMap<Request, URL>();

/** The path of the MCP endpoint. */
export const MCP_PATH = "/mcp";

/** The one canonical name of the protected resource. */
export function resourceOf(config: Config): string {
  return `${config.publicUrl.origin}${MCP_PATH}`;
}

/**
 * The resource as this server knows it. Clients take the address the person typed, so the bare origin and a trailing
 * slash mean the same; anything else is left for the provider to refuse.
 */
function canonicalResource(value: string, config: Config): string {
  const { origin } = config.publicUrl;
  const aliases = [origin, `${origin}/`, `${origin}${MCP_PATH}/`];
  return aliases.includes(value) ? resourceOf(config) : value;
}

/** Writes every `resource` of a query or form as this server spells it; how many there are stays as it is. */
export function canonicalise(parameters: URLSearchParams, config: Config): void {
  const values = parameters.getAll("resource");
  const canonical = values.map((value) => canonicalResource(value, config));
  if (canonical.every((value, index) => value === values[index])) return;
  parameters.delete("resource");
  for (const value of canonical) parameters.append("resource", value);
}

/**
 * The request under the configured public address. Issuer, metadata and audience are derived from the request's URL
 * by the OAuth provider, and a Host header is in the caller's hands. Where it really came to stays known: `cameTo`.
 * @param path another path to serve it at
 */
export function atPublicUrl(request: Request, config: Config, path?: string): Request {
  const url = new URL(request.url);
  // Joined as text: as a relative reference, a path that starts with two slashes would name another host.
  const target = new URL(`${config.publicUrl.origin}${path ?? url.pathname}${url.search}`);
  canonicalise(target.searchParams, config);
  return carry(request, new Request(target, request));
}

/** Hands on where a request really came to, when it had to be built anew. */
export function carry(from: Request, to: Request): Request {
  cameFrom.set(to, cameFrom.get(from) ?? realUrl(from));
  return to;
}

/** The address the request really came to; null when that is not known, which must be read as "not this machine". */
export function cameTo(request: Request): URL | null {
  return cameFrom.get(request) ?? null;
}

/** Whether a host name can only mean this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

/** Under `wrangler dev` and behind proxies URL and Host header may differ; the header is what the caller addressed. */
export function realUrl(request: Request): URL {
  const url = new URL(request.url);
  const host = request.headers.get("host");
  if (host === null) return url;
  // A loopback Host header does not make a public address a local one.
  if (!isLoopback(url.hostname)) return url;
  // What cannot be read names nobody, least of all this machine.
  return URL.parse(`${url.protocol}//${host}`) ?? new URL("http://unreadable.invalid");
}
