/**
 * Measures how names of products are understood: `npm run bench:names`. No server, no network, minutes; the same cases
 * in every run. Ends with 1 when a target is missed.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import type { Count, Report } from "./names/report.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = new URL("names/", import.meta.url);
const catalogue = new URL("catalogue/", folder);

/** The sources import each other as a bundler wants it, so a bundler loads them. */
const { module } = await runnerImport<{
  whole: object;
  measureNames(names: readonly string[], extent: object): Promise<Report>;
}>(fileURLToPath(new URL("bench.ts", folder)), { root, configFile: false, logLevel: "error" });

const asked = process.argv.indexOf("--seed");
const seed = asked < 0 ? 0 : Number(process.argv[asked + 1]);
const names = readdirSync(catalogue)
  .filter((file) => file.endsWith(".txt"))
  .flatMap((file) => readFileSync(new URL(file, catalogue), "utf8").split("\n"))
  .filter(Boolean);
const report = await module.measureNames([...new Set(names)], { ...module.whole, seed });

const row = (name: string, { cases, missed, wrong }: Count) =>
  console.log(
    `${name.padEnd(72)} ${String(cases).padStart(7)} ${String(missed).padStart(7)} ${((100 * missed) / cases).toFixed(2).padStart(7)} % ${String(wrong).padStart(6)}`,
  );

console.log(`${report.names} names, ${report.namesWithJoint} of them hold a joint\n`);
console.log(`${"".padEnd(72)}   cases  missed           wrong`);
for (const { name, kinds } of report.measures) {
  const all = { cases: 0, missed: 0, wrong: 0 };
  for (const count of Object.values(kinds)) {
    all.cases += count.cases;
    all.missed += count.missed;
    all.wrong += count.wrong;
  }
  if (all.cases === 0) continue;
  row(name, all);
  for (const [kind, count] of Object.entries(kinds)) {
    if (process.argv.includes("--kinds") || count.wrong > 0) row(`    ${kind}`, count);
  }
}
console.log("");
for (const { name, value, holds } of report.targets)
  console.log(`${holds ? "holds " : "MISSED"} ${name}: ${value}`);

const file = fileURLToPath(new URL("results.json", folder));
writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`);
console.log(`\n${report.seconds.toFixed(0)} s; every kind and examples of what failed: ${file}`);
process.exitCode = report.targets.every(({ holds }) => holds) ? 0 : 1;
