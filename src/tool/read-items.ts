import type * as z from "zod";
import { type ItemReading, readItems } from "../arguments";
import type { BitErp } from "../biterp/port";
import { isRecord } from "../json";
import type { ItemLabel, ReadItem } from "../multi-item/item";
import type { Names } from "../multi-item/reading/names";
import { cutVisibly } from "../text";
import { leaveOutIneligible } from "./eligible";
import { itemsInText, plainSubject, referenceFromText, withoutDoubts } from "./references";

/** What of a tool decides how its items are read. */
export interface ItemReader<S extends z.ZodType, N extends Names = Names> {
  /** One item as it is read. */
  item: S;
  /** Set where items refer to existing things: plain text is understood, and one text may name several. */
  references?: boolean;
  /** The names of the company's things, as one call looks at them. */
  namesIn(erp: BitErp, tenantId: string): N;
  /** The name of an item that refers to an existing thing by nothing else; absent where items are new things. */
  nameOf?(item: z.output<S>): string | undefined;
  /** What to call an item that was not found. */
  labelOf(item: z.output<S>): ItemLabel;
}

/** The items of a call. */
export interface ReadItems<T> {
  read: ReadItem<T>[];
  /** What was asked for, before bitERP had a say in it: the same words are the same request. */
  asked: unknown;
}

/**
 * Reads every item; each bad one is only its own failure.
 * @throws Failure `invalid_argument` when there are no items at all or too many
 */
export async function readAll<S extends z.ZodType, N extends Names>(
  reader: ItemReader<S, N>,
  raw: unknown,
  names: N,
): Promise<ReadItems<z.output<S>>> {
  const { item, references, nameOf } = reader;
  const text = references ? plainSubject(raw) : undefined;
  const options = references ? { fromText: referenceFromText } : {};
  if (text === undefined) {
    const asked = readItems(item, raw, options).map(readItem);
    const read = nameOf ? await withoutDoubts(asked, nameOf, reader.labelOf, names) : asked;
    return { read, asked };
  }
  const pieces = await itemsInText(text, names);
  const read = pieces.map((piece) =>
    typeof piece === "string"
      ? (readItems(item, [piece], options).map(readItem)[0] as ReadItem<z.output<S>>)
      : piece,
  );
  if (read.length === 0) readItems(item, [], options);
  return { read, asked: text };
}

function readItem<T>(item: ItemReading<T>): ReadItem<T> {
  if (item.ok) return leaveOutIneligible(item, undefined);
  const { failure, raw } = item;
  return leaveOutIneligible({ ok: false, failure, label: labelFromRaw(raw) }, raw);
}

/** What a refused item seems to be called, so that a person recognises it; in characters, at most. */
const LABEL = 200;

function labelFromRaw(raw: unknown): ItemLabel {
  if (typeof raw === "string") return { typed: cutVisibly(raw, LABEL) };
  if (!isRecord(raw)) return {};
  const label: ItemLabel = {};
  for (const key of ["id", "sku", "name"] as const) {
    const value = raw[key];
    if (typeof value === "string") label[key] = cutVisibly(value, LABEL);
  }
  return label;
}
