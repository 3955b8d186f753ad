import { Failure } from "../../errors";

/** The most that one text may hold, in characters, and the most things it may name. */
export const TEXT_LIMITS = { characters: 10_000, pieces: 50 } as const;

/** How strongly two neighbours are parted. Commas and "e" are only possible joints. */
export type Strength = "line" | "semicolon" | "and" | "comma";

/** What stands between two parts. */
export interface Joint {
  strength: Strength;
  /** "ou" stands there: a choice is offered. */
  choice: boolean;
}

const RANK: Record<Strength, number> = { line: 4, semicolon: 3, and: 2, comma: 1 };

/** One text with the places where it may part. Between part `i` and the next stands `joints[i]`. */
export interface PartedText {
  text: string;
  /** Where each part starts and ends in the text, blanks aside, and whether quotes hold it together. */
  parts: { start: number; end: number; quoted: boolean }[];
  joints: Joint[];
}

const LINE = /[\n\r\v\f\u0085\u2028\u2029]/;
const BLANK = /\s/;
const DIGIT = /[0-9]/;
/** What may stand between the end of a quoted name and the next joint. */
const TRAILING = new Set([..."*_~`."]);
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "“": "”",
  "”": "”",
  "„": "“",
  "‘": "’",
  "«": "»",
};
/** The words that may join two parts, and whether they offer a choice. */
const CONNECTORS: ReadonlyMap<string, boolean> = new Map([
  ["e", false],
  ["and", false],
  ["&", false],
  ["ou", true],
  ["or", true],
]);

const LONE_BULLET = /^[-*•–—]$/;

const isBlank = (char: string | undefined) => char !== undefined && BLANK.test(char);

/**
 * Parts one text at everything that may be a joint, in one walk over it. A quote opens only where a part starts and
 * closes only where one ends; what it holds is one part.
 * @param parameter for messages
 * @throws Failure `invalid_argument` for a text beyond the limits
 */
export function partText(given: string, parameter: string): PartedText {
  const { characters } = TEXT_LIMITS;
  if (given.length > characters) {
    const values = { parameter, max: characters, length: given.length };
    throw Failure.of("invalid_argument", "argument.too_long", values, { parameter });
  }
  const text = given.trim();
  const joints = jointsIn(text);
  const closings = closingsIn(text, joints);
  const parted: PartedText = { text, parts: [], joints: [] };
  let pending: Joint | undefined;
  let start = 0;
  let quoted = false;
  const close = (end: number) => {
    const range = trimmed(text, start, end);
    // A bullet before an "ou" is no thing of its own.
    if (range === undefined || LONE_BULLET.test(text.slice(range.start, range.end))) return;
    if (parted.parts.length > 0 && pending) parted.joints.push(pending);
    pending = undefined;
    parted.parts.push({ ...range, quoted });
  };
  for (let at = 0; at < text.length; ) {
    if (at === start) {
      at = afterOpening(text, at, closings);
      quoted = at > start;
    }
    const joint = joints[at];
    if (joint === undefined) {
      if (at >= text.length) break;
      // The next part starts behind the blanks, so that its quote is seen.
      if (at === start && isBlank(text[at])) start += 1;
      at += 1;
      continue;
    }
    close(at);
    pending = stronger(pending, joint);
    at += joint.length;
    start = at;
  }
  close(text.length);
  return parted;
}

function stronger(one: Joint | undefined, other: Joint): Joint {
  if (one === undefined) return { strength: other.strength, choice: other.choice };
  const strength = RANK[one.strength] >= RANK[other.strength] ? one.strength : other.strength;
  return { strength, choice: one.choice || other.choice };
}

/**
 * Refuses more things than one call takes.
 * @throws Failure `invalid_argument`
 */
export function checkPieces(given: number, parameter: string): void {
  const max = TEXT_LIMITS.pieces;
  if (given <= max) return;
  throw Failure.of(
    "invalid_argument",
    "argument.item_count",
    { parameter, min: 1, max, given },
    { parameter },
  );
}

interface JointAt extends Joint {
  length: number;
}

const mark = (strength: Strength): JointAt => ({ strength, choice: false, length: 1 });

/** At each place where a joint starts, what it is. */
function jointsIn(text: string): (JointAt | undefined)[] {
  const found: (JointAt | undefined)[] = new Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (LINE.test(char)) found[at] = mark("line");
    else if (char === ";") found[at] = mark("semicolon");
    else if (char === ",") {
      // A decimal comma belongs to a name.
      const decimal = DIGIT.test(text[at - 1] ?? "") && DIGIT.test(text[at + 1] ?? "");
      if (!decimal) found[at] = mark("comma");
    } else if (at > 0 && parts(text[at - 1]) && !isBlank(char)) {
      const length = wordLength(text, at, 4);
      const choice = CONNECTORS.get(text.slice(at, at + length).toLowerCase());
      const between = isBlank(text[at - 1]) && isBlank(text[at + length]);
      // A choice is one beside a comma too; "A,E,C" names three vitamins.
      const stands = between || (choice === true && parts(text[at + length]));
      if (choice !== undefined && stands) found[at] = { strength: "and", choice, length };
    }
  }
  return found;
}

/** Whether a word ends here: at a blank, which line breaks are too, a comma or a semicolon. */
const parts = (char: string | undefined) => isBlank(char) || char === "," || char === ";";

/** How many characters the word that starts here has, counted up to `most`. */
function wordLength(text: string, at: number, most: number): number {
  let length = 0;
  while (length < most && at + length < text.length && !parts(text[at + length])) length += 1;
  return length;
}

/** For each closing quote, the places where a part may end behind it, in order. */
type Closings = Map<string, { places: number[]; next: number }>;

function closingsIn(text: string, joints: readonly (JointAt | undefined)[]): Closings {
  const found: Closings = new Map();
  let ends = true;
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text[at] ?? "";
    // `ends` says whether only blanks and decoration stand between here and the next joint.
    if (joints[at]) ends = true;
    if (ends && isClosing(char)) {
      const known = found.get(char) ?? { places: [], next: 0 };
      known.places.push(at);
      found.set(char, known);
    }
    if (!joints[at] && !isBlank(char) && !TRAILING.has(char)) ends = false;
  }
  for (const one of found.values()) one.places.reverse();
  return found;
}

const CLOSING = new Set(Object.values(QUOTES));
const isClosing = (char: string) => CLOSING.has(char);

/** Behind the quoted name that starts here; the same place when none does. */
function afterOpening(text: string, at: number, closings: Closings): number {
  const opening = at + bulletLength(text.slice(at, at + BULLET_MOST));
  const closing = QUOTES[text[opening] ?? ""];
  const known = closing === undefined ? undefined : closings.get(closing);
  if (!known) return at;
  // The places only grow, so all quotes of a text together cost one walk.
  while ((known.places[known.next] ?? Number.POSITIVE_INFINITY) <= opening + 1) known.next += 1;
  const end = known.places[known.next];
  if (end === undefined || hasLine(text, opening, end)) return at;
  return end + 1;
}

/** A quoted name stands on one line; looked for only as far as a name can reach. */
function hasLine(text: string, from: number, to: number): boolean {
  if (to - from > NAME_MOST) return true;
  return LINE.test(text.slice(from, to));
}

/** Longer than any name with its decoration. */
const NAME_MOST = 400;

function trimmed(text: string, from: number, to: number): { start: number; end: number } | undefined {
  let start = from;
  let end = to;
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return start < end ? { start, end } : undefined;
}

/** A bullet, a number or letter of a list, a check box, or what of markdown stands before a quote. */
const BULLET =
  /^(?:[-*+•‣◦▪▫●○∙·–—→➔➤►>]\s+|[☐☑☒□■✓✔✅]\s*|\[[ xX]?\]\s+|\(?\d{1,3}[.)]\s+|\(?[a-zA-Z]\)\s+|\d{1,2}\s?[-–—]\s+)/u;
const BULLET_MOST = 12;

/** How many characters a list's decoration takes at the start of a part. @param head its first characters */
export function bulletLength(head: string): number {
  return BULLET.exec(head.slice(0, BULLET_MOST))?.[0].length ?? 0;
}

/** How a part may be meant: as it stands, then with less and less decoration; of one level, none is more likely. */
export function formsOf(part: string): string[][] {
  const levels: string[][] = [];
  let current = part.trim();
  // More layers than these nobody puts around a name.
  for (let layer = 0; layer < 8 && current !== ""; layer++) {
    levels.push([current]);
    const inner = lessDecorated(current);
    if (inner === undefined) break;
    if (inner.length > 1) levels.push(inner);
    current = inner.at(-1) ?? "";
  }
  return levels;
}

/** The name as it is searched: without any decoration. */
export function barest(part: string): string {
  return formsOf(part).at(-1)?.at(-1) ?? part.trim();
}

const EMPHASIS = ["***", "**", "*", "___", "__", "_", "```", "``", "`"];

function lessDecorated(text: string): string[] | undefined {
  const bullet = bulletLength(text);
  if (bullet > 0 && bullet < text.length) return [text.slice(bullet).trim()];
  const emphasis = EMPHASIS.find(
    (mark) => text.length > 2 * mark.length && text.startsWith(mark) && text.endsWith(mark),
  );
  if (emphasis) return [text.slice(emphasis.length, -emphasis.length).trim()];
  // One full stop ends a sentence; several say that a name was cut, and without them it would be a shorter one.
  const sentence = text.endsWith(".") ? text.slice(0, -1).trim() : "";
  if (sentence !== "" && !sentence.endsWith(".")) return [sentence];
  const closing = QUOTES[text[0] ?? ""];
  const last = text.at(-1) ?? "";
  if (closing === undefined || text.length < 3 || (last !== closing && last !== text[0])) return undefined;
  const inner = text.slice(1, -1).trim();
  // Behind a digit it may as well be an inch mark of the name itself.
  return DIGIT.test(inner.at(-1) ?? "") ? [`${inner}${last}`, inner] : [inner];
}
