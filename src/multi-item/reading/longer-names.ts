import { bareWords, fold } from "../../text";
import type { Named } from "./names";

/** One piece of a text, or one item of a list, among its neighbours. */
export interface Stretch<T extends Named> {
  words: readonly string[];
  /** Whether it is a whole name. */
  whole: boolean;
  /** What was found for its words. */
  found: readonly T[];
  /** Nothing reaches over it: it is given by an id or a code, or stands in quotes. */
  barrier?: boolean;
  /** A line break parts it from the one before. */
  apart?: boolean;
}

/** A longer name that fits the text from one stretch to another. */
export interface LongerName<T extends Named> extends Span {
  thing: T;
}

interface Span {
  from: number;
  /** Inclusive. */
  to: number;
  /** The name holds every word of the stretches. */
  holdsAll: boolean;
  /** How much of the name stands in the text, 0..1. */
  share: number;
}

/** Words that only join: "Copo, Pires" and "Copo e Pires" name the same thing, and many leave out a "de". */
const JOINING = new Set(["e", "and", "de", "da", "do", "das", "dos"]);
/** How many edits a longer name may be away from the text, in all, and from which length on a word may have one. */
const EDITS = 2;
const EDITABLE = 4;
/** Words that stand in every other name, and so tell nothing of which one is meant. */
const COMMON = new Set([
  "a",
  "o",
  "c",
  "com",
  "d",
  "da",
  "das",
  "de",
  "do",
  "dos",
  "em",
  "p",
  "para",
  "s",
  "sem",
]);
/** More words than any name has. */
const MOST_WORDS = 64;

/** The words of a text that a name is compared by. */
export function tellingWords(text: string): string[] {
  return bareWords(fold(text))
    .filter((word) => !JOINING.has(word))
    .slice(0, MOST_WORDS);
}

/**
 * The longer names that fit the text around each stretch, among what was found for it and for its neighbours. A
 * neighbour that is a name by itself counts only where the longer name holds all of it, one word directly behind the other,
 * from its first word on or to its last; otherwise every list of two would be doubtful. Of a neighbour that is no name one word suffices, also where
 * the longer name has others before it: somebody left out a word in its middle.
 * @param wholly whether of neighbours that are no names all words have to be held, too: in a list each stands for itself
 */
export function longerNames<T extends Named>(
  stretches: readonly Stretch<T>[],
  wholly: boolean,
): LongerName<T>[] {
  const known = new Map<string, string[]>();
  const wordsOf = (name: string) => {
    const words = known.get(name) ?? tellingWords(name);
    known.set(name, words);
    return words;
  };
  const found = stretches.flatMap((stretch, at) => {
    if (stretch.barrier || stretch.words.length === 0) return [];
    const near = [stretch, ...neighbours(stretches, at)];
    const things = new Map(near.flatMap(({ found }) => found.map((thing) => [thing.id, thing] as const)));
    return [...things.values()].flatMap((thing) => {
      const span = spanOf(wordsOf(thing.name), stretches, at, wholly);
      return span ? [{ ...span, thing }] : [];
    });
  });
  // Only a few are shown: first what the text has most of.
  return found.sort((a, b) => b.share - a.share);
}

/** The things that a stretch may mean, the likeliest first: the longer name that fits best, itself, the others. */
export function offers<T extends Named>(longer: readonly T[], own: readonly T[]): T[] {
  const all = [...longer.slice(0, 1), ...own, ...longer];
  return [...new Map(all.map((thing) => [thing.id, thing])).values()];
}

function neighbours<T extends Named>(stretches: readonly Stretch<T>[], at: number): Stretch<T>[] {
  return [stretches[at - 1], stretches[at + 1]].filter(
    (one) => one !== undefined && !one.barrier,
  ) as Stretch<T>[];
}

/** How far a name reaches over the neighbours of a stretch whose words it holds; undefined when it does not. */
function spanOf<T extends Named>(
  name: readonly string[],
  stretches: readonly Stretch<T>[],
  at: number,
  wholly: boolean,
): Span | undefined {
  const own = stretches[at]?.words ?? [];
  for (let start = 0; start + own.length <= name.length; start++) {
    let left = EDITS;
    const held = own.every((word, index) => {
      left -= distance(word, name[start + index] ?? "");
      return left >= 0;
    });
    if (!held) continue;
    const around = { behind: name.slice(start + own.length), ahead: name.slice(0, start).reverse() };
    const strict = reachBoth(around, { stretches, at, left, strict: true, wholly });
    const loose = reachBoth(around, { stretches, at, left, strict: false, wholly });
    const hasUnnamed = ({ from, to }: Span) => stretches.slice(from, to + 1).some(({ whole }) => !whole);
    // Names alone that stand somewhere among the words of a longer one are what they say: a list of names.
    const certain = strict.from < strict.to && (strict.fromStart || strict.toEnd || hasUnnamed(strict));
    const both = loose.fromStart && loose.toEnd;
    if (loose.from < loose.to && (certain || both || hasUnnamed(loose))) return loose;
    if (certain) return strict;
  }
  return undefined;
}

/** How a name is laid along the text. */
interface Laying<T extends Named> {
  stretches: readonly Stretch<T>[];
  at: number;
  /** How many edits may still be made. */
  left: number;
  /** Whether the words of the name have to stand directly behind one another; only so may it reach over a line. */
  strict: boolean;
  wholly: boolean;
}

function reachBoth<T extends Named>(
  { behind, ahead }: { behind: readonly string[]; ahead: readonly string[] },
  laying: Laying<T>,
): Span & { fromStart: boolean; toEnd: boolean } {
  const after = reach(behind, laying, 1);
  const before = reach(ahead, { ...laying, left: after.left }, -1);
  const own = laying.stretches[laying.at]?.words.length ?? 0;
  return {
    from: before.to,
    to: after.to,
    holdsAll: after.holdsAll && before.holdsAll,
    share: (own + after.matched + before.matched) / (own + behind.length + ahead.length),
    fromStart: before.used === ahead.length,
    toEnd: after.used === behind.length,
  };
}

/** How far a name goes on in the text, in one direction. @param rest what is left of it in that direction */
function reach<T extends Named>(
  rest: readonly string[],
  { stretches, at, left, strict, wholly }: Laying<T>,
  step: 1 | -1,
): { to: number; left: number; holdsAll: boolean; matched: number; used: number } {
  const reached = { to: at, left, holdsAll: true, matched: 0, used: 0 };
  for (let next = at + step; reached.used < rest.length; next += step) {
    const stretch = stretches[next];
    const apart = stretches[step === 1 ? next : next + 1]?.apart === true;
    if (!stretch || stretch.barrier || (apart && !strict)) break;
    const words = step === 1 ? stretch.words : stretch.words.toReversed();
    const fitting = inOrder(words, rest.slice(reached.used), reached.left, strict);
    const all = fitting.matched === words.length;
    const enough = all || (fitting.telling && !stretch.whole && !apart && !wholly);
    if (!enough) break;
    reached.to = next;
    reached.left -= fitting.edits;
    reached.matched += fitting.matched;
    reached.holdsAll &&= all;
    reached.used += fitting.used;
    if (strict && !all) break;
  }
  return reached;
}

/** How many words of a stretch the rest of a name has in the same order; strictly, one directly behind the other. */
function inOrder(
  words: readonly string[],
  rest: readonly string[],
  most: number,
  strictly: boolean,
): { matched: number; used: number; edits: number; telling: boolean } {
  const found = { matched: 0, used: 0, edits: 0, telling: false };
  for (const word of words) {
    const within = strictly ? rest.slice(found.used, found.used + 1) : rest.slice(found.used);
    const place = within.findIndex((other) => distance(word, other) <= most - found.edits);
    if (place < 0 && strictly) break;
    if (place < 0) continue;
    found.edits += distance(word, within[place] ?? "");
    found.used += place + 1;
    found.matched += 1;
    found.telling ||= !COMMON.has(word);
  }
  return found;
}

/** 0 for the same word, 1 for one letter more, less, another or swapped; more than allowed for anything else. */
export function distance(one: string, other: string): number {
  if (one === other) return 0;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  // A letter may have been lost from a word of four.
  if (long.length < EDITABLE || long.length - short.length > 1) return EDITS + 1;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1) ? 1 : EDITS + 1;
  if (short.slice(start + 1) === long.slice(start + 1)) return 1;
  const swapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return swapped && short.slice(start + 2) === long.slice(start + 2) ? 1 : EDITS + 1;
}
