import { createHash } from "node:crypto";
import { filedUserId, foldedEmail } from "../../src/auth/user-id.ts";
import type { Stores } from "./stores.ts";

/** What was there about a person. */
export interface Found {
  /** As this server files it. */
  userId: string;
  operations: number;
  items: number;
  /** Connections, and tokens under them. */
  grants: number;
  tokens: number;
  /** Access tokens that the person made for programs. */
  programs: number;
  /** Clients through which the person was connected or did something; each has a session object. */
  clients: string[];
}

/** Keys that start so; as a range, because LIKE would take `_` and `%` for wildcards. */
const below = (prefix: string) => `key >= ${text(prefix)} AND key < ${text(`${prefix}~`)}`;

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/**
 * Whom an id or an e-mail means. An e-mail is looked for among the people of the bundled bitERP, and among those who
 * were ever connected here; of these only its hash is kept.
 * @returns the id as this server files it
 * @throws Error when it means nobody that anything is held about, or several
 */
export async function findPerson(stores: Stores, wanted: string): Promise<string> {
  const id = text(filedUserId(wanted));
  const [known] = await stores.query(
    `SELECT (EXISTS (SELECT 1 FROM operation WHERE user_id = ${id})
       OR EXISTS (SELECT 1 FROM person_session WHERE user_id = ${id})
       OR EXISTS (SELECT 1 FROM program_token WHERE user_id = ${id})
       OR EXISTS (SELECT 1 FROM erasure WHERE user_id = ${id})
       OR EXISTS (SELECT 1 FROM oauth_entry WHERE ${below(`grant:${filedUserId(wanted)}:`)})
       OR EXISTS (SELECT 1 FROM biterp_users WHERE id = ${text(wanted)})) AS yes`,
  );
  if (known?.yes === 1) return filedUserId(wanted);
  const email = foldedEmail(wanted);
  const hash = createHash("sha256").update(email).digest("hex");
  const rows = email.includes("@")
    ? await stores.query(
        `SELECT id AS user_id FROM biterp_users WHERE lower(email) = ${text(email)}
         UNION SELECT user_id FROM person_session WHERE email_hash = ${text(hash)}`,
      )
    : [];
  const [found, ...others] = rows.map(({ user_id }) => String(user_id));
  if (found === undefined) {
    throw new Error(
      `Nothing is held about ${wanted}: nobody of that id or e-mail was ever connected here, or all of it is erased. Nothing was done. The id is the one in get_user_data.`,
    );
  }
  if (others.length > 0) {
    throw new Error(
      `${wanted} was the e-mail of several people: ${[found, ...others].join(", ")}. Nothing was done. Say which, by the id.`,
    );
  }
  return found;
}

/**
 * Erases a person's connections, then the evidence, so that nothing new comes in between, and puts the session objects
 * on the list of the Worker's daily job, for nothing outside the Worker reaches them.
 */
export async function erasePerson(
  stores: Stores,
  { person, dryRun }: { person: string; dryRun: boolean },
): Promise<Found> {
  const userId = await findPerson(stores, person);
  const mine = `user_id = ${text(userId)}`;
  const grants = await stores.query(`SELECT value FROM oauth_entry WHERE ${below(`grant:${userId}:`)}`);
  const tokens = await stores.query(`SELECT key FROM oauth_entry WHERE ${below(`token:${userId}:`)}`);
  const programs = await stores.query(`SELECT id FROM program_token WHERE ${mine}`);
  const known = await stores.query(`SELECT client_id FROM person_session WHERE ${mine}`);
  const operations = await stores.query(`SELECT id, client_id FROM operation WHERE ${mine}`);
  const [items] = await stores.query(
    `SELECT count(*) AS n FROM operation_item WHERE operation_id IN (SELECT id FROM operation WHERE ${mine})`,
  );
  const clients = [
    ...grants.map((row) => clientOf(String(row.value))),
    ...programs.map((row) => `program:${row.id}`),
    ...known.map((row) => String(row.client_id)),
    ...operations.map((row) => String(row.client_id)),
  ];
  const sessions = [...new Set(clients)].filter(Boolean).sort();
  if (!dryRun) {
    await stores.query(
      [
        `DELETE FROM oauth_entry WHERE ${below(`token:${userId}:`)}`,
        `DELETE FROM oauth_entry WHERE ${below(`grant:${userId}:`)}`,
        `DELETE FROM program_token WHERE ${mine}`,
        `DELETE FROM operation_item WHERE operation_id IN (SELECT id FROM operation WHERE ${mine})`,
        `DELETE FROM operation WHERE ${mine}`,
        ...sessions.map(
          (client) =>
            `INSERT OR REPLACE INTO erasure (user_id, client_id, asked_at) VALUES (${text(userId)}, ${text(client)}, unixepoch() * 1000 + 999)`,
        ),
        `DELETE FROM person_session WHERE ${mine}`,
        // What a session object archived after its operation was erased: every item's operation is indexed before it.
        "DELETE FROM operation_item WHERE operation_id NOT IN (SELECT id FROM operation)",
      ].join("; "),
    );
  }
  return {
    userId,
    operations: operations.length,
    items: Number(items?.n ?? 0),
    grants: grants.length,
    tokens: tokens.length,
    programs: programs.length,
    clients: sessions,
  };
}

function clientOf(grant: string): string {
  const { clientId } = JSON.parse(grant) as { clientId?: unknown };
  return typeof clientId === "string" ? clientId : "";
}
