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

/** Text in the quotes of one language or another. */
const QUOTED = /^(?:"(.+)"|“(.+)”|'(.+)'|«(.+)»)$/su;

const unquoted = (text: string) => QUOTED.exec(text)?.slice(1).find(Boolean)?.trim() ?? text;

/** The one plain text that items consist of, also where it came as a JSON text of a text. */
export function plainSubject(raw: unknown): string | undefined {
  const text = typeof raw === "string" ? unquoted(raw.trim()) : raw;
  return onePlainText(text);
}

/**
 * The items as a list: one plain text that names several things is taken apart, unless the whole text is itself a
 * name. Where the last two could also be one thing, nobody guesses: that one is left out as ambiguous.
 * @param isName whether something is called exactly that, now or before it was deleted: a text must mean the same
 *   when a call is repeated
 */
export async function referenceItems(
  raw: unknown,
  isName: (text: string) => Promise<boolean>,
): Promise<unknown> {
  const text = plainSubject(raw);
  if (text === undefined) return raw;
  const parts = splitSubject(text).map(unquoted);
  if (parts.length < 2 || (await isName(text))) return [text];
  const joined = parts.length > 2 ? joinedTail(text, parts) : undefined;
  if (joined === undefined || !(await isName(joined))) return parts;
  return [...parts.slice(0, -2), { name: joined, eligible: false, reason: "ambiguous" }];
}

/** The last two parts as they stand in the text, with what joins them; undefined where nothing but a comma does. */
function joinedTail(text: string, parts: readonly string[]): string | undefined {
  const [left = "", right = ""] = parts.slice(-2);
  const at = text.lastIndexOf(left);
  const tail = at < 0 ? "" : text.slice(at).trim();
  return /\s(?:e|and)\s/iu.test(tail) && tail.endsWith(right) && !/[,;\n]/.test(tail) ? tail : undefined;
}
