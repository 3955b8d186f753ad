import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { stateFolder } from "../../../scripts/start/state.mjs";
import { quietEnvironment, wranglerCommand } from "../../../scripts/start/wrangler.mjs";
import { terminal } from "../support/server";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** As long as names get, and without a blank to break at. */
export const long = (word: string): string => (word + ALPHABET.repeat(8)).slice(0, 200);

/** Somebody of the sandbox, and their company. */
export const dora = {
  email: `${"d".repeat(60)}@${"longa".repeat(20)}.example`,
  tenant: "b0000000-0000-4000-8000-0000000000d0",
};

/** Puts them into the database of a running server. */
export async function addDora(server: string): Promise<void> {
  const user = "a0000000-0000-4000-8000-0000000000d0";
  const sql = [
    `INSERT OR IGNORE INTO biterp_users VALUES ('${user}', '${dora.email}', '${long("Dora")}', 'pt-BR', 'America/Sao_Paulo')`,
    `INSERT OR IGNORE INTO biterp_tenants VALUES (99, '${dora.tenant}', '${"longa-".repeat(30)}', '${long("Empresa")}')`,
    `INSERT OR IGNORE INTO biterp_memberships VALUES ('${user}', '${dora.tenant}', 'admin')`,
  ].join("; ");
  const [command, ...before] = wranglerCommand(root);
  const state = stateFolder(root, Number(new URL(server).port));
  const args = ["d1", "execute", "DB", "--local", "--env=", "--persist-to", state, "--yes", "--command", sql];
  const env = terminal({ ...(quietEnvironment() as Record<string, string>), CI: "1" });
  await promisify(execFile)(command, [...before, ...args], { cwd: root, env, timeout: 60_000 });
}
