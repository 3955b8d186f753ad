import type { File } from "../support/files";
import { importsOf, target } from "../support/imports";
import { basePart, roomOf, rooms } from "../support/rooms";

/** Every import that goes against the arrows, as a sentence. */
export function layerFaults(files: File[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.flatMap((file) => {
    const from = roomOf(file.path);
    if (from === "entry") return [];
    if (from === "sandbox") return [];
    const room = rooms[from];
    if (!room)
      return [`${file.path}: no room "${from}" is known; add it to support/rooms.ts or move the file`];
    return importsOf(file).flatMap(({ specifier }) => {
      const path = target(file, specifier, paths);
      if (path === undefined) return [];
      const to = roomOf(path);
      if (to === "base" && room.only && !room.only.includes(basePart(path))) {
        return [`${file.path} → ${path}: ${from} may use only ${room.only.join(", ")} of the base`];
      }
      if (to === from || to === "base" || room.uses.includes(to)) return [];
      return [`${file.path} → ${path}: ${from} may not use ${to}`];
    });
  });
}

/** Every ring of files that load each other; type-only imports load nothing. */
export function cycleFaults(files: File[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const edges = new Map<string, string[]>();
  for (const file of files) {
    const targets = importsOf(file).flatMap(({ specifier, typeOnly }) => {
      const path = typeOnly ? undefined : target(file, specifier, paths);
      return path === undefined ? [] : [path];
    });
    edges.set(file.path, targets);
  }
  const faults: string[] = [];
  const finished = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) faults.push([...trail.slice(at), path].join(" → "));
    if (at >= 0 || finished.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    finished.add(path);
  };
  for (const path of paths) visit(path, []);
  return faults;
}
