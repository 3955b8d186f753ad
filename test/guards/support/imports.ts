import { posix } from "node:path";
import { type File, withoutComments } from "./files";

/** One import or re-export of a file. */
export interface Import {
  /** As written. */
  specifier: string;
  /** Erased by the compiler, so that nothing is loaded. */
  typeOnly: boolean;
  statement: string;
}

const statement = /(?:^|[\n;])\s*((?:import|export)\s+(type\s+)?[^;"'()]*?from\s*["']([^"']+)["'])/g;
const bare = /(?:^|[\n;])\s*(import\s*["']([^"']+)["'])/g;
const dynamic = /(\bimport\(\s*["']([^"']+)["']\s*\))/g;

export function importsOf(file: File): Import[] {
  const text = withoutComments(file.text);
  const found: Import[] = [];
  for (const [, whole = "", type, specifier = ""] of text.matchAll(statement)) {
    found.push({ specifier, typeOnly: type !== undefined, statement: whole });
  }
  for (const pattern of [bare, dynamic]) {
    for (const [, whole = "", specifier = ""] of text.matchAll(pattern)) {
      found.push({ specifier, typeOnly: false, statement: whole });
    }
  }
  return found;
}

/** The project file that a relative import means, or nothing when it is a package or is not there. */
export function target(file: File, specifier: string, paths: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const path = posix.join(posix.dirname(file.path), specifier);
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`].find((p) =>
    paths.has(p),
  );
}
