import type { OperationDraft } from "../multi-item/operation";

/** How long the same words of the same connection mean the creation that they have made already, in milliseconds. */
const TWIN_MS = 10 * 60_000;

/** What finds an operation again: its words, its connection, a key. */
type Words = Pick<OperationDraft, "digest" | "connection_id">;

/** Which of a session's operations a call is about, when it does not name one. Synchronous steps, as the ledger's. */
export class Finding {
  constructor(private readonly sql: SqlStorage) {}

  /** The question that this connection has asked already and that is still open. */
  pendingWith({ digest, connection_id }: Words, now: number): string | undefined {
    return this.#ids(
      `SELECT id FROM operation WHERE digest = ? AND status = 'AWAITING_CONFIRMATION' AND expires_at > ?
       AND connection_id = ?`,
      digest,
      now,
      connection_id,
    )[0];
  }

  /** The operation that used this key, unless it ended without anything being sent. */
  withKey(key: string): { id: string; digest: string } | undefined {
    return this.sql
      .exec<{ id: string; digest: string }>(
        `SELECT id, digest FROM operation JOIN idempotency ON operation_id = id
         WHERE key = ? AND status NOT IN ('CANCELLED', 'EXPIRED')`,
        key,
      )
      .toArray()[0];
  }

  /** The last operation that this connection has made of the same words, running or ended a moment ago. */
  twin({ digest, connection_id }: Words, now: number): string | undefined {
    return this.#ids(
      `SELECT id FROM operation WHERE digest = ? AND connection_id = ?
       AND (status = 'RUNNING' OR (status IN ('SUCCESS', 'PARTIAL_SUCCESS', 'FAILED') AND ended_at > ?))
       ORDER BY created_at DESC, rowid DESC LIMIT 1`,
      digest,
      connection_id,
      now - TWIN_MS,
    )[0];
  }

  /** How many questions are open. */
  open(): number {
    return this.#ids("SELECT id FROM operation WHERE status = 'AWAITING_CONFIRMATION'").length;
  }

  /** The open questions that were asked through one connection. */
  pendingOf(connectionId: string): string[] {
    return this.#ids(
      "SELECT id FROM operation WHERE status = 'AWAITING_CONFIRMATION' AND connection_id = ?",
      connectionId,
    );
  }

  #ids(query: string, ...values: (string | number)[]): string[] {
    return this.sql
      .exec<{ id: string }>(query, ...values)
      .toArray()
      .map((row) => row.id);
  }
}
