import type { ErrorCode, FailureRecord } from "../errors";
import type { JsonObject } from "../json";

/** How an item is called towards people: what was typed, and what it turned out to be. */
export interface ItemLabel {
  id?: string;
  sku?: string;
  name?: string;
  /** The reference as it came in, when it differs from the name that was found. */
  typed?: string;
}

/** Where an item of an operation stands. */
export type ItemState = "actionable" | "left_out" | "sent" | "done" | "failed";

/** What resolving one item found out; no side effect has happened. */
export type Resolution =
  | {
      kind: "actionable";
      /** Identifies the record: two items with one key reach the same thing. */
      key: string | undefined;
      label: ItemLabel;
      /** All that executing the item needs, by whichever isolate. */
      target: JsonObject;
      /** What the person is shown and the evidence keeps: values before, and the changes. */
      shown?: JsonObject;
      /** The key under which it was sent before, when no answer came. */
      sent_as?: string;
    }
  | { kind: "settled"; key: string | undefined; label: ItemLabel; entry: JsonObject }
  | { kind: "left_out"; label: ItemLabel; failure: FailureRecord };

/** One item of an operation, from the plan to the end. Plain JSON: the ledger stores it and RPC carries it. */
export interface LedgerItem {
  index: number;
  state: ItemState;
  label: ItemLabel;
  target?: JsonObject;
  shown?: JsonObject;
  /** The earlier item whose outcome this one shares. */
  duplicate_of?: number;
  /** What a success tells about the item. */
  entry?: JsonObject;
  failure?: FailureRecord;
  /** The key under which an earlier operation sent the same and got no answer: only the same key cannot do it twice. */
  sent_as?: string;
  /** How often the item was sent. */
  tries: number;
  /** RFC 3339. */
  sent_at?: string;
  answered_at?: string;
}

/** The idempotency key of an item: its own, unless an earlier operation sent the same under another. */
export function keyOf(operationId: string, { index, sent_as }: LedgerItem): string {
  return sent_as ?? `${operationId}.${index}`;
}

/** Failures that leave it open whether what was sent was done. */
const openEnds: ReadonlySet<ErrorCode> = new Set(["unknown_outcome", "internal_error", "upstream_error"]);

/** Whether an item that failed may have been done all the same. */
export function mayBeDone({ failure, tries, sent_as }: LedgerItem): boolean {
  return failure !== undefined && (tries > 0 || sent_as !== undefined) && openEnds.has(failure.code);
}

/** How a set's items stand, to compare: two that read alike ask a person the same. */
export function standing(items: readonly LedgerItem[]): string {
  return JSON.stringify(
    items.map(({ state, label, failure, target, shown }) => [state, label.id, failure?.code, target, shown]),
  );
}

/** An item that reading already refused, or its typed value. */
export type ReadItem<T> =
  | { ok: true; value: T }
  | { ok: false; failure: FailureRecord; label?: ItemLabel | undefined };
