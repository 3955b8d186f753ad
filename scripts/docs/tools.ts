import { type DeclaredTool, declaredTools } from "./registry.ts";

const mark = (yes: boolean, word = "yes") => (yes ? word : "");
const scopeOf = ({ permission }: DeclaredTool) => (permission ? `\`${permission}\`` : "–");

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** All that the registry says of each tool, for docs/tools.md. */
export async function toolTable(root: string): Promise<string> {
  const rows = (await declaredTools(root)).map((tool) => [
    `\`${tool.name}\``,
    tool.title.en,
    tool.title["pt-BR"],
    scopeOf(tool),
    tool.effect,
    mark(tool.many !== undefined),
    mark(tool.many?.asks === true),
    mark(tool.hints.destructiveHint),
    mark(tool.hints.idempotentHint),
  ]);
  const head = "tool|title|título|scope|effect|many items|server asks first|destructive|idempotent";
  return table(head.split("|"), rows);
}

const words = {
  en: {
    head: ["tool", "what it does", "scope", "effect", "hints", "server asks first"],
    effect: {
      read: "read",
      session: "session",
      create: "create",
      update: "update",
      delete: "delete, reversible",
      restore: "undo a delete",
      operation: "operation",
    },
    many: ", many",
    asks: "**yes**",
    hints: { readOnlyHint: "read-only", destructiveHint: "destructive", idempotentHint: "idempotent" },
  },
  "pt-BR": {
    head: ["ferramenta", "o que faz", "escopo", "efeito", "indicações", "o servidor pergunta antes"],
    effect: {
      read: "leitura",
      session: "sessão",
      create: "cria",
      update: "altera",
      delete: "exclui, reversível",
      restore: "desfaz exclusão",
      operation: "operação",
    },
    many: ", vários",
    asks: "**sim**",
    hints: { readOnlyHint: "só leitura", destructiveHint: "destrutiva", idempotentHint: "idempotente" },
  },
} as const;

/** The table of a README, in its language. */
export async function readmeTable(root: string, language: keyof typeof words): Promise<string> {
  const { head, effect, many, asks, hints } = words[language];
  const rows = (await declaredTools(root)).map((tool) => [
    `\`${tool.name}\``,
    tool.title[language],
    scopeOf(tool),
    effect[tool.effect] + mark(tool.many !== undefined, many),
    (["readOnlyHint", "destructiveHint", "idempotentHint"] as const)
      .filter((hint) => tool.hints[hint])
      .map((hint) => hints[hint])
      .join(", "),
    mark(tool.many?.asks === true, asks),
  ]);
  return table([...head], rows);
}
