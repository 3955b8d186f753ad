import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { type Results, resultsIn } from "./results.ts";

/** One version of the official suite. */
export interface Suite {
  program: string;
  /** Runs all that concerns a server. */
  all: readonly string[];
  /** Settles the revision when single scenarios are run. */
  revision: readonly string[];
}

const file = (specifier: string) => fileURLToPath(import.meta.resolve(specifier));

/** The scenarios that 2026-07-28 requires of a server; the suite runs others for information. */
export const requiredIn2026: readonly string[] = (
  parse(readFileSync(file("conformance-next/requirements/2026-07-28.yaml"), "utf8")) as { server: string[] }
).server;

/** The released suite: the revisions up to 2025-11-25. */
export const released: Suite = {
  program: file("@modelcontextprotocol/conformance/dist/index.js"),
  all: ["--suite", "all"],
  revision: [],
};

/** The next line, for its requirements of 2026-07-28. */
export const next: Suite = {
  program: file("conformance-next/dist/index.js"),
  all: ["--requirements", "2026-07-28"],
  revision: ["--spec-version", "2026-07-28"],
};

/**
 * Runs a suite against an endpoint.
 * @param scenarios these alone, one by one; all when absent
 */
export async function runSuite(suite: Suite, url: string, scenarios?: readonly string[]): Promise<Results> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const runs = scenarios?.map((name) => ["--scenario", name, ...suite.revision]) ?? [suite.all];
  try {
    let said = "";
    for (const which of runs)
      said += await run(suite.program, ["server", "--url", url, ...which, "-o", folder]);
    const results = resultsIn(folder);
    // Its exit code counts known failures as well, so the saved checks decide; none at all means it broke down.
    if (results.size === 0) throw new Error(`The suite left no results. ${said}`);
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const hear = (chunk: Buffer) => {
    said += chunk;
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve(said));
  });
}
