import type { FailureRecord } from "../errors";
import { isRecord, type Json, type JsonObject } from "../json";
import { cut } from "../text";
import type { ItemLabel, LedgerItem } from "./item";

/** How much of a text is kept of what was never sent, in characters. */
const UNSENT = 200;
/** How long a text that only repeats what was sent may be, in characters: no message shows more of it. */
const REPEATED = 120;
/** How long any other text of a failure may be, and any text of an item that is too large; the longest of our fields. */
const LONGEST = 10_000;
/** How many entries of a list in a failure are kept. */
const LISTED = 50;
/** From what size on even what is evidence is cut, in characters of JSON; a row may have two megabytes. */
const LARGE = 500_000;

type Cut = (text: string) => string;

/**
 * An item as it is kept once nothing more can happen to it: without what sending it would have needed. What was never
 * sent is not worth its long texts either; otherwise asking and dropping would fill the store.
 */
export function kept({ target: _, ...item }: LedgerItem): LedgerItem {
  if (item.tries > 0 || !item.shown) return item;
  return { ...item, shown: evidence(item.shown, (text) => cut(text, UNSENT)) };
}

/**
 * An item as it can be stored. A refusal repeats what was sent, which can be the whole of a request, and bitERP may hold
 * texts of any length: a row too large for the platform would break the set for all its items. What is to be sent is
 * never touched; the arguments have limits of their own.
 */
export function boundedItem(item: LedgerItem): LedgerItem {
  const small = {
    ...item,
    label: withTexts(item.label as JsonObject, long) as ItemLabel,
    ...(item.failure && { failure: boundedFailure(item.failure) }),
  };
  if (JSON.stringify(small).length <= LARGE) return small;
  const { shown, entry } = small;
  return {
    ...small,
    ...(shown && { shown: evidence(shown, long) }),
    ...(entry && { entry: evidence(entry, long) }),
  };
}

/** A failure of which no more is kept than a message shows; its code is never touched. */
export function boundedFailure({ parameter, details, say, ...rest }: FailureRecord): FailureRecord {
  return {
    ...rest,
    ...(parameter !== undefined && { parameter: repeated(parameter) }),
    ...(details && { details: withTexts(details, long) as JsonObject }),
    say: { key: say.key, values: withTexts(say.values, repeated) },
  };
}

/** The beginning of a text and how long it was, together short enough to be shown whole. */
function repeated(text: string): string {
  if (text.length <= REPEATED) return text;
  const { length } = [...text];
  return length <= REPEATED ? text : `${cut(text, REPEATED - 20)}… (${length})`;
}

const long: Cut = (text) => cut(text, LONGEST);

/** Beside what was shortened it says so: evidence that shows less than there was must not look whole. */
function evidence(values: JsonObject, shorten: Cut): JsonObject {
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(values)) {
    if (isRecord(value)) out[key] = evidence(value as JsonObject, shorten);
    else out[key] = withTexts(value, shorten);
    if (typeof value === "string" && out[key] !== value) out[`${key}_truncated`] = true;
  }
  return out;
}

function withTexts(value: Json, shorten: Cut): Json {
  if (typeof value === "string") return shorten(value);
  if (Array.isArray(value)) return value.slice(0, LISTED).map((inner) => withTexts(inner, shorten));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, inner]) => [key, withTexts(inner, shorten)]),
  );
}
