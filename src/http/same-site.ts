import { cameTo } from "../auth/public-url";
import type { Config } from "../config";

/**
 * Whether a form was sent from a page of this server. Browsers say where a POST comes from; what says nothing is no
 * browser, and forms are bound to their browser besides.
 */
export function isSameSite(request: Request, config: Config): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = request.headers.get("Origin");
  return origin === null || origin === config.publicUrl.origin || origin === cameTo(request)?.origin;
}
