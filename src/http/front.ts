import { atPublicUrl, isLoopback, realUrl } from "../auth/public-url";
import type { Config } from "../config";
import { type RequestEnv, requestEnv } from "../context";
import { DatabaseUnavailable } from "../database";
import { json, methodNotAllowed, text } from "./answers";
import { boundedRequest } from "./bounded-body";
import { completedChallenge } from "./challenge";
import { preflight, readableBy } from "./cors";
import { isAllowedOrigin } from "./origins";
import { addressOf, isOver, mcpTooMany, oauthTooMany } from "./rate-limit";
import { type Route, routeOf } from "./routes";
import { canonicalTokenRequest } from "./token-request";
import { mcpUnavailable, oauthUnavailable, RETRY_AFTER, unreadId } from "./unavailable";

/** What stands behind the front: the OAuth provider, with whatever store it needs. */
export type Inner = (request: Request, env: RequestEnv, ctx: ExecutionContext) => Promise<Response>;

/** Told what went wrong when nothing else handled it; the answer never says. */
export type OnFault = (error: unknown, requestId: string) => void;

/**
 * The first to see a request. It settles what must not depend on a token (address, origin, method, preflight), gives
 * every discovery form its document, and lets nothing out that a browser client could not read.
 */
export async function front(
  request: Request,
  bindings: Env,
  ctx: ExecutionContext,
  inner: Inner,
  onFault: OnFault = () => {},
): Promise<Response> {
  let env: RequestEnv;
  try {
    env = requestEnv(request, bindings);
  } catch (error) {
    return text(500, error instanceof Error ? error.message : "Configuration is not usable.");
  }
  const { config, requestId } = env.CONTEXT;
  if (!isOurs(realUrl(request), config)) {
    return text(403, `This server is reached at ${config.publicUrl.origin}.`);
  }
  const route = routeOf(new URL(request.url).pathname);
  const told = (error: unknown) => onFault(error, requestId);
  if (route.kind === "page") return served(route, told, () => inner(atPublicUrl(request, config), env, ctx));

  const origin = request.headers.get("Origin");
  const reader = origin !== null && isAllowedOrigin(origin, config) ? origin : null;
  if (origin !== null && reader === null && route.kind !== "discovery") {
    return readableBy(null, json(403, { error: "forbidden", error_description: "Origin not allowed" }));
  }
  const answer = await served(route, told, () =>
    dispatch(route, request, env, told, (own) => inner(own, env, ctx)),
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
  env: RequestEnv,
  told: (error: unknown) => void,
  inner: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { config } = env.CONTEXT;
  if (request.method === "OPTIONS" && route.kind !== "absent") return preflight(request);
  switch (route.kind) {
    case "mcp":
      if (request.method !== "POST" && !asksWhetherToSignIn(request)) return methodNotAllowed();
      if (await isOver(env, "LIMIT_MCP_IP", addressOf(request))) return mcpTooMany();
      return completedChallenge(request, await forMcp(atPublicUrl(request, config, "/mcp"), told, inner));
    case "oauth": {
      const limit = route.path === "/token" ? "LIMIT_TOKEN" : "LIMIT_REGISTER";
      if (await isOver(env, limit, addressOf(request))) return oauthTooMany();
      const at = atPublicUrl(request, config, route.path);
      const own = await (route.path === "/token" ? canonicalTokenRequest(at, config) : boundedRequest(at));
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

/** A client of the endpoint is told in its own protocol that there is nobody who could look at its token. */
async function forMcp(
  request: Request,
  told: (error: unknown) => void,
  inner: (request: Request) => Promise<Response>,
): Promise<Response> {
  try {
    return await inner(request);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    told(error);
    return mcpUnavailable(await unreadId(request));
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
  told: (error: unknown) => void,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    told(error);
    const later = error instanceof DatabaseUnavailable;
    if (route.kind === "page")
      return later
        ? text(503, "The server cannot reach its data at the moment. Try again soon.", RETRY_AFTER)
        : text(500, "Something went wrong on our side.");
    if (later) return oauthUnavailable();
    return json(500, { error: "server_error", error_description: "Something went wrong on our side." });
  }
}
