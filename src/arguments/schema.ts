import * as z from "zod";
import { annotate, type Texts } from "./reading";

/** The limits of the tool contract, in characters, and the highest price in the currency's main unit. */
export const limits = {
  name: 200,
  sku: 64,
  identifier: 64,
  description: 10_000,
  search: 200,
  price: 999_999_999.99,
  items: 50,
} as const;

/** Attaches a description in both languages; `publishedSchema` shows one of them. */
export function described<T extends z.ZodType>(schema: T, texts: Texts): T {
  return annotate(schema, { texts });
}

/** A price in the currency's main unit, with at most two decimals. */
export function money() {
  return annotate(z.number().min(0).max(limits.price), { reading: { kind: "money" } });
}

/** An opaque id, SKU or key. @param max in characters */
export function identifier(max: number = limits.identifier) {
  return annotate(z.string(), { reading: { kind: "identifier", max } });
}

/** How a text differs from the usual one. */
export interface TextOptions {
  /** Outer blanks are dropped; default true. */
  trim?: boolean;
  /** The text belongs to an update, where the word `null` never overwrites: it counts as left out. */
  update?: boolean;
  /** `""` is a value of its own (it clears the field) instead of "left out". */
  emptyClears?: boolean;
  /** A name: line breaks and other control characters are refused. */
  oneLine?: boolean;
}

/** Free text. @param max in characters (code points) */
export function text(max: number, options: TextOptions = {}) {
  const { trim = true, update = false, emptyClears = false, oneLine = false } = options;
  const reading = { kind: "text", max, trim, update, clearable: emptyClears, line: oneLine } as const;
  return annotate(z.string(), { reading });
}

/** A boolean. */
export function flag() {
  return annotate(z.boolean(), { reading: { kind: "flag" } });
}

/** A whole number within a range, with a default. */
export function count(min: number, max: number, fallback: number) {
  return annotate(z.int().min(min).max(max), { reading: { kind: "count", min, max } }).default(fallback);
}

/** One of a few words. */
export function choice<const T extends readonly [string, ...string[]]>(options: T) {
  return annotate(z.enum(options), { reading: { kind: "choice", options } });
}

/** A list that is read as a whole: one bad item refuses the call. For items of a multi-item tool see `items`. */
export function list<T extends z.ZodType>(item: T, min: number, max: number) {
  return annotate(z.array(item).min(min).max(max), { reading: { kind: "list", min, max } });
}

/** An object; keys that it does not declare are refused. */
export function record<T extends z.ZodRawShape>(shape: T) {
  return z.object(shape);
}

/**
 * The items of a multi-item tool: published as a plain array of `item`, but handed on as they came, for `readItems`
 * to read one by one, so that a bad item does not stop the good ones.
 */
export function items(item: z.ZodType, min = 1, max: number = limits.items) {
  return annotate(z.unknown(), {
    reading: { kind: "untouched" },
    shown: z.array(item).min(min).max(max),
  });
}
