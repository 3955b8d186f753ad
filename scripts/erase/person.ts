import type { Stores } from "./stores.ts";

/** What was there about a person. */
export interface Found {
  operations: number;
  items: number;
  /** Keys in the key-value store: grants, and tokens under them. */
  grants: number;
  tokens: number;
  /** Clients through which the person was connected or did something; each has a session object. */
  clients: string[];
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Erases a person's connections, then the evidence, so that nothing new comes in between. */
export async function erasePerson(
  stores: Stores,
  { userId, dryRun }: { userId: string; dryRun: boolean },
): Promise<Found> {
  const mine = `user_id = ${text(userId)}`;
  const grants = await stores.keys(`grant:${userId}:`);
  const tokens = await stores.keys(`token:${userId}:`);
  const ofGrants = await Promise.all(grants.map(async (key) => clientOf(await stores.value(key))));
  const operations = await stores.query(`SELECT id, client_id FROM operation WHERE ${mine}`);
  const [items] = await stores.query(
    `SELECT count(*) AS n FROM operation_item WHERE operation_id IN (SELECT id FROM operation WHERE ${mine})`,
  );
  if (!dryRun) {
    await stores.removeKeys([...tokens, ...grants]);
    await stores.query(
      [
        `DELETE FROM operation_item WHERE operation_id IN (SELECT id FROM operation WHERE ${mine})`,
        `DELETE FROM operation WHERE ${mine}`,
        // What a session object archived after its operation was erased: every item's operation is indexed before it.
        "DELETE FROM operation_item WHERE operation_id NOT IN (SELECT id FROM operation)",
      ].join("; "),
    );
  }
  const clients = [...ofGrants, ...operations.map((row) => String(row.client_id))];
  return {
    operations: operations.length,
    items: Number(items?.n ?? 0),
    grants: grants.length,
    tokens: tokens.length,
    clients: [...new Set(clients)].filter(Boolean).sort(),
  };
}

function clientOf(grant: string): string {
  const { clientId } = JSON.parse(grant) as { clientId?: unknown };
  return typeof clientId === "string" ? clientId : "";
}
