import type * as z from "zod";
import { type ItemReading, readItems } from "../arguments";
import type { BitErp } from "../biterp/port";
import { isRecord } from "../json";
import type { ItemLabel, ReadItem } from "../multi-item/item";
import type { ToolContext } from "./context";
import { leaveOutIneligible } from "./eligible";
import { plainSubject, referenceFromText, referenceItems } from "./references";

/** What of a tool decides how its items are read. */
export interface ItemReader<S extends z.ZodType> {
  /** One item as it is read. */
  item: S;
  /** Set where items refer to existing things: plain text is understood, and one text may name several. */
  references?: { isName(erp: BitErp, tenantId: string, text: string): Promise<boolean> };
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
export async function readAll<S extends z.ZodType>(
  reader: ItemReader<S>,
  raw: unknown,
  tenantId: string,
  context: ToolContext,
): Promise<ReadItems<z.output<S>>> {
  const { references } = reader;
  const given = references
    ? await referenceItems(raw, (text) => references.isName(context.erp, tenantId, text))
    : raw;
  const options = references ? { fromText: referenceFromText } : {};
  const read = readItems(reader.item, given, options).map(readItem);
  return { read, asked: (references && plainSubject(raw)) ?? read };
}

function readItem<T>(item: ItemReading<T>): ReadItem<T> {
  if (item.ok) return leaveOutIneligible(item, undefined);
  const { failure, raw } = item;
  return leaveOutIneligible({ ok: false, failure, label: labelFromRaw(raw) }, raw);
}

/** What a refused item seems to be called, so that a person recognises it; in characters, at most. */
const LABEL = 200;

function labelFromRaw(raw: unknown): ItemLabel {
  if (typeof raw === "string") return { typed: raw.slice(0, LABEL) };
  if (!isRecord(raw)) return {};
  const label: ItemLabel = {};
  for (const key of ["id", "sku", "name"] as const) {
    const value = raw[key];
    if (typeof value === "string") label[key] = value.slice(0, LABEL);
  }
  return label;
}
