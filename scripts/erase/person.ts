import type { Stores } from "./stores.ts";

/** What was there about a person. */
export interface Found {
  operations: number;
  items: number;
  /** Connections, and tokens under them. */
  grants: number;
  tokens: number;
  /** Clients through which the person was connected or did something; each has a session object. */
  clients: string[];
}

/** Keys that start so; as a range, because LIKE would take `_` and `%` for wildcards. */
const below = (prefix: string) => `key >= ${text(prefix)} AND key < ${text(`${prefix}~`)}`;

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/**
 * Erases a person's connections, then the evidence, so that nothing new comes in between, and puts the session objects
 * on the list of the Worker's daily job, for nothing outside the Worker reaches them.
 */
export async function erasePerson(
  stores: Stores,
  { userId, dryRun }: { userId: string; dryRun: boolean },
): Promise<Found> {
  const mine = `user_id = ${text(userId)}`;
  const grants = await stores.query(`SELECT value FROM oauth_entry WHERE ${below(`grant:${userId}:`)}`);
  const tokens = await stores.query(`SELECT key FROM oauth_entry WHERE ${below(`token:${userId}:`)}`);
  const operations = await stores.query(`SELECT id, client_id FROM operation WHERE ${mine}`);
  const [items] = await stores.query(
    `SELECT count(*) AS n FROM operation_item WHERE operation_id IN (SELECT id FROM operation WHERE ${mine})`,
  );
  const clients = [
    ...grants.map((row) => clientOf(String(row.value))),
    ...operations.map((row) => String(row.client_id)),
  ];
  const sessions = [...new Set(clients)].filter(Boolean).sort();
  if (!dryRun) {
    await stores.query(
      [
        `DELETE FROM oauth_entry WHERE ${below(`token:${userId}:`)}`,
        `DELETE FROM oauth_entry WHERE ${below(`grant:${userId}:`)}`,
        `DELETE FROM operation_item WHERE operation_id IN (SELECT id FROM operation WHERE ${mine})`,
        `DELETE FROM operation WHERE ${mine}`,
        ...sessions.map(
          (client) =>
            `INSERT OR REPLACE INTO erasure (user_id, client_id, asked_at) VALUES (${text(userId)}, ${text(client)}, unixepoch() * 1000 + 999)`,
        ),
        // What a session object archived after its operation was erased: every item's operation is indexed before it.
        "DELETE FROM operation_item WHERE operation_id NOT IN (SELECT id FROM operation)",
      ].join("; "),
    );
  }
  return {
    operations: operations.length,
    items: Number(items?.n ?? 0),
    grants: grants.length,
    tokens: tokens.length,
    clients: sessions,
  };
}

function clientOf(grant: string): string {
  const { clientId } = JSON.parse(grant) as { clientId?: unknown };
  return typeof clientId === "string" ? clientId : "";
}
