import type { Context } from "hono";
import { cameTo } from "../auth/public-url";
import { configOf } from "../config";
import type { PagesEnv } from "./pages/deps";

/**
 * Whether a form was sent from a page of this server. Browsers say where a POST comes from; what says nothing is no
 * browser, and forms are bound to their browser besides.
 */
export function isSameSite(c: Context<PagesEnv>): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = c.req.header("Origin");
  return [undefined, configOf(c.env).publicUrl.origin, cameTo(c.req.raw)?.origin].includes(origin);
}
