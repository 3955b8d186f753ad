import { limits, onePlainText } from "../arguments";
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

/** How many parts a text may have for each pair of neighbours to be looked up, too; every pair costs reads. */
const PAIRED = 6;

/** What starts a line of a list: `- `, `• `, `1. `, `2) `. */
const BULLET = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/u;

/** A list without its bullets, where every line has one; elsewhere the same characters may belong to a name. */
function withoutBullets(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const isList = lines.length > 1 && lines.every((line) => BULLET.test(line));
  return isList ? lines.map((line) => line.replace(BULLET, "")).join("\n") : text;
}

/**
 * The items as a list: one plain text that names several things is taken apart, unless the whole text is itself a
 * name. Where neighbours could also be one thing, nobody guesses: they are left out as ambiguous.
 * @param isName whether something is called exactly that, now or before it was deleted: a text must mean the same
 *   when a call is repeated
 */
export async function referenceItems(
  raw: unknown,
  isName: (text: string) => Promise<boolean>,
): Promise<unknown> {
  const given = plainSubject(raw);
  if (given === undefined) return raw;
  const text = withoutBullets(given);
  const parts = splitSubject(text).map(unquoted);
  const named = async (name: string) => [...name].length <= limits.name && (await isName(name));
  if (parts.length < 2 || (await named(text))) return [text];
  if (parts.length < 3) return parts;
  const joined = pairs(text, parts);
  const both = await Promise.all(joined.map(async (pair) => pair !== undefined && (await named(pair))));
  return parts.flatMap<unknown>((part, at) => {
    const pair = joined[at];
    if (both[at]) return [{ name: pair, eligible: false, reason: "ambiguous" }];
    return both[at - 1] ? [] : [part];
  });
}

/**
 * Each part with the one after it, as they stand in the text; undefined where a line break parts them, or where the
 * parts are so many that only the last two, joined by a word, are looked at.
 */
function pairs(text: string, parts: readonly string[]): (string | undefined)[] {
  let end = 0;
  const starts = parts.map((part) => {
    const start = text.indexOf(part, end);
    end = start + part.length;
    return start;
  });
  return parts.slice(1).map((next, at) => {
    const pair = text.slice(starts[at], (starts[at + 1] ?? 0) + next.length);
    const last = at === parts.length - 2 && !/[,;]/.test(pair);
    return /[\n\r]/.test(pair) || (parts.length > PAIRED && !last) ? undefined : pair;
  });
}
