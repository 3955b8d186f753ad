import type * as z from "zod";
import { type FailureRecord, toFailureRecord } from "../errors";
import { isRecord } from "../json";
import { checkCount, listFrom, unpacked } from "./coerce";
import { itemPath } from "./path";
import { readValue } from "./read";
import { refuse, wrongKind } from "./refuse";
import { limits } from "./schema";

/** One item of a multi-item call: read, or refused by itself. `raw` is what was sent, for a label. */
export type ItemReading<T> = { ok: true; value: T } | { ok: false; failure: FailureRecord; raw: unknown };

/** How a list of items is read. */
export interface ItemOptions {
  /** Default 1. */
  min?: number;
  /** Default 50. */
  max?: number;
  /** The parameter's name in messages; default `items`. */
  parameter?: string;
  /** What a bare text item means, as an object of the item's schema; null when it means nothing. Default: nothing. */
  fromText?: (text: string) => Record<string, unknown> | null;
}

/**
 * Reads the items of a multi-item tool one by one, in the order they came: a bad item never stops the good ones.
 * @throws Failure `invalid_argument` when it is no list, or not between `min` and `max` long
 */
export function readItems<T extends z.ZodType>(
  schema: T,
  raw: unknown,
  options: ItemOptions = {},
): ItemReading<z.output<T>>[] {
  const { min = 1, max = limits.items, parameter = "items", fromText } = options;
  const found = listFrom(raw ?? undefined, parameter);
  if (found === undefined) throw refuse(parameter, "argument.item_count", { parameter, min, max, given: 0 });
  checkCount(found.length, min, max, parameter);
  return found.map((item, index) => {
    try {
      const path = itemPath(parameter, index);
      return { ok: true, value: readValue(schema, objectOf(item, path, fromText), path) };
    } catch (error) {
      return { ok: false, failure: toFailureRecord(error), raw: item };
    }
  });
}

/** A text that can only be meant as a JSON object, whether or not it is a good one. */
const jsonObject = /^\s*\{\s*["}]/;

function objectOf(item: unknown, path: string, fromText: ItemOptions["fromText"]): Record<string, unknown> {
  if (typeof item !== "string") {
    if (!isRecord(item)) throw wrongKind(path, "object", item);
    return item;
  }
  const meant = jsonObject.test(item)
    ? unpacked(item, path, "object")
    : item.trim() === ""
      ? null
      : fromText?.(item.trim());
  if (!isRecord(meant)) throw wrongKind(path, "object", item);
  return meant;
}

/**
 * The one plain text that an items argument consists of (`"Produto A, Produto B"`, alone or as the only item of a
 * list), which may name several products. Undefined for everything else: JSON, broken JSON, blanks, the word null.
 */
export function onePlainText(raw: unknown): string | undefined {
  if (Array.isArray(raw)) {
    const [only] = raw;
    return raw.length === 1 && typeof only === "string" && !jsonObject.test(only)
      ? only.trim() || undefined
      : undefined;
  }
  if (typeof raw !== "string") return undefined;
  const text = raw.trim();
  if (text === "") return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Quotes at its start may be those around the first of several names.
    return /^[[{]/.test(text) ? undefined : text;
  }
  if (Array.isArray(parsed)) return onePlainText(parsed);
  // null, true and numbers are JSON too: a text of those is a list sent wrongly, not a name.
  if (typeof parsed !== "string" || /^\s*[[{]/.test(parsed)) return undefined;
  // Without escapes it is a name in quotes as well, and those hold a name together.
  return (text.includes("\\") ? parsed : text).trim() || undefined;
}
