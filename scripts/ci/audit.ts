// Known vulnerabilities in what is shipped. Where no advisory service answers (no network, a mirror without one) it says
// that it was skipped and does not fail: a gate that depends on somebody else's server must not stop a build.
import { spawnSync } from "node:child_process";
import { npmCommand } from "../install/npm.mjs";

const LEVELS = ["info", "low", "moderate", "high", "critical"] as const;
const FATAL: readonly string[] = ["high", "critical"];
const TIMEOUT_MS = 25_000;

interface Report {
  metadata: { vulnerabilities: Record<(typeof LEVELS)[number], number> };
  vulnerabilities: Record<string, { severity: string; range: string }>;
}

function run(): { report: Report } | { skipped: string } {
  const [command, args, options] = npmCommand([
    "audit",
    "--omit=dev",
    "--audit-level=high",
    "--json",
    "--fetch-retries=0",
  ]);
  const { stdout, error } = spawnSync(command, args, {
    ...options,
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) return { skipped: `npm audit did not end well (${(error as NodeJS.ErrnoException).code})` };
  try {
    const report = JSON.parse(stdout) as Partial<Report>;
    // npm's exit code is the same for "found something" and "could not ask"; only an answer carries the counts.
    if (report.metadata && report.vulnerabilities) return { report: report as Report };
  } catch {
    // No JSON: no answer either.
  }
  return { skipped: "no advisory service answered" };
}

const outcome = run();
if ("skipped" in outcome) {
  console.log(`skipped: ${outcome.skipped}; nothing was audited`);
} else {
  const { metadata, vulnerabilities } = outcome.report;
  console.log(LEVELS.map((level) => `${metadata.vulnerabilities[level]} ${level}`).join(", "));
  const fatal = Object.entries(vulnerabilities).filter(([, { severity }]) => FATAL.includes(severity));
  for (const [name, { severity, range }] of fatal) console.log(`${severity}: ${name} ${range}`);
  if (fatal.length > 0) process.exitCode = 1;
}
