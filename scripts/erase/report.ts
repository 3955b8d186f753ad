import type { Options } from "./options.ts";
import type { Found } from "./person.ts";

/** What was erased, and what is left to do by hand. */
export function report(found: Found, { userId, dryRun, remote }: Options): string {
  const { operations, items, grants, tokens, clients } = found;
  const where = remote ? "in production" : "in the local state";
  const lines = [
    `${dryRun ? "Found" : "Erased"} ${where}, of ${userId}:`,
    `  database          ${operations} operations with ${items} items`,
    `  connections       ${grants}, with ${tokens} tokens`,
  ];
  if (clients.length > 0) {
    lines.push(
      "",
      "Not reached from here: the session objects. Their names, for the class Session:",
      ...clients.map((client) => `  ${JSON.stringify([userId, client])}`),
      "docs/deploying.md (Erasing a person's data) says what is in them and how to empty them.",
    );
  }
  return lines.join("\n");
}
