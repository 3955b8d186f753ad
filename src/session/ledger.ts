import type { LedgerItem } from "../multi-item/item";
import {
  type Auxiliary,
  type ConfirmedBy,
  type Mode,
  type OperationDraft,
  type OperationRecord,
  type OperationStatus,
  PENDING_SECONDS,
} from "../multi-item/operation";
import { SESSION_SCHEMA } from "./schema";

/** How long an ended operation stays in the object, for replays by idempotency key, in milliseconds. */
export const KEPT_MS = 48 * 3_600_000;
/** How soon a running operation is looked after again, in milliseconds. */
export const WATCH_MS = 2_000;
/** How soon a failed archive is tried again, in milliseconds. */
const ARCHIVE_RETRY_MS = 60_000;

type OperationRow = {
  id: string;
  status: OperationStatus;
  draft: string;
  created_at: number;
  expires_at: number;
  started_at: number | null;
  ended_at: number | null;
  auxiliary: string | null;
};

const iso = (time: number) => new Date(time).toISOString();

/**
 * The operations of one session and their items, in the object's SQLite. Every method is one synchronous step, so
 * two requests can never both take the same operation.
 */
export class Ledger {
  readonly #sql: SqlStorage;

  constructor(private readonly storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec(SESSION_SCHEMA);
  }

  add(id: string, draft: OperationDraft, decided: { mode: Mode; asked: boolean }, now: number): void {
    const { items, ...rest } = draft;
    const head = { ...rest, ...decided };
    this.storage.transactionSync(() => {
      this.#sql.exec(
        `INSERT INTO operation (id, status, digest, draft, created_at, expires_at)
         VALUES (?, 'AWAITING_CONFIRMATION', ?, ?, ?, ?)`,
        id,
        draft.digest,
        JSON.stringify(head),
        now,
        now + PENDING_SECONDS * 1_000,
      );
      for (const item of items) this.saveItem(id, item);
      if (draft.idempotency_key !== undefined) this.setKey(id, draft.idempotency_key);
    });
  }

  /** Forgets an operation that was never asked about nor sent. */
  drop(id: string): void {
    this.storage.transactionSync(() => {
      this.#sql.exec("DELETE FROM item WHERE operation_id = ?", id);
      this.#sql.exec("DELETE FROM idempotency WHERE operation_id = ?", id);
      this.#sql.exec("DELETE FROM operation WHERE id = ?", id);
    });
  }

  get(id: string): OperationRecord | undefined {
    const row = this.#sql.exec<OperationRow>("SELECT * FROM operation WHERE id = ?", id).toArray()[0];
    if (!row) return undefined;
    const auxiliary = row.auxiliary ? (JSON.parse(row.auxiliary) as Auxiliary) : undefined;
    return {
      ...(JSON.parse(row.draft) as Omit<OperationRecord, keyof OperationRow | "items" | "operation_id">),
      operation_id: row.id,
      status: row.status,
      created_at: iso(row.created_at),
      expires_at: iso(row.expires_at),
      ...(row.started_at !== null && { started_at: iso(row.started_at) }),
      ...(row.ended_at !== null && { ended_at: iso(row.ended_at) }),
      ...(auxiliary && { auxiliary }),
      items: this.items(id),
    };
  }

  items(id: string): LedgerItem[] {
    return this.#sql
      .exec<{ body: string }>("SELECT body FROM item WHERE operation_id = ? ORDER BY idx", id)
      .toArray()
      .map((row) => JSON.parse(row.body) as LedgerItem);
  }

  saveItem(id: string, item: LedgerItem): void {
    this.#sql.exec(
      `INSERT INTO item (operation_id, idx, state, body) VALUES (?, ?, ?, ?)
       ON CONFLICT (operation_id, idx) DO UPDATE SET state = excluded.state, body = excluded.body`,
      id,
      item.index,
      item.state,
      JSON.stringify(item),
    );
  }

  /** Keeps less of items whose operation has ended; one that was erased meanwhile does not come back. */
  shorten(id: string, items: readonly LedgerItem[]): void {
    for (const item of items) {
      this.#sql.exec(
        "UPDATE item SET body = ? WHERE operation_id = ? AND idx = ?",
        JSON.stringify(item),
        id,
        item.index,
      );
    }
  }

  /** The question that this connection has asked already and that is still open. */
  pendingWith({ digest, connection_id }: OperationDraft, now: number): string | undefined {
    return this.#ids(
      `SELECT id FROM operation WHERE digest = ? AND status = 'AWAITING_CONFIRMATION' AND expires_at > ?
       AND json_extract(draft, '$.connection_id') = ?`,
      digest,
      now,
      connection_id,
    )[0];
  }

  /** The operation that used this key, unless it ended without anything being sent. */
  withKey(key: string): { id: string; digest: string } | undefined {
    return this.#sql
      .exec<{ id: string; digest: string }>(
        `SELECT id, digest FROM operation JOIN idempotency ON operation_id = id
         WHERE key = ? AND status NOT IN ('CANCELLED', 'EXPIRED')`,
        key,
      )
      .toArray()[0];
  }

  /** A key that stands for an operation from now on; the same question may be asked with several. */
  setKey(id: string, key: string): void {
    this.#sql.exec(
      "INSERT INTO idempotency (key, operation_id) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET operation_id = excluded.operation_id",
      key,
      id,
    );
  }

  /**
   * Takes an open question for execution: true for exactly one caller, ever.
   * @param by whose yes it was; absent for what nobody was asked about, which does not expire either
   */
  take(id: string, now: number, by: ConfirmedBy | undefined): boolean {
    const how = by === undefined ? {} : { confirmed_by: by };
    return (
      this.#sql
        .exec(
          `UPDATE operation SET status = 'RUNNING', started_at = ?, draft = json_patch(draft, ?)
           WHERE id = ? AND status = 'AWAITING_CONFIRMATION' AND (expires_at > ? OR ?) RETURNING id`,
          now,
          JSON.stringify(how),
          id,
          now,
          by === undefined ? 1 : 0,
        )
        .toArray().length === 1
    );
  }

  /** How many questions are open. */
  open(): number {
    return this.#ids("SELECT id FROM operation WHERE status = 'AWAITING_CONFIRMATION'").length;
  }

  /** The open questions that were asked through one connection. */
  pendingOf(connectionId: string): string[] {
    return this.#ids(
      `SELECT id FROM operation WHERE status = 'AWAITING_CONFIRMATION'
       AND json_extract(draft, '$.connection_id') = ?`,
      connectionId,
    );
  }

  /** Ends a question without sending anything; nothing happens to one that is no longer open. */
  close(id: string, status: "CANCELLED" | "EXPIRED", now: number): void {
    this.#sql.exec(
      "UPDATE operation SET status = ?, ended_at = ? WHERE id = ? AND status = 'AWAITING_CONFIRMATION'",
      status,
      now,
      id,
    );
  }

  expire(now: number): string[] {
    return this.#ids(
      `UPDATE operation SET status = 'EXPIRED', ended_at = expires_at
       WHERE status = 'AWAITING_CONFIRMATION' AND expires_at <= ? RETURNING id`,
      now,
    );
  }

  requestStop(id: string): void {
    this.#sql.exec("UPDATE operation SET stop_requested = 1 WHERE id = ? AND status = 'RUNNING'", id);
  }

  stopRequested(id: string): boolean {
    return (
      this.#sql.exec("SELECT 1 FROM operation WHERE id = ? AND stop_requested = 1", id).toArray().length === 1
    );
  }

  finish(id: string, status: OperationStatus, now: number): void {
    this.#sql.exec("UPDATE operation SET status = ?, ended_at = ? WHERE id = ?", status, now, id);
  }

  setIndexed(id: string): void {
    this.#sql.exec("UPDATE operation SET indexed = 1 WHERE id = ?", id);
  }

  isIndexed(id: string): boolean {
    return this.#sql.exec("SELECT 1 FROM operation WHERE id = ? AND indexed = 1", id).toArray().length === 1;
  }

  setArchived(id: string, auxiliary: Auxiliary | undefined): void {
    this.#sql.exec(
      "UPDATE operation SET archived = ?, auxiliary = ? WHERE id = ?",
      auxiliary ? 0 : 1,
      auxiliary ? JSON.stringify(auxiliary) : null,
      id,
    );
  }

  /** Operations that were taken and have not ended. */
  running(): string[] {
    return this.#ids("SELECT id FROM operation WHERE status = 'RUNNING'");
  }

  /** Operations that ended and are not in the archive yet. */
  unarchived(): string[] {
    return this.#ids(
      "SELECT id FROM operation WHERE archived = 0 AND status NOT IN ('RUNNING', 'AWAITING_CONFIRMATION')",
    );
  }

  /** Removes what ended long ago and is safe in the archive. */
  purge(now: number): void {
    const old = now - KEPT_MS;
    this.storage.transactionSync(() => {
      this.#sql.exec(
        "DELETE FROM item WHERE operation_id IN (SELECT id FROM operation WHERE archived = 1 AND ended_at <= ?)",
        old,
      );
      this.#sql.exec("DELETE FROM operation WHERE archived = 1 AND ended_at <= ?", old);
      this.#sql.exec("DELETE FROM idempotency WHERE operation_id NOT IN (SELECT id FROM operation)");
    });
  }

  /** Erases what was asked until then and does not run. */
  erase(until: number): void {
    const old = "created_at <= ? AND status <> 'RUNNING'";
    this.storage.transactionSync(() => {
      this.#sql.exec(`DELETE FROM item WHERE operation_id IN (SELECT id FROM operation WHERE ${old})`, until);
      this.#sql.exec(`DELETE FROM operation WHERE ${old}`, until);
      this.#sql.exec("DELETE FROM idempotency WHERE operation_id NOT IN (SELECT id FROM operation)");
    });
  }

  /** When the object has to wake up next, in epoch milliseconds; undefined when nothing is due ever. */
  nextDue(now: number): number | undefined {
    const rows = this.#sql
      .exec<{ due: number | null }>(
        `SELECT CASE
           WHEN status = 'RUNNING' THEN ?1
           WHEN status = 'AWAITING_CONFIRMATION' THEN expires_at
           WHEN archived = 0 THEN ?2
           ELSE ended_at + ?3 END AS due
         FROM operation ORDER BY due LIMIT 1`,
        now + WATCH_MS,
        now + ARCHIVE_RETRY_MS,
        KEPT_MS,
      )
      .toArray();
    return rows[0]?.due ?? undefined;
  }

  #ids(query: string, ...values: (string | number)[]): string[] {
    return this.#sql
      .exec<{ id: string }>(query, ...values)
      .toArray()
      .map((row) => row.id);
  }
}
