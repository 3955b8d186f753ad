import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The names of every variable and secret that the Worker knows, as wrangler.toml lists them for development. wrangler
 * hands the Worker no other.
 * @param {string} root
 */
export function variableNames(root) {
  const text = readFileSync(join(root, "wrangler.toml"), "utf8");
  const section = (/** @type {string} */ name) =>
    new RegExp(`^\\[${name}\\]\\n((?:(?!\\[).*\\n)*)`, "m").exec(text)?.[1] ?? "";
  const variables = [...section("vars").matchAll(/^([A-Z_]+) = /gm)].map(([, name = ""]) => name);
  const secrets = /required = \[(.*)\]/.exec(section("secrets"))?.[1] ?? "";
  return [...variables, ...[...secrets.matchAll(/"([A-Z_]+)"/g)].map(([, name = ""]) => name)];
}

/** @param {string} name of a variable @returns {string} of its flag: BITERP_URL is biterp-url */
export const flagOf = (name) => name.toLowerCase().replaceAll("_", "-");

/**
 * What a person said at the start: flags first, then variables of the environment. PowerShell takes the `--` before
 * flags away, and npm then keeps them for itself as settings of its own, so they are looked for there as well.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} names of the variables that are asked for
 * @returns {{ settings: Record<string, string>, rest: string[] }} `rest`: the arguments that are none of these
 */
export function readSettings(args, env, names) {
  /** @type {Record<string, string>} */
  const settings = {};
  const rest = [...args];
  for (const name of names) {
    const flag = `--${flagOf(name)}`;
    const at = rest.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
    const kept = env[`npm_config_${name.toLowerCase()}`];
    /** @type {string | undefined} */
    let value = env[name];
    if (at >= 0) {
      const [own = ""] = rest.splice(at, 1);
      value = own.includes("=") ? own.slice(flag.length + 1) : rest.splice(at, 1)[0];
    } else if (kept === "true") {
      // `--port 8788` without its `--`: npm took the flag for a switch and left the value.
      value = rest.shift();
    } else if (kept !== undefined) value = kept;
    if (value !== undefined) settings[name] = value;
  }
  return { settings, rest };
}
