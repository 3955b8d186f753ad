import type { Options } from "./options.ts";
import type { Found } from "./person.ts";

/** What was erased, and what the Worker has still to do. */
export function report(found: Found, { dryRun, remote }: Options): string {
  const { userId, operations, items, grants, tokens, programs, clients } = found;
  const where = remote ? "in production" : "in the local state";
  const lines = [
    `${dryRun ? "Found" : "Erased"} ${where}, of ${userId}:`,
    `  database          ${operations} operations with ${items} items`,
    `  connections       ${grants}, with ${tokens} tokens`,
    `  program tokens    ${programs}`,
  ];
  if (clients.length > 0) {
    lines.push(
      "",
      `${dryRun ? "There are" : "The Worker's daily job (04:17 UTC) will empty"} ${clients.length} session objects of the class Session:`,
      ...clients.map((client) => `  ${JSON.stringify([userId, client])}`),
    );
  }
  return lines.join("\n");
}
