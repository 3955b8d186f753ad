import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A text file of the project. */
export interface File {
  /** Relative to the project's folder, with slashes. */
  path: string;
  text: string;
}

export const readText = (path: string): string => readFileSync(root + path, "utf8");
export const readJson = <T>(path: string): T => JSON.parse(readText(path)) as T;

const binary = /\.(png|jpe?g|gif|ico|woff2?|pdf)$/;

/** What is committed, or would be: everything git does not ignore. */
export function projectFiles(): File[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  return listed
    .split("\0")
    .filter((path) => path !== "" && !binary.test(path) && existsSync(root + path))
    .map((path) => ({ path, text: readText(path) }));
}

const code = /\.(ts|tsx|mjs)$/;

/** TypeScript and JavaScript below one of the folders. */
export function sources(...folders: string[]): File[] {
  return projectFiles().filter(
    ({ path }) => code.test(path) && folders.some((folder) => path.startsWith(`${folder}/`)),
  );
}

/** The code without comments; strings stay. Good enough for a guard, not a parser. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/.*$/gm, "$1");
}
