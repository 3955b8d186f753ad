import { isRecord, type Json, type JsonObject } from "../json";
import { cut } from "../text";

/** The most that a result's text may hold, in characters; hosts cut longer ones and lose what matters. */
export const TEXT_LIMIT = 60_000;

/** How far values are cut: descriptions, lists of candidates, and in the end every long text, with its length shown. */
interface Step {
  description: number;
  candidates: number;
  text: number;
}

/** One step after the other, until the result fits. Ids and codes are shorter than the last of them. */
const STEPS: readonly Step[] = [
  { description: 200, candidates: 5, text: Number.POSITIVE_INFINITY },
  { description: 60, candidates: 5, text: Number.POSITIVE_INFINITY },
  { description: 0, candidates: 3, text: Number.POSITIVE_INFINITY },
  { description: 0, candidates: 1, text: 160 },
  { description: 0, candidates: 1, text: 64 },
  { description: 0, candidates: 0, text: 40 },
];

/** A result that fits a host: long descriptions are cut first and say so; no item and no failure is ever left out. */
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

function shorten(value: Json, step: Step): Json {
  if (typeof value === "string") return shortText(value, step.text);
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

/** A control character or a quote takes up to six characters in JSON, so what counts is the text as it is sent. */
function shortText(text: string, most: number): string {
  if (JSON.stringify(text).length - 2 <= most) return text;
  let kept = cut(text, most);
  while (kept !== "" && JSON.stringify(kept).length - 2 > most) kept = cut(kept, Math.floor(kept.length / 2));
  return `${kept}… (${[...text].length})`;
}
