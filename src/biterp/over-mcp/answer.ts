import { isRecord } from "../../json";

/** What a tool of bitERP answered. Its texts are for understanding only; none reaches the caller. */
export type ToolAnswer =
  | { kind: "value"; value: unknown }
  | { kind: "refusal"; value: unknown; text: string }
  /** An answer, but not one that says something. */
  | { kind: "broken" };

/** How much of a refusal's prose is looked at, in characters. */
const PROSE = 1_000;

/** Structured content, or text that is JSON, or several texts that each are (some frameworks send a list like that). */
export function toolAnswer(result: unknown): ToolAnswer {
  if (!isRecord(result)) return { kind: "broken" };
  const texts = (Array.isArray(result.content) ? result.content : [])
    .filter(isRecord)
    .flatMap((block) => (typeof block.text === "string" ? [block.text] : []));
  const value = unwrapped(result.structuredContent ?? valueIn(texts));
  if (result.isError === true) return { kind: "refusal", value, text: texts.join("\n").slice(0, PROSE) };
  return value === undefined ? { kind: "broken" } : { kind: "value", value };
}

function valueIn(texts: string[]): unknown {
  const values = texts.map(parsed);
  if (values.length > 1 && values.every(isRecord)) return values;
  return values.find((value) => value !== undefined);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A lone `result` is a framework's wrapping of what was no object. */
function unwrapped(value: unknown): unknown {
  const alone = isRecord(value) && Object.keys(value).length === 1;
  return alone && typeof value.result === "object" && value.result !== null ? value.result : value;
}
