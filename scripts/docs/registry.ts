import { runnerImport } from "vite";

/** What generated documents read of a declaration; the whole of it is in src/tool/declaration.ts. */
export interface DeclaredTool {
  name: string;
  title: { en: string; "pt-BR": string };
  permission?: string;
  effect: "read" | "session" | "create" | "update" | "delete" | "restore" | "operation";
  hints: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
  many?: { asks: boolean; references: boolean };
}

/** Loads a module of the Worker. The sources import without extensions, so vite loads them, not Node. */
export async function loadSource<T>(root: string, path: string): Promise<T> {
  const options = { root, configFile: false, logLevel: "error" } as const;
  return (await runnerImport<T>(`${root}${path}`, options)).module;
}

/** The tools in the order of the registry. */
export async function declaredTools<T extends DeclaredTool = DeclaredTool>(
  root: string,
): Promise<readonly T[]> {
  return (await loadSource<{ registry: readonly T[] }>(root, "src/tools/registry.ts")).registry;
}
