import { onePlainText } from "../arguments";
import { isRecord } from "../json";
import type { ItemLabel, ReadItem } from "../multi-item/item";
import type { Named, Names } from "../multi-item/reading/names";
import { doubtsInList } from "../multi-item/reading/read-list";
import { type Reading, readText } from "../multi-item/reading/read-text";
import { cutVisibly } from "../text";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const isId = (text: string) => UUID.test(text);

/** A bare text item: an id when it looks like one, a name otherwise. */
export function referenceFromText(text: string): { id: string } | { name: string } {
  return isId(text) ? { id: text } : { name: text };
}

/** `subject` in place of `items`, as some callers send it. */
export function withSubject(raw: unknown): unknown {
  if (!isRecord(raw) || typeof raw.subject !== "string") return raw;
  const { subject, ...rest } = raw;
  const empty = rest.items === undefined || rest.items === null || rest.items === "";
  return empty ? { ...rest, items: subject } : raw;
}

/** The one plain text that items consist of. */
export function plainSubject(raw: unknown): string | undefined {
  return onePlainText(raw);
}

/** What to call a piece of a text that nobody can say the meaning of, in characters at most. */
const LABEL = 200;

/**
 * The items that one plain text names, each to be read on as if it had been sent by itself, or left out as it is.
 * @throws Failure `invalid_argument` for a text beyond the limits, and what the catalogue throws
 */
export async function itemsInText<T extends Named>(
  text: string,
  names: Names<T>,
): Promise<(string | Extract<ReadItem<never>, { ok: false }>)[]> {
  const readings = await readText(text, names, isId, "items");
  return readings.map((reading) => (reading.kind === "name" ? reading.text : leftOut(reading, names)));
}

function leftOut<T extends Named>(
  reading: Exclude<Reading<T>, { kind: "name" }>,
  names: Names<T>,
): Extract<ReadItem<never>, { ok: false }> {
  const { kind, things } = reading;
  const text = cutVisibly(reading.text, LABEL);
  const failure =
    kind === "ambiguous" ? names.ambiguous(text, things, reading.atLeast) : names.unknown(text, things);
  return { ok: false, failure: failure.record, label: { name: text } };
}

/**
 * A list of items, where neighbours that could be one longer name are left out as ambiguous.
 * @param nameOf the name of an item that says nothing else of what it refers to
 */
export async function withoutDoubts<T extends Named, I>(
  items: readonly ReadItem<I>[],
  nameOf: (item: I) => string | undefined,
  labelOf: (item: I) => ItemLabel,
  names: Names<T>,
): Promise<ReadItem<I>[]> {
  const texts = items.map((item) => (item.ok ? nameOf(item.value) : undefined));
  const doubts = await doubtsInList(texts, names);
  return items.map((item, at): ReadItem<I> => {
    const doubt = doubts[at];
    if (!doubt || !item.ok) return item;
    const failure = names.ambiguous(texts[at] ?? "", doubt.things, doubt.atLeast);
    return { ok: false, failure: failure.record, label: labelOf(item.value) };
  });
}
