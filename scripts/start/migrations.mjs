import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { quietEnvironment, wranglerCommand } from "./wrangler.mjs";

/**
 * Brings the local database of a state folder up to date; silent unless it fails.
 * @param {string} root
 * @param {string} state
 * @throws Error with what wrangler printed
 */
export async function applyMigrations(root, state) {
  const [command, ...before] = wranglerCommand(root);
  const args = [...before, "d1", "migrations", "apply", "DB", "--local", "--persist-to", state];
  try {
    // CI=1: never stop for a question.
    await promisify(execFile)(command, args, { cwd: root, env: { ...quietEnvironment(), CI: "1" } });
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
    throw new Error(`${stdout ?? ""}${stderr ?? error}`.trim());
  }
}
