// Brings node_modules in line with package-lock.json, and does nothing when it already is.
//
// Runs before `npm start` and `npm test`, so a fresh clone needs no other step. It has to work on the machine's own
// Node (20 or newer) and before anything is installed: no dependencies, no TypeScript.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withInstallLock } from "./install/lock.mjs";
import { missingFolders, missingPackages } from "./install/missing.mjs";
import { npmCommand } from "./install/npm.mjs";
import { watchPackages } from "./install/progress.mjs";
import { say } from "./start/wording.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** @returns {Promise<number>} npm's exit code */
async function install() {
  const first = !existsSync(`${root}node_modules/.package-lock.json`);
  // `ci` is exact but starts by deleting node_modules, with it the Node that may be running this; so only on the first
  // time. `--no-save` keeps the lock file as it is committed. Optional packages carry workerd and our own Node.
  const verb = first ? ["ci"] : ["install", "--no-save"];
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--include=optional", "--include=dev"];
  const [command, args, options] = npmCommand([...verb, ...quiet]);
  const folders = missingFolders(root);
  console.error(say(first ? "install.first" : "install.update", String(folders.length)));
  const started = Date.now();
  const stop = watchPackages(root, folders, (line) => console.error(line));
  try {
    const code = await new Promise((resolve, reject) => {
      const npm = spawn(command, args, { ...options, cwd: root, stdio: ["ignore", "ignore", "inherit"] });
      npm.once("error", reject);
      npm.once("exit", (status) => resolve(status ?? 1));
    });
    if (code === 0) console.error(say("install.done", String(Math.round((Date.now() - started) / 1_000))));
    return code;
  } finally {
    stop();
  }
}

const major = Number(process.versions.node.split(".")[0]);
if (major < 20) {
  console.error(`Node 20 or newer is needed to install this project; this is ${process.version}.`);
  process.exit(1);
}
if (missingPackages(root).length > 0) {
  process.exitCode = await withInstallLock(root, async () =>
    missingPackages(root).length > 0 ? install() : 0,
  );
  const left = process.exitCode === 0 ? missingPackages(root) : [];
  if (left.length > 0) {
    console.error(`npm finished, but these packages are still missing: ${left.slice(0, 5).join(", ")}`);
    process.exitCode = 1;
  }
}
