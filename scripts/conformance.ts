// Runs the official conformance suites and holds what they say against the committed list of what is known not to pass.
//
//   npm run conformance              both suites, and what fits the product against the product
//   npm run conformance -- --gate    the released suite alone, as .ci/run does
//   npm run conformance -- --write   also puts the totals of docs/conformance.md right
import { startFixture } from "./conformance/fixture.ts";
import { judge } from "./conformance/judge.ts";
import {
  fixtureNext,
  fixtureReleased,
  type Plan,
  productNext,
  productReleased,
} from "./conformance/plans.ts";
import { startProduct } from "./conformance/product.ts";
import { holdDocument, part, totals } from "./conformance/report.ts";
import { runSuite } from "./conformance/suites.ts";
import type { Tried } from "./conformance/tried.ts";

const gate = process.argv.includes("--gate");
const write = process.argv.includes("--write");

async function follow(plan: Plan, url: string): Promise<string[]> {
  const results = await runSuite(plan.suite, url, plan.scenarios);
  const sentence = totals(results, plan.required);
  console.log(`${plan.name}: ${sentence}`);
  return [
    ...judge(results, plan.expected, plan.required ?? plan.scenarios),
    ...holdDocument(plan.name, part(sentence, plan.expected), write),
  ];
}

/** Follows some plans at one server, from its start to its end. */
async function at(start: () => Promise<Tried>, plans: readonly Plan[]): Promise<string[]> {
  const tried = await start();
  const faults: string[] = [];
  try {
    for (const plan of plans) faults.push(...(await follow(plan, tried.url)));
  } finally {
    await tried.stop();
  }
  return faults;
}

const faults = await at(startFixture, gate ? [fixtureReleased] : [fixtureReleased, fixtureNext]);
if (!gate) faults.push(...(await at(startProduct, [productReleased, productNext])));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
