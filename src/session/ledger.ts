import { Failure, type FailureRecord } from "../errors";
import { isRecord } from "../json";
import type { ItemState, LedgerItem } from "../multi-item/item";
import { boundedItem } from "../multi-item/kept";
import {
  type Auxiliary,
  type ConfirmedBy,
  type Mode,
  type OperationDraft,
  type OperationRecord,
  type OperationStatus,
  PENDING_SECONDS,
} from "../multi-item/operation";
import { outcome } from "../multi-item/outcome";

/** The version in which drafts and their items are written. Since 2 an item may name the key it was sent under before. */
const DRAFT_VERSION = 2;

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

type ItemRow = { idx: number; state: ItemState; body: string };

const iso = (time: number) => new Date(time).toISOString();

/**
 * One operation and its items, in the object's SQLite. Every method is one synchronous step, so two requests can never
 * both take the same operation.
 */
export class Ledger {
  readonly #sql: SqlStorage;

  constructor(private readonly storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  /**
   * Stores an operation that stands recorded outside: as a question, or, where nobody is asked, as one that runs. It
   * is never anything in between, which somebody could take for an open question.
   */
  add(id: string, draft: OperationDraft, decided: { mode: Mode; asked: boolean }, now: number): void {
    const { items, ...rest } = draft;
    const head = { ...rest, ...decided };
    this.storage.transactionSync(() => {
      this.#sql.exec(
        `INSERT INTO operation (id, status, digest, draft, draft_version, created_at, expires_at, started_at, indexed)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)`,
        id,
        decided.asked ? "AWAITING_CONFIRMATION" : "RUNNING",
        draft.digest,
        JSON.stringify(head),
        DRAFT_VERSION,
        now,
        now + PENDING_SECONDS * 1_000,
        decided.asked ? null : now,
      );
      for (const item of items) this.saveItem(id, item);
      if (draft.idempotency_key !== undefined) this.setKey(id, draft.idempotency_key);
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

  /** The status alone, for which nothing has to be read that could be unreadable. */
  status(id: string): OperationStatus | undefined {
    return this.#sql
      .exec<{ status: OperationStatus }>("SELECT status FROM operation WHERE id = ?", id)
      .toArray()[0]?.status;
  }

  /** Whether this version understands the operation; a later one may have written it before it was taken back. */
  isReadable(id: string): boolean {
    return (
      this.#sql
        .exec("SELECT 1 FROM operation WHERE id = ? AND draft_version <= ?", id, DRAFT_VERSION)
        .toArray().length === 1
    );
  }

  items(id: string): LedgerItem[] {
    return this.#rows(id).map((row) => itemIn(row) ?? unreadable(row));
  }

  /** The places of items whose rows say nothing any more. */
  unreadable(id: string): number[] {
    return this.#rows(id).flatMap((row) => (itemIn(row) ? [] : [row.idx]));
  }

  saveItem(id: string, item: LedgerItem): void {
    this.#sql.exec(
      `INSERT INTO item (operation_id, idx, state, body) VALUES (?, ?, ?, ?)
       ON CONFLICT (operation_id, idx) DO UPDATE SET state = excluded.state, body = excluded.body`,
      id,
      item.index,
      item.state,
      JSON.stringify(boundedItem(item)),
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

  /** A key that stands for an operation from now on; the same question may be asked with several. */
  setKey(id: string, key: string): void {
    this.#sql.exec(
      "INSERT INTO idempotency (key, operation_id) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET operation_id = excluded.operation_id",
      key,
      id,
    );
  }

  /** Takes an open question for execution: true for exactly one caller, ever. @param by whose yes it was */
  take(id: string, now: number, by: ConfirmedBy): boolean {
    return (
      this.#sql
        .exec(
          `UPDATE operation SET status = 'RUNNING', started_at = ?, draft = json_patch(draft, ?)
           WHERE id = ? AND status = 'AWAITING_CONFIRMATION' AND expires_at > ? RETURNING id`,
          now,
          JSON.stringify({ confirmed_by: by }),
          id,
          now,
        )
        .toArray().length === 1
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

  requestStop(id: string): void {
    this.#sql.exec("UPDATE operation SET stop_requested = 1 WHERE id = ? AND status = 'RUNNING'", id);
  }

  stopRequested(id: string): boolean {
    return (
      this.#sql.exec("SELECT 1 FROM operation WHERE id = ? AND stop_requested = 1", id).toArray().length === 1
    );
  }

  finish(id: string, status: OperationStatus, now: number): void {
    this.#end(id, status, now);
  }

  /**
   * Ends an operation whose run broke each time it was tried. It reads nothing but the items and asks nothing of what
   * broke: what was sent may have happened, and what was not has not.
   */
  giveUp(id: string, now: number): void {
    this.storage.transactionSync(() => {
      for (const item of this.items(id)) {
        if (item.duplicate_of !== undefined || (item.state !== "sent" && item.state !== "actionable"))
          continue;
        this.saveItem(id, { ...item, state: "failed", failure: lost(item.state) });
      }
      this.#end(id, outcome(this.items(id)).status, now);
    });
  }

  #rows(id: string): ItemRow[] {
    return this.#sql
      .exec<ItemRow>("SELECT idx, state, body FROM item WHERE operation_id = ? ORDER BY idx", id)
      .toArray();
  }

  #end(id: string, status: OperationStatus, now: number): void {
    this.#sql.exec(
      "UPDATE operation SET status = ?, ended_at = ?, tries = 0, due_at = 0 WHERE id = ?",
      status,
      now,
      id,
    );
  }
}

function itemIn({ idx, state, body }: ItemRow): LedgerItem | undefined {
  try {
    const item: unknown = JSON.parse(body);
    if (!isRecord(item) || !isRecord(item.label)) return undefined;
    return { tries: 0, ...(item as Partial<LedgerItem>), label: item.label, index: idx, state };
  } catch {
    return undefined;
  }
}

/** An item whose row says no more than how far it had come. The others of its set must not be lost with it. */
function unreadable({ idx, state }: ItemRow): LedgerItem {
  const base = { index: idx, label: {}, tries: state === "sent" || state === "done" ? 1 : 0 };
  return state === "done"
    ? { ...base, state, entry: {} }
    : { ...base, state: "failed", failure: lost(state) };
}

/** Why an item has no end of its own. */
function lost(state: ItemState): FailureRecord {
  return state === "sent"
    ? Failure.of("unknown_outcome", "operation.unknown_outcome", {}).record
    : Failure.of("internal_error", "operation.given_up", {}).record;
}
