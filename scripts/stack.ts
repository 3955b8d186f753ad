// Leads the stack in a log line back to the sources.
//
//   npm run stack -- '<the line, or its stack>'    or with the line on the standard input
//
// Built anew from this checkout with the flags of a deploy, so check out the commit that is deployed.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { quietEnvironment, wranglerCommand } from "./start/wrangler.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const given = process.argv.slice(2).join(" ") || readFileSync(0, "utf8");
const frames = given.replaceAll("\\n", "\n").split("\n");

/** @param folder where the built module and its map are */
function mappedWith(folder: string): (frame: string) => string {
  const map = new SourceMap(JSON.parse(readFileSync(join(folder, "index.js.map"), "utf8")));
  return (frame) =>
    frame.replace(/\(?[^\s()]*index\.js:(\d+):(\d+)\)?/, (whole, line: string, column: string) => {
      const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
      if (!("originalSource" in entry)) return whole;
      const source = relative(root, resolve(folder, entry.originalSource));
      return `(${source}:${entry.originalLine + 1}:${entry.originalColumn + 1})`;
    });
}

const folder = mkdtempSync(join(tmpdir(), "biterp-stack-"));
try {
  const [command, ...before] = wranglerCommand(root);
  const build = ["deploy", "--env", "production", "--dry-run", "--minify", "--outdir", folder];
  execFileSync(command, [...before, ...build], { cwd: root, env: quietEnvironment(), stdio: "pipe" });
  console.log(frames.map(mappedWith(folder)).join("\n"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
