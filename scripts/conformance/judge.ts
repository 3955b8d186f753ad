import type { Expected } from "./expected.ts";
import type { Check, Results } from "./results.ts";

const STATUS = { failure: "FAILURE", warning: "WARNING" } as const;

function covers({ what, how }: Expected, { scenario, id, status }: Check): boolean {
  if (status !== STATUS[how]) return false;
  const name = `${scenario}:${id}`;
  return what.endsWith("*") ? name.startsWith(what.slice(0, -1)) : what === scenario || what === name;
}

/**
 * What differs from the committed list, in both directions: what fails unexpectedly, and what no longer fails.
 * @param needed the scenarios that must have run: one that broke down leaves nothing that could fail
 */
export function judge(
  results: Results,
  expected: readonly Expected[],
  needed: readonly string[] = [],
): string[] {
  const bad = [...results.values()]
    .flat()
    .filter(({ status }) => status === "FAILURE" || status === "WARNING");
  return [
    ...needed
      .filter((name) => (results.get(name) ?? []).length === 0)
      .map((name) => `${name} left no result`),
    ...bad
      .filter((check) => !expected.some((entry) => covers(entry, check)))
      .map(({ scenario, id, status, message }) => `unexpected ${status} ${scenario}:${id} ${message}`),
    ...expected
      .filter((entry) => !bad.some((check) => covers(entry, check)))
      .map(({ what, how }) => `${what} is expected as a ${how}, and is none now: take it off the list`),
  ];
}
