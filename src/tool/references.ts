import { onePlainText } from "../arguments";
import { isRecord } from "../json";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A bare text item: an id when it looks like one, a name otherwise. */
export function referenceFromText(text: string): { id: string } | { name: string } {
  return UUID.test(text) ? { id: text } : { name: text };
}

/**
 * Splits one text that names several things: at commas, semicolons, line breaks, and a last ` e ` or ` and `.
 * A decimal comma between digits (`Leite 1,5 L`) belongs to a name.
 */
export function splitSubject(subject: string): string[] {
  const parts = subject
    .split(/[;\n\r]+|,(?!\d)|(?<!\d),/u)
    .map((part) => part.trim())
    .filter(Boolean);
  const last = parts.pop();
  if (last === undefined) return [];
  const withoutJoiner = parts.length > 0 ? last.replace(/^(?:e|and)\s+/iu, "") : last;
  const pair = /^(?<left>.*\S)\s+(?:e|and)\s+(?<right>\S.*)$/iu.exec(withoutJoiner)?.groups;
  const tail = pair?.left && pair.right ? [pair.left, pair.right] : [withoutJoiner];
  return [...parts, ...tail].filter(Boolean);
}

/** `subject` in place of `items`, as some callers send it. */
export function withSubject(raw: unknown): unknown {
  if (!isRecord(raw) || typeof raw.subject !== "string") return raw;
  const { subject, ...rest } = raw;
  const empty = rest.items === undefined || rest.items === null || rest.items === "";
  return empty ? { ...rest, items: subject } : raw;
}

/**
 * The items as a list: one plain text that names several things is taken apart, unless the whole text is itself a
 * name.
 * @param isName whether something is called exactly that
 */
export async function referenceItems(
  raw: unknown,
  isName: (text: string) => Promise<boolean>,
): Promise<unknown> {
  const text = onePlainText(raw);
  if (text === undefined) return raw;
  const parts = splitSubject(text);
  if (parts.length < 2) return [text];
  return (await isName(text)) ? [text] : parts;
}
