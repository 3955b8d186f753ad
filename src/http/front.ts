import { atPublicUrl, isLoopback, realUrl } from "../auth/public-url";
import { type Config, configOf } from "../config";
import { json, methodNotAllowed, text } from "./answers";
import { completedChallenge } from "./challenge";
import { preflight, readableBy } from "./cors";
import { isAllowedOrigin } from "./origins";
import { addressOf, isOver, mcpTooMany, oauthTooMany } from "./rate-limit";
import { type Route, routeOf } from "./routes";
import { canonicalTokenRequest } from "./token-request";

/** What stands behind the front: the OAuth provider, with whatever store it needs. */
export type Inner = (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response>;

/**
 * The first to see a request. It settles what must not depend on a token (address, origin, method, preflight), gives
 * every discovery form its document, and lets nothing out that a browser client could not read.
 * @param onFault told what went wrong when nothing else handled it; the answer never says
 */
export async function front(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  inner: Inner,
  onFault: (error: unknown) => void = () => {},
): Promise<Response> {
  let config: Config;
  try {
    config = configOf(env);
  } catch (error) {
    return text(500, error instanceof Error ? error.message : "Configuration is not usable.");
  }
  if (!isOurs(realUrl(request), config)) {
    return text(403, `This server is reached at ${config.publicUrl.origin}.`);
  }
  const route = routeOf(new URL(request.url).pathname);
  if (route.kind === "page")
    return served(route, onFault, () => inner(atPublicUrl(request, config), env, ctx));

  const origin = request.headers.get("Origin");
  const reader = origin !== null && isAllowedOrigin(origin, config) ? origin : null;
  if (origin !== null && reader === null && route.kind !== "discovery") {
    return readableBy(null, json(403, { error: "forbidden", error_description: "Origin not allowed" }));
  }
  const answer = await served(route, onFault, () =>
    dispatch(route, request, env, config, (r) => inner(r, env, ctx)),
  );
  return readableBy(reader, answer);
}

/** Foreign names are how a web page reaches a server on the reader's own machine (DNS rebinding). */
function isOurs(url: URL, config: Config): boolean {
  if (url.host === config.publicUrl.host) return true;
  return config.environment === "development" && isLoopback(url.hostname);
}

async function dispatch(
  route: Route,
  request: Request,
  env: Env,
  config: Config,
  inner: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method === "OPTIONS" && route.kind !== "absent") return preflight(request);
  switch (route.kind) {
    case "mcp":
      if (request.method !== "POST" && !asksWhetherToSignIn(request)) return methodNotAllowed();
      if (await isOver(env, "LIMIT_MCP_IP", addressOf(request))) return mcpTooMany();
      return completedChallenge(request, await inner(atPublicUrl(request, config, "/mcp")));
    case "oauth": {
      const limit = route.path === "/token" ? "LIMIT_TOKEN" : "LIMIT_REGISTER";
      if (await isOver(env, limit, addressOf(request))) return oauthTooMany();
      const at = atPublicUrl(request, config, route.path);
      const own = route.path === "/token" ? await canonicalTokenRequest(at, config) : at;
      if (typeof own === "number")
        return json(own, { error: "invalid_request", error_description: REFUSED[own] });
      return unstored(await inner(own));
    }
    case "discovery":
      return inner(atPublicUrl(request, config, route.path));
    default:
      return json(404, { error: "not_found" });
  }
}

/** Why a token request is not even read. */
const REFUSED = {
  400: "The body must be application/x-www-form-urlencoded",
  408: "The body did not arrive in time",
  413: "Too large",
} as const;

/**
 * Some clients (mcp-remote) look with a GET whether they must sign in, and choose the port that the browser comes back
 * to only if they must. Told 405 they choose too late and send the browser to a port that may be another program's.
 * A person who opens the address in a browser still gets words.
 */
function asksWhetherToSignIn({ method, headers }: Request): boolean {
  const fromBrowser = (headers.get("Accept") ?? "").includes("text/html");
  return method === "GET" && !headers.has("Authorization") && !fromBrowser;
}

/** Tokens and client secrets never stay in a cache, whatever the answer. */
function unstored(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("Cache-Control", "no-store");
  return new Response(response.body, { status: response.status, headers });
}

/** A fault of ours never shows more than that. */
async function served(
  route: Route,
  onFault: (error: unknown) => void,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    onFault(error);
    if (route.kind === "page") return text(500, "Something went wrong on our side.");
    return json(500, { error: "server_error", error_description: "Something went wrong on our side." });
  }
}
