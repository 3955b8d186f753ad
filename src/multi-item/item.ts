import type { FailureRecord } from "../errors";
import { isRecord, type Json, type JsonObject } from "../json";
import { cut } from "../text";

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
  /** How often the item was sent. */
  tries: number;
  /** RFC 3339. */
  sent_at?: string;
  answered_at?: string;
}

/** How a set's items stand, to compare: two that read alike ask a person the same. */
export function standing(items: readonly LedgerItem[]): string {
  return JSON.stringify(
    items.map(({ state, label, failure, target, shown }) => [state, label.id, failure?.code, target, shown]),
  );
}

/** How much of a text the evidence keeps of what was never sent, in characters. */
const KEPT_TEXT = 200;

/**
 * An item as it is kept once nothing more can happen to it: without what sending it would have needed. What was never
 * sent is not worth its long texts either; otherwise asking and dropping would fill the store.
 */
export function kept({ target: _, ...item }: LedgerItem): LedgerItem {
  return item.tries > 0 || !item.shown ? item : { ...item, shown: shortened(item.shown) as JsonObject };
}

/** Beside what was shortened it says so: evidence that shows less than there was must not look whole. */
function shortened(value: Json): Json {
  if (typeof value === "string") return cut(value, KEPT_TEXT);
  if (Array.isArray(value)) return value.map(shortened);
  if (!isRecord(value)) return value;
  const out: JsonObject = {};
  for (const [key, inner] of Object.entries(value as JsonObject)) {
    out[key] = shortened(inner);
    if (typeof inner === "string" && out[key] !== inner) out[`${key}_truncated`] = true;
  }
  return out;
}

/** An item that reading already refused, or its typed value. */
export type ReadItem<T> =
  | { ok: true; value: T }
  | { ok: false; failure: FailureRecord; label?: ItemLabel | undefined };
