import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { DEFAULT_PORT } from "./port.mjs";

/**
 * Where the local database, key-value store and objects of a port live: one folder per port, so that two servers can
 * run side by side.
 * @param {string} root
 * @param {number} port
 */
export function stateFolder(root, port) {
  return join(root, ".wrangler", port === DEFAULT_PORT ? "state" : `state-${port}`);
}

/** @param {string} state */
const signingSecretFile = (state) => join(state, "signing-secret.env");

/**
 * Whether a server was ever started on a port: the folder alone may be somebody else's.
 * @param {string} root
 * @param {number} port
 */
export const hasState = (root, port) => existsSync(signingSecretFile(stateFolder(root, port)));

/**
 * Files that `wrangler dev` reads settings from, later ones winning: a signing secret made once for this state, then
 * whatever the developer keeps, then the names of what was said at this start. wrangler takes the values of those from
 * its environment, as they are; in a file it would read `$` and quotes its own way, and a secret among arguments shows in
 * every process list.
 * @param {string} root
 * @param {string} state
 * @param {string[]} said
 * @returns {string[]}
 */
export function secretFiles(root, state, said) {
  const made = signingSecretFile(state);
  try {
    writeFileSync(made, `SIGNING_SECRET=${randomBytes(32).toString("base64url")}\n`, {
      flag: "wx",
      mode: 0o600,
    });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  const passed = join(state, "passed.env");
  writeFileSync(passed, said.map((name) => `${name}=\n`).join(""), { mode: 0o600 });
  const kept = [".dev.vars", ".env"].map((name) => join(root, name)).find((file) => existsSync(file));
  return kept ? [made, kept, passed] : [made, passed];
}

/**
 * The bitERP elsewhere that the server is told to use, by these files or, before them, by what was said at this start or
 * by the arguments for wrangler.
 * @param {string[]} files later ones win
 * @param {Record<string, string>} said
 * @param {string[]} args
 * @returns {string | undefined} nothing with the bundled one
 */
export function remoteErp(files, said, args) {
  const read = files.map((file) => parseEnv(readFileSync(file, "utf8")));
  const given = args.map((arg) => /^(?:--var=)?(BITERP_(?:MCP_)?URL):(.*)$/.exec(arg)?.slice(1, 3) ?? []);
  const settings = Object.assign({}, ...read, said, Object.fromEntries(given));
  return settings.BITERP_URL || settings.BITERP_MCP_URL || undefined;
}
