import { MCP_PATH } from "../auth/public-url";

/** What a path is to the front. */
export type Route =
  | { kind: "mcp" }
  /** Served by the OAuth provider at `path`. */
  | { kind: "oauth"; path: string }
  | { kind: "discovery"; path: string }
  /** Asked by programs, so the answer is JSON and not a page. */
  | { kind: "absent" }
  | { kind: "page" };

const RESOURCE = "/.well-known/oauth-protected-resource";
const SERVER = "/.well-known/oauth-authorization-server";

/**
 * Clients probe the root form of a discovery document or the one with the resource's path, and a 404 at either ends
 * the sign-in; the provider serves one of each, so the other is led there.
 */
const DISCOVERY: Readonly<Record<string, string>> = {
  [RESOURCE]: `${RESOURCE}${MCP_PATH}`,
  [`${RESOURCE}${MCP_PATH}`]: `${RESOURCE}${MCP_PATH}`,
  [SERVER]: SERVER,
  [`${SERVER}${MCP_PATH}`]: SERVER,
};

/** Sorts a path. A trailing slash on the endpoint means the endpoint: a redirect would lose the body. */
export function routeOf(pathname: string): Route {
  const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  if (path === MCP_PATH) return { kind: "mcp" };
  if (path === "/token" || path === "/register") return { kind: "oauth", path };
  const served = Object.hasOwn(DISCOVERY, path) ? DISCOVERY[path] : undefined;
  if (served !== undefined) return { kind: "discovery", path: served };
  if (path.startsWith("/.well-known/") || path.startsWith(`${MCP_PATH}/`)) return { kind: "absent" };
  return { kind: "page" };
}
