import { runnerImport } from "vite";

/** What the table shows of a declaration; the whole of it is in src/tool/declaration.ts. */
interface Tool {
  name: string;
  title: { en: string; "pt-BR": string };
  permission?: string;
  effect: string;
  hints: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
  many?: { asks: boolean };
}

/** The tools as the registry lists them. The sources import without extensions, so vite loads them, not Node. */
export async function toolTable(root: string): Promise<string> {
  const { module } = await runnerImport<{ registry: readonly Tool[] }>(`${root}src/tools/registry.ts`, {
    root,
    configFile: false,
    logLevel: "error",
  });
  const mark = (yes: boolean) => (yes ? "yes" : "");
  const rows = module.registry.map(({ name, title, permission, effect, hints, many }) =>
    [
      `\`${name}\``,
      title.en,
      title["pt-BR"],
      permission ? `\`${permission}\`` : "–",
      effect,
      mark(many !== undefined),
      mark(many?.asks === true),
      mark(hints.destructiveHint),
      mark(hints.idempotentHint),
    ].join(" | "),
  );
  return [
    "| tool | title | título | scope | effect | many items | server asks first | destructive | idempotent |",
    "|---|---|---|---|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}
