import { bareWords, fold } from "../../text";
import type { Named } from "./names";

/** One piece of a text, or one item of a list, among its neighbours. */
export interface Stretch<T extends Named> {
  words: readonly string[];
  /** Whether it is a whole name. */
  whole: boolean;
  /** What was found for its words. */
  found: readonly T[];
  /** Nothing reaches over it: it is given by an id or a code. */
  barrier?: boolean;
}

/** A longer name that fits the text from one stretch to another. */
export interface LongerName<T extends Named> {
  from: number;
  /** Inclusive. */
  to: number;
  thing: T;
  /** How much of the name stands in the text, 0..1. */
  share: number;
}

/** Words that only join: "Copo, Pires" and "Copo e Pires" name the same thing. */
const JOINING = new Set(["e", "and"]);
/** How many edits a longer name may be away from the text, in all, and from which length on a word may have one. */
const EDITS = 2;
const EDITABLE = 4;
/** More words than any name has. */
const MOST_WORDS = 64;

/** The words of a text that a name is compared by. */
export function tellingWords(text: string): string[] {
  return bareWords(fold(text))
    .filter((word) => !JOINING.has(word))
    .slice(0, MOST_WORDS);
}

/**
 * The longer names that fit the text around each stretch, among what was found for it and for its neighbours. One word
 * beyond the stretch suffices where the neighbour is no name by itself. A neighbour that is one counts only when the
 * longer name holds all of it, or fits to its own last word: otherwise every list of two would be doubtful.
 */
export function longerNames<T extends Named>(stretches: readonly Stretch<T>[]): LongerName<T>[] {
  const known = new Map<string, string[]>();
  const wordsOf = (name: string) => {
    const words = known.get(name) ?? tellingWords(name);
    known.set(name, words);
    return words;
  };
  return stretches.flatMap((stretch, at) => {
    if (stretch.barrier || stretch.words.length === 0) return [];
    const near = [stretch, ...neighbours(stretches, at)];
    const things = new Map(near.flatMap(({ found }) => found.map((thing) => [thing.id, thing] as const)));
    return [...things.values()].flatMap((thing) => {
      const span = spanOf(wordsOf(thing.name), stretches, at);
      return span ? [{ ...span, thing }] : [];
    });
  });
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
): { from: number; to: number; share: number } | undefined {
  const own = stretches[at]?.words ?? [];
  for (let start = 0; start + own.length <= name.length; start++) {
    let left = EDITS;
    const held = own.every((word, index) => {
      left -= distance(word, name[start + index] ?? "");
      return left >= 0;
    });
    if (!held) continue;
    const end = start + own.length;
    const after = reach(name.slice(end), { stretches, at, step: 1, edits: left, toEnd: start === 0 });
    const before = reach(name.slice(0, start).reverse(), {
      stretches,
      at,
      step: -1,
      edits: after.left,
      toEnd: end === name.length,
    });
    if (after.to === at && before.to === at) continue;
    const share = (own.length + after.matched + before.matched) / name.length;
    return { from: before.to, to: after.to, share };
  }
  return undefined;
}

interface Way<T extends Named> {
  stretches: readonly Stretch<T>[];
  at: number;
  step: 1 | -1;
  /** How many are left. */
  edits: number;
  /** Whether the name counts as fitting where it ends in the middle of another name. */
  toEnd: boolean;
}

/** How far the rest of a name goes on in the text, in one direction. @param rest its words in that direction */
function reach<T extends Named>(
  rest: readonly string[],
  { stretches, at, step, edits, toEnd }: Way<T>,
): { to: number; left: number; matched: number } {
  let matched = 0;
  let to = at;
  let left = edits;
  for (let next = at + step; matched < rest.length; next += step) {
    const stretch = stretches[next];
    if (!stretch || stretch.barrier) break;
    const words = step === 1 ? stretch.words : [...stretch.words].reverse();
    let count = 0;
    let spent = 0;
    while (count < words.length && matched + count < rest.length) {
      const cost = distance(words[count] ?? "", rest[matched + count] ?? "");
      if (spent + cost > left) break;
      spent += cost;
      count += 1;
    }
    const ended = toEnd && matched + count === rest.length;
    if (stretch.whole && count < words.length && !ended) break;
    matched += count;
    left -= spent;
    if (count > 0) to = next;
    if (count < words.length) break;
  }
  return { to, left, matched };
}

/** 0 for the same word, 1 for one letter more, less, another or swapped; more than allowed for anything else. */
export function distance(one: string, other: string): number {
  if (one === other) return 0;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < EDITABLE || long.length - short.length > 1) return EDITS + 1;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1) ? 1 : EDITS + 1;
  if (short.slice(start + 1) === long.slice(start + 1)) return 1;
  const swapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return swapped && short.slice(start + 2) === long.slice(start + 2) ? 1 : EDITS + 1;
}
