import type { Config } from "../config";

/** Whether a browser page of this origin may call. The server's own origin may, and what the configuration lists. */
export function isAllowedOrigin(origin: string, config: Config): boolean {
  return origin === config.publicUrl.origin || config.allowedOrigins.some((pattern) => fits(origin, pattern));
}

/** `http://localhost:*` fits that scheme and host on every port; anything else must be equal. */
function fits(origin: string, pattern: string): boolean {
  if (!pattern.endsWith(":*")) return origin === pattern;
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin) return false;
  return `${url.protocol}//${url.hostname}` === pattern.slice(0, -2);
}
