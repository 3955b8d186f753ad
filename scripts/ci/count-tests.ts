// The last lines of .ci/run, from the test runner's own JSON report.
import { readFileSync } from "node:fs";

interface Report {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Tests that skip themselves say why in `meta.skipped`; the report has no other place for it. */
  testResults: { assertionResults: { meta?: { skipped?: string } }[] }[];
}

function read(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Report;
  } catch {
    return undefined;
  }
}

const report = read(process.argv[2] ?? "");
if (!report) console.log("The test runner left no report.");
else if (!report.success && report.numFailedTests === 0) console.log("A test file could not be run at all.");
const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
for (const why of new Set(tests.flatMap(({ meta }) => meta?.skipped ?? []))) console.log(`skipped: ${why}`);
const passed = report?.numPassedTests ?? 0;
const failed = report?.numFailedTests ?? 0;
const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
// No test at all is a failure of its own.
if (!report?.success || passed === 0) process.exitCode = 1;
