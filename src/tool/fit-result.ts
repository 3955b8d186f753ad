import { Failure } from "../errors";
import { isRecord, type Json, type JsonObject } from "../json";
import { cut } from "../text";

/** The most that a result's text may hold, in characters; hosts cut longer ones and lose what matters. */
export const TEXT_LIMIT = 60_000;

/** Under these keys stand products as a list shows them; nothing else is ever shortened. */
const LISTED: ReadonlySet<string> = new Set(["product", "products", "current", "expected"]);

/** Under these keys stand products that may be meant, or taken for one another: the best first. */
const OFFERED: ReadonlySet<string> = new Set(["candidates", "suggestions", "similar"]);

/** What is given up, one step after the other: each value of it can be read elsewhere, and is missed least. */
interface Step {
  /** How much of a listed product's description is shown, in characters. */
  description: number;
  /** How many candidates of an item, of all that `candidates_total` counts. */
  candidates: number;
  /** What `failed` repeats of the entries: their reasons too, their codes, or nothing. */
  failed: "reasons" | "codes" | "nothing";
  /** How many companies, of all that `tenants_total` counts. */
  tenants: number;
}

const WHOLE = Number.POSITIVE_INFINITY;
const ALL = { candidates: 5, failed: "reasons", tenants: WHOLE } as const;
/** `ignored`, which tells a framework about keys of its own, goes with the first of them. */
const STEPS: readonly Step[] = [
  { ...ALL, description: WHOLE },
  { ...ALL, description: 200 },
  { ...ALL, description: 60 },
  { ...ALL, description: 0 },
  { ...ALL, description: 0, candidates: 3 },
  { ...ALL, description: 0, candidates: 2 },
  { ...ALL, description: 0, candidates: 2, failed: "codes" },
  { description: 0, candidates: 2, failed: "nothing", tenants: 250 },
  { description: 0, candidates: 2, failed: "nothing", tenants: 100 },
];

/** How long a value is as JSON, in characters. */
export const sizeOf = (value: Json): number => JSON.stringify(value).length;

/**
 * A result that fits a host, if shortening the descriptions of listed products, which say so, and leaving out repeats
 * is enough. Arguments, ids, cursors, questions, evidence, items and reasons stay as they are: half of one is another
 * one.
 * @returns the result and its text; `fits` false: it is longer than the limit all the same
 */
export function fitResult(whole: JsonObject): { structured: JsonObject; text: string; fits: boolean } {
  let structured = whole;
  let text = JSON.stringify(structured);
  if (text.length > TEXT_LIMIT) {
    const { ignored: _, ...start } = withRoomForOne(whole, text.length);
    for (const step of STEPS) {
      structured = shorten(start, step, false) as JsonObject;
      text = JSON.stringify(structured);
      if (text.length <= TEXT_LIMIT) break;
    }
  }
  return { structured, text, fits: text.length <= TEXT_LIMIT };
}

/** An entry of many as it is shown: with the beginning of its product's description. */
export const listed = (entry: JsonObject): JsonObject =>
  shorten(entry, { ...ALL, description: 200 }, false) as JsonObject;

/**
 * What to say of a call whose answer would be too long to be taken whole.
 * @param items how many there are; @param size how long the answer would be, in characters
 */
export function tooLong(items: number, size: number): Failure {
  const most = Math.max(1, Math.floor((items * TEXT_LIMIT) / size));
  return Failure.of(
    "invalid_argument",
    "operation.too_long",
    { most: Math.min(most, Math.max(1, items - 1)) },
    { parameter: "items" },
  );
}

/** The only product of a result: as much of its description as there is room for, and not a mere 200 characters. */
function withRoomForOne(whole: JsonObject, size: number): JsonObject {
  const { product } = whole;
  if (!isRecord(product) || typeof product.description !== "string") return whole;
  const mark = ',"description_truncated":true'.length;
  const room = TEXT_LIMIT - (size - sizeOf(product.description)) - mark;
  let description = product.description;
  while (description !== "" && sizeOf(description) > room) {
    const letters = [...description].length;
    description = cut(description, Math.floor((letters * Math.max(room, 0) * 0.99) / sizeOf(description)));
  }
  return { ...whole, product: { ...(product as JsonObject), description, description_truncated: true } };
}

function shorten(value: Json, step: Step, listed: boolean): Json {
  if (Array.isArray(value)) return value.map((inner) => shorten(inner, step, listed));
  if (!isRecord(value)) return value;
  const out: JsonObject = {};
  for (const [key, inner] of Object.entries(value as JsonObject)) {
    if (listed && key === "description" && typeof inner === "string") {
      out[key] = cut(inner, step.description);
      if (out[key] !== inner) out.description_truncated = true;
    } else if (OFFERED.has(key) && Array.isArray(inner)) {
      out[key] = inner.slice(0, step.candidates);
      if (key === "candidates" && inner.length > step.candidates) out.candidates_total ??= inner.length;
    } else if (key === "failed" && Array.isArray(inner)) {
      if (step.failed !== "nothing") out[key] = inner.map((one) => withoutReason(one, step));
    } else if (key === "tenants" && Array.isArray(inner) && inner.length > step.tenants) {
      out[key] = inner.slice(0, step.tenants);
      out.tenants_total = inner.length;
    } else {
      out[key] = shorten(inner, step, LISTED.has(key));
    }
  }
  return out;
}

function withoutReason(failed: Json, { failed: shown }: Step): Json {
  if (shown === "reasons" || !isRecord(failed)) return failed;
  const { message: _, ...rest } = failed as JsonObject;
  return rest;
}
