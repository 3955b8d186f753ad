import type { File } from "../support/files";

// Put together from parts, so that this file does not match itself.
const slash = "/";
const traces: [what: string, pattern: RegExp][] = [
  [
    "a path of one machine",
    new RegExp(`(^|[\\s"'\`(=:])${slash}(work|root|farm|home|Users)${slash}\\w`, "m"),
  ],
  ["a path of one machine", new RegExp(`${slash}tmp${slash}\\w|[A-Z]:\\\\Users\\\\`)],
  ["a package registry's host", new RegExp(`registry\\.(npmjs|yarnpkg|npmmirror)\\.|_${"authToken"}`)],
];

/** Paths and hosts that mean something on one machine only. */
export function leakFaults(files: File[]): string[] {
  return files.flatMap(({ path, text }) =>
    traces.flatMap(([what, pattern]) => {
      const found = pattern.exec(text);
      return found ? [`${path}: ${what}: ${found[0].trim()}`] : [];
    }),
  );
}

/** A lock file that names where packages came from sends everybody there. */
export function lockFaults(lock: string): string[] {
  return /"resolved"\s*:/.test(lock) ? ['package-lock.json holds "resolved"'] : [];
}
