import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { npmCommand } from "../../../scripts/install/npm.mjs";

/**
 * Other people's clients that the server is tried with, as programs of their own. They are no development dependencies:
 * two hundred packages that nobody needs to build, run or change this project. Their own dependencies are whatever fits
 * on the day of the installation; no script of any package runs.
 */
const versions = {
  "mcp-remote": "0.15.1",
  "@modelcontextprotocol/inspector": "2.12.0",
} as const;

/** The file that is each program, inside its package. */
const entries: Readonly<Record<keyof typeof versions, string>> = {
  "mcp-remote": "dist/proxy.js",
  "@modelcontextprotocol/inspector": "clients/launcher/build/index.js",
};

/** Finds a program: the file to give to Node. */
export type ProgramPath = (name: keyof typeof versions) => string;

/** Half a minute on an idle machine with an empty npm cache. */
export const INSTALL_PATIENCE_MS = 180_000;

/** What npm says when the registry is out of reach, or does not hold these versions; anything else is a fault of ours. */
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ETARGET|E4\d\d|E5\d\d)\b/;

const cache = fileURLToPath(new URL("../../../node_modules/.cache/real-programs/", import.meta.url));
const specs = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
const home = join(cache, specs.join("+").replaceAll("/", "-"));

/**
 * Installs the programs where nothing else looks, unless they are there already.
 * @returns how to find them, or why they cannot be had here
 * @throws Error when npm fails for another reason than the registry
 */
export async function realPrograms(): Promise<{ path: ProgramPath } | { missing: string }> {
  if (process.platform === "win32") return { missing: "no stand-in for the person's browser on Windows" };
  const missing = existsSync(home) ? undefined : await install();
  if (missing !== undefined) return { missing: `${specs.join(" and ")} cannot be had: ${missing}` };
  return { path: (name) => join(home, "node_modules", name, entries[name]) };
}

/** Installs beside the place and renames in one go: what is at the place is whole, whoever else installs meanwhile. */
async function install(): Promise<string | undefined> {
  await mkdir(cache, { recursive: true });
  const beside = await mkdtemp(join(cache, "installing-"));
  try {
    await writeFile(join(beside, "package.json"), '{ "private": true }\n');
    const failure = await npmInstall(beside);
    if (failure !== undefined) return failure;
    await rename(beside, home).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(home)) throw error;
    });
    return undefined;
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

function npmInstall(folder: string): Promise<string | undefined> {
  const [command, args, options] = npmCommand([
    "install",
    `--prefix=${folder}`,
    "--ignore-scripts",
    "--omit=dev",
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    // Without a network the answer should come at once.
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=500",
    ...specs,
  ]);
  const limits = { cwd: folder, timeout: INSTALL_PATIENCE_MS - 30_000, killSignal: "SIGKILL" as const };
  return new Promise((resolve, reject) => {
    execFile(command, args, { ...options, ...limits, encoding: "utf8" }, (error, _said, complained) => {
      if (!error) return resolve(undefined);
      if (error.killed) return resolve("npm took too long");
      const [why] = unreachable.exec(complained) ?? [];
      if (why === undefined) reject(new Error(`npm could not install ${specs.join(" ")}: ${complained}`));
      else resolve(`the npm registry does not give them (${why})`);
    });
  });
}
