// Writes the parts of the documentation that would drift by hand, between `<!-- generated: name -->` and
// `<!-- end -->`, and the example files for an agent framework. With --check it changes nothing and fails when a part
// is out of date.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { exampleFiles } from "./agent-config/files.ts";
import { decisionList } from "./docs/decisions.ts";
import { roomTable } from "./docs/rooms.ts";
import { readmeTable, toolTable } from "./docs/tools.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** One generated part: where it stands and what it says now. */
const parts: { file: string; name: string; text: () => string | Promise<string> }[] = [
  { file: "docs/architecture.md", name: "rooms", text: roomTable },
  { file: "docs/architecture.md", name: "decisions", text: () => decisionList(root) },
  { file: "docs/tools.md", name: "tools", text: () => toolTable(root) },
  { file: "README.md", name: "tools", text: () => readmeTable(root, "en") },
  { file: "README.pt-BR.md", name: "tools", text: () => readmeTable(root, "pt-BR") },
];

function replacePart(document: string, name: string, text: string): string {
  const pattern = new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
  if (!pattern.test(document)) throw new Error(`No place for "${name}"`);
  return document.replace(pattern, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`);
}

const check = process.argv.includes("--check");

/** Writes a file that is not as it should be, or says so. */
function settle(file: string, before: string, after: string): void {
  if (before === after) return;
  if (check) {
    console.error(`${file} is out of date; run: npm run docs`);
    process.exitCode = 1;
  } else {
    writeFileSync(root + file, after);
    console.log(`${file} written`);
  }
}

for (const file of new Set(parts.map((part) => part.file))) {
  const before = readFileSync(root + file, "utf8");
  let after = before;
  for (const part of parts.filter((candidate) => candidate.file === file)) {
    after = replacePart(after, part.name, await part.text());
  }
  settle(file, before, after);
}
for (const [file, text] of Object.entries(await exampleFiles(root))) {
  settle(file, existsSync(root + file) ? readFileSync(root + file, "utf8") : "", text);
}
