import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One check of a scenario, as the suite saved it. */
export interface Check {
  scenario: string;
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  message: string;
}

/** What a run came to, by scenario. */
export type Results = ReadonlyMap<string, readonly Check[]>;

interface SavedCheck {
  id: string;
  status: Check["status"];
  errorMessage?: string;
}

/** `server-tools-list-2026-11-30T13-12-46-726Z` → `tools-list` */
const scenarioOf = (folder: string) => /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1];

/** Reads what a suite left in its output folder; a scenario that broke down left nothing. */
export function resultsIn(folder: string): Results {
  const results = new Map<string, Check[]>();
  for (const name of readdirSync(folder).sort()) {
    const scenario = scenarioOf(name);
    if (scenario === undefined) continue;
    const saved = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")) as SavedCheck[];
    const checks = saved.map(({ id, status, errorMessage }) => ({
      scenario,
      id,
      status,
      message: errorMessage ?? "",
    }));
    results.set(scenario, [...(results.get(scenario) ?? []), ...checks]);
  }
  return results;
}

/** As the suites count: a scenario passes when none of its checks fails. */
export const passes = (checks: readonly Check[]) => checks.every(({ status }) => status !== "FAILURE");
