// Runs the official conformance suites and holds what they say against the committed list of what is known not to pass.
//
//   npm run conformance              both suites, and what fits the product against the product
//   npm run conformance -- --gate    the released suite alone, as .ci/run does
//   npm run conformance -- --write   also puts the totals of docs/conformance.md right
import { startFixture } from "./conformance/fixture.ts";
import { judge } from "./conformance/judge.ts";
import { holdDocument, part, totals } from "./conformance/report.ts";
import { next, released, runSuite, type Suite } from "./conformance/suites.ts";

const gate = process.argv.includes("--gate");
const write = process.argv.includes("--write");

async function tried(suite: Suite, url: string): Promise<string[]> {
  const results = await runSuite(suite, url);
  console.log(`${suite.name}: ${totals(suite, results)}`);
  return [
    ...judge(results, suite.expected),
    ...holdDocument(suite.name, part(suite, results, suite.expected), write),
  ];
}

const faults: string[] = [];
const fixture = await startFixture();
try {
  faults.push(...(await tried(released, fixture.url)));
  if (!gate) faults.push(...(await tried(next, fixture.url)));
} finally {
  await fixture.stop();
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
