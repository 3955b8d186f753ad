import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Expected } from "./expected.ts";
import { passes, type Results } from "./results.ts";

const DOCUMENT = "docs/conformance.md";
const path = fileURLToPath(new URL(`../../${DOCUMENT}`, import.meta.url));

/**
 * The totals of one run, as a sentence.
 * @param required the scenarios that count; all when absent
 */
export function totals(results: Results, required?: readonly string[]): string {
  const needed = [...results].filter(([name]) => required === undefined || required.includes(name));
  const others = [...results].filter(([name]) => required !== undefined && !required.includes(name));
  const passed = (some: typeof needed) => some.filter(([, checks]) => passes(checks)).length;
  const checks = needed.flatMap(([, all]) => all);
  const succeeded = checks.filter(({ status }) => status === "SUCCESS").length;
  const failed = checks.filter(({ status }) => status === "FAILURE").length;
  const outside =
    others.length > 0
      ? `; of ${others.length} scenarios that the revision does not require, ${passed(others)} pass`
      : "";
  return (
    `${passed(needed)} of ${required?.length ?? needed.length} scenarios pass ` +
    `(${succeeded} checks passed, ${failed} failed)${outside}`
  );
}

/** A part of the document: the totals and the list of what is known not to pass. */
export function part(sentence: string, expected: readonly Expected[]): string {
  const rows = expected.map(({ what, how, why }) => `| \`${what}\` | ${how} | ${why} |`);
  const table = ["| scenario or check | kind | why |", "|---|---|---|", ...rows];
  return [`**${sentence}.**`, ...(rows.length > 0 ? ["", ...table] : [])].join("\n");
}

/**
 * Holds the document to what was just measured.
 * @param write puts it right in place of complaining
 * @returns what is wrong with it
 */
export function holdDocument(name: string, text: string, write: boolean): string[] {
  const before = readFileSync(path, "utf8");
  const start = `<!-- measured: ${name} -->`;
  const [head, rest] = before.split(`${start}\n`);
  const end = rest?.indexOf("<!-- end -->") ?? -1;
  if (head === undefined || rest === undefined || end < 0) return [`${DOCUMENT} has no place for ${name}`];
  const after = `${head}${start}\n\n${text}\n\n${rest.slice(end)}`;
  if (after === before) return [];
  if (!write) return [`${DOCUMENT} says something else of ${name}; run: npm run conformance -- --write`];
  writeFileSync(path, after);
  return [];
}
