import { type File, withoutComments } from "../support/files";
import { importsOf } from "../support/imports";

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  bin?: string | Record<string, string>;
}

export const allDependencies = (manifest: Manifest): Record<string, string> => ({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
});

/** One version; under another name, `npm:package@version`. */
const exact = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

/** A range would let two installations differ. */
export function versionFaults(manifest: Manifest): string[] {
  return Object.entries(allDependencies(manifest))
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => `${name}: "${version}" is not one exact version`);
}

/** Every dependency costs; the record says what each is for, in a row of its own: | `name` | reason |. */
export function reasonFaults(manifest: Manifest, record: string): string[] {
  const names = Object.keys(allDependencies(manifest));
  const rows = new Map(
    [...record.matchAll(/^\| `([^`]+)` \| (.{10,}) \|$/gm)].map(([, name, why]) => [name, why]),
  );
  return [
    ...names.filter((name) => !rows.has(name)).map((name) => `${name}: no reason is recorded`),
    ...[...rows.keys()]
      .filter((name) => name !== undefined && !names.includes(name))
      .map((name) => `${name}: recorded, but no dependency`),
  ];
}

/**
 * Dependencies that nothing uses: not imported, no command of theirs called by a script, and no peer of another one.
 * Optional ones are Node itself.
 */
export function unusedFaults(
  manifest: Manifest,
  files: File[],
  commands: string,
  manifestOf: (name: string) => Manifest,
): string[] {
  const imported = new Set(
    files
      .flatMap((file) => importsOf(file).map(({ specifier }) => specifier))
      .filter((specifier) => !specifier.startsWith("."))
      .map((specifier) =>
        specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/"),
      ),
  );
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const peers = new Set(names.flatMap((name) => Object.keys(manifestOf(name).peerDependencies ?? {})));
  const configured = files.map(({ text }) => withoutComments(text)).join("\n");
  return names
    .filter((name) => {
      const { bin } = manifestOf(name);
      const called = Object.keys(typeof bin === "object" ? bin : {}).some((command) =>
        new RegExp(`(^|[\\s"'/])${command}[\\s"']`, "m").test(commands),
      );
      const typesOnly = name.startsWith("@types/") && imported.has(`node:fs`);
      return (
        !imported.has(name) && !called && !peers.has(name) && !typesOnly && !configured.includes(`"${name}/`)
      );
    })
    .map((name) => `${name}: nothing uses it`);
}
