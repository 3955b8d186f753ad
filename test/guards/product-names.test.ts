import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../bench/names/report.ts";

const folder = new URL("../../bench/names/", import.meta.url);

/** A part of `npm run bench:names`, over the whole catalogue: each case that comes out wrong is a product lost. */
describe("real names of products, as people and clients write them", () => {
  let report: Report;
  beforeAll(async () => {
    const catalogue = new URL("catalogue/", folder);
    const names = readdirSync(catalogue).flatMap((file) =>
      readFileSync(new URL(file, catalogue), "utf8").split("\n").filter(Boolean),
    );
    // By a path that the compiler does not follow: the sources are checked as a Worker's, this file as Node's.
    const path = fileURLToPath(new URL("bench.ts", folder));
    const { measureNames, sample } = (await import(path)) as {
      measureNames(names: readonly string[], extent: unknown): Promise<Report>;
      sample: unknown;
    };
    report = await measureNames([...new Set(names)], sample);
    // Half a minute of computing, shared with whatever else runs.
  }, 240_000);

  it("are at least 3,000, put in thousands of ways", () => {
    expect(report.names).toBeGreaterThanOrEqual(3_000);
    const cases = report.measures.flatMap(({ kinds }) => Object.values(kinds).map((kind) => kind.cases));
    expect(cases.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10_000);
  });

  it("never lead to a product that nobody named", () => {
    expect(report.measures.flatMap(({ wrong }) => wrong)).toEqual([]);
  });

  it("are understood as often as they have to be", () => {
    expect(report.targets.filter(({ holds }) => !holds)).toEqual([]);
  });
});
