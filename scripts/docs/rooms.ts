import { base, rooms } from "../../test/guards/support/rooms.ts";

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");

/** The rooms and their arrows, from the very table that the guard test enforces. */
export function roomTable(): string {
  const rows = Object.entries(rooms)
    .filter(([name]) => name !== "base")
    .map(([name, { purpose, uses, only }]) => {
      const part = only ? `of the base only ${code(only)}` : "";
      return `| \`${name}/\` | ${purpose} | ${[code(uses), part].filter(Boolean).join("; ") || "–"} |`;
    });
  return [
    "| room | what for | may use |",
    "|---|---|---|",
    ...rows,
    "",
    `The base, open to all: ${code(base)}.`,
  ].join("\n");
}
