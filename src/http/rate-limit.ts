import type { Context, MiddlewareHandler } from "hono";
import { sessionOf } from "../auth/browser-session";
import type { Handlers } from "../auth/provider";
import { log, logFault } from "../log";
import { json } from "./answers";
import type { PagesEnv } from "./pages/deps";
import { problem } from "./pages/problem";

/** The limits, each a binding of its own. How many requests each allows a minute stands in wrangler.toml. */
export type Limit =
  | "LIMIT_MCP_IP"
  | "LIMIT_MCP_CLIENT"
  | "LIMIT_MCP_USER"
  | "LIMIT_TOKEN"
  | "LIMIT_REGISTER"
  | "LIMIT_SIGN_IN";

/** A binding does not say when it lets somebody in again; all of them count by the minute, so after one it does. */
const RETRY_AFTER = "60";
const MESSAGE = `Too many requests. Try again in ${RETRY_AFTER} seconds.`;
/** How long a request waits for a limiter, in milliseconds; it normally answers at once. */
const PATIENCE_MS = 500;

/**
 * Counts a request, and says whether it is one too many. What cannot be counted (no such binding, no key, a limiter
 * that fails or hangs) gets in: an outage of the limiter must not be one of the server.
 */
export async function isOver(env: Env, limit: Limit, key: string | null | undefined): Promise<boolean> {
  const limiter = (env as Partial<Env>)[limit];
  if (!limiter || !key) return false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
  });
  try {
    const { success } = await Promise.race([limiter.limit({ key }), late]);
    if (!success) log("rate_limited", { limit });
    return !success;
  } catch (error) {
    logFault("rate_limit_fault", error, { limit });
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Where a request comes from, as Cloudflare itself says; null on a machine of one's own. */
export function addressOf(request: Request): string | null {
  const ip = request.headers.get("CF-Connecting-IP");
  if (!ip?.includes(":") || ip.includes(".")) return ip;
  // One customer has a whole IPv6 /64 and could come from another address each time.
  const [front = [], back = []] = ip.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  return [...front, ...zeros, ...back].slice(0, 4).join(":");
}

/** The refusal that an MCP client reads. */
export function mcpTooMany(): Response {
  const error = { code: -32000, message: MESSAGE, data: { retry_after_s: Number(RETRY_AFTER) } };
  return json(429, { jsonrpc: "2.0", id: null, error }, { "Retry-After": RETRY_AFTER });
}

/** The refusal that an OAuth client reads. */
export function oauthTooMany(): Response {
  const body = { error: "too_many_requests", error_description: MESSAGE };
  return json(429, body, { "Retry-After": RETRY_AFTER });
}

/** The endpoint behind the token check, limited per person and per client, before the body is read. */
export function limited(endpoint: Handlers["mcp"]): Handlers["mcp"] {
  return {
    async fetch(request, env, ctx) {
      const { userId, clientId } = ctx.auth;
      const over = await Promise.all([
        isOver(env, "LIMIT_MCP_USER", userId),
        isOver(env, "LIMIT_MCP_CLIENT", clientId),
      ]);
      return over.includes(true) ? mcpTooMany() : endpoint.fetch(request, env, ctx);
    },
  };
}

/** A page of a signed-in person, limited like their calls; whoever is not signed in is sent to a page that has its limit. */
export const limitedPerson: MiddlewareHandler<PagesEnv> = async (c, next) => {
  const session = await sessionOf(c);
  // A count of its own: a client that calls without end must not keep its person from ending it.
  if (!(await isOver(c.env, "LIMIT_MCP_USER", session && `page ${session.userId}`))) return next();
  return busy(c);
};

/** A page limited per address. Hung up in the router, so that no other spelling of the path goes past it. */
export function limitedPage(path: string): MiddlewareHandler<PagesEnv> {
  return async (c, next) => {
    const address = addressOf(c.req.raw);
    if (!(await isOver(c.env, "LIMIT_SIGN_IN", address && `${path} ${address}`))) return next();
    return busy(c);
  };
}

/** The refusal that a person reads. */
export function busy(c: Context): Response | Promise<Response> {
  c.header("Retry-After", RETRY_AFTER);
  return problem(c, "busy");
}
