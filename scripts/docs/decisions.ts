import { readdirSync, readFileSync } from "node:fs";

/** The records of decisions, by number, with the title each gives itself. */
export function decisionList(root: string): string {
  const folder = `${root}docs/decisions/`;
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .sort()
    .map((name) => {
      const title = /^# (.+)$/m.exec(readFileSync(folder + name, "utf8"))?.[1] ?? name;
      return `- [${title}](decisions/${name})`;
    })
    .join("\n");
}
