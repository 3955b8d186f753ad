import { join } from "node:path";

/**
 * The command that runs wrangler on the very Node that runs this.
 * @param {string} root
 * @returns {[string, ...string[]]}
 */
export function wranglerCommand(root) {
  return [process.execPath, join(root, "node_modules", "wrangler", "bin", "wrangler.js")];
}

/** No metrics, no look for updates, no fetch of `request.cf` data: nothing to wait for where there is no network. */
export function quietEnvironment() {
  return {
    ...process.env,
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_SEND_ERROR_REPORTS: "false",
    WRANGLER_HIDE_BANNER: "true",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    NO_UPDATE_NOTIFIER: "1",
  };
}
