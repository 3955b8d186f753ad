import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * Bundles once what every started server would bundle first: on a fresh clone the first servers would each write the
 * same files, and the others, which watch them, would restart in the middle of a test's request.
 */
export default async function setup(): Promise<void> {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  await promisify(execFile)(process.execPath, ["scripts/bundle-apart.mjs"], { cwd: root });
}
