import { isRecord, type Json, type JsonObject } from "../json";
import { cut } from "../text";

/** The most that a result's text may hold, in characters; hosts cut longer ones and lose what matters. */
export const TEXT_LIMIT = 60_000;

/** How far descriptions, then lists of candidates are cut, one step after the other. */
const STEPS: readonly { description: number; candidates: number }[] = [
  { description: 200, candidates: 5 },
  { description: 60, candidates: 5 },
  { description: 0, candidates: 3 },
  { description: 0, candidates: 1 },
];

/** A result that fits a host: long descriptions are cut first and say so; items and failures never are. */
export function fitResult(structured: JsonObject): { structured: JsonObject; text: string } {
  let fitted = structured;
  let text = JSON.stringify(fitted);
  for (const step of STEPS) {
    if (text.length <= TEXT_LIMIT) break;
    fitted = shorten(structured, step) as JsonObject;
    text = JSON.stringify(fitted);
  }
  return { structured: fitted, text };
}

function shorten(value: Json, step: { description: number; candidates: number }): Json {
  if (Array.isArray(value)) return value.map((inner) => shorten(inner, step));
  if (!isRecord(value)) return value;
  const out: JsonObject = {};
  for (const [key, inner] of Object.entries(value as JsonObject)) {
    if (key === "description" && typeof inner === "string") {
      out[key] = cut(inner, step.description);
      if (out[key] !== inner) out.description_truncated = true;
    } else if ((key === "candidates" || key === "suggestions") && Array.isArray(inner)) {
      out[key] = inner.slice(0, step.candidates);
    } else {
      out[key] = shorten(inner, step);
    }
  }
  return out;
}
