import { isRecord } from "../../json";

/** What a tool of bitERP answered. Its texts are for understanding only; none reaches the caller. */
export type ToolAnswer =
  | { kind: "value"; value: unknown }
  /** @property text as it came, whoever wrote it */
  | { kind: "refusal"; value: unknown; text: string }
  /** An answer, but not one that says something. */
  | { kind: "broken" };

/**
 * Structured content, or text that is JSON, or several texts that each are (some frameworks send a list like that).
 * @param sent the texts of the call: one that only comes back is no answer, whatever JSON it may hold
 */
export function toolAnswer(result: unknown, sent: readonly string[]): ToolAnswer {
  if (!isRecord(result)) return { kind: "broken" };
  const texts = (Array.isArray(result.content) ? result.content : [])
    .filter(isRecord)
    .flatMap((block) => (typeof block.text === "string" ? [block.text] : []));
  const own = texts.filter((text) => !sent.includes(text.trim()));
  const value = unwrapped(result.structuredContent ?? valueIn(own));
  if (result.isError === true) return { kind: "refusal", value, text: texts.join("\n") };
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
