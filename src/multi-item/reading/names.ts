import type { Failure } from "../../errors";
import { fold } from "../../text";
import { formsOf } from "./parts";

/** A thing that a text may name. */
export interface Named {
  id: string;
  name: string;
}

/** What a look-up found: every thing whose name or code holds all words of the text, as far as was read. */
export interface Found<T extends Named> {
  things: readonly T[];
  /** There may be more: a longer name may have been missed. */
  unread: boolean;
}

/** The catalogue as the engine sees it, of one company and for one call: nothing is asked twice. */
export interface Names<T extends Named = Named> {
  /** Says how many things a call names, which bounds how much may be asked. */
  expect(count: number): void;
  /** Looks among all there is, deleted things too: a text must mean the same when a call is repeated. */
  find(text: string): Promise<Found<T>>;
  /** That a text may mean any of these. @param atLeast there may be others */
  ambiguous(typed: string, things: readonly T[], atLeast: boolean): Failure;
  /** That a text names nothing, though these are alike. */
  unknown(typed: string, things: readonly T[]): Failure;
}

/** Longer texts are no names, in characters. */
export const LONGEST_NAME = 200;
/** The most that decoration may add to a name, in characters. */
const DECORATION = 50;

/** By folded name, the things that have it. */
export type ByName<T extends Named> = ReadonlyMap<string, readonly T[]>;

/** Sorts things by their folded name. */
export function byName<T extends Named>(things: Iterable<T>): ByName<T> {
  const sorted = new Map<string, T[]>();
  for (const thing of things) {
    const name = fold(thing.name);
    const same = sorted.get(name);
    if (!same) sorted.set(name, [thing]);
    else if (!same.some(({ id }) => id === thing.id)) same.push(thing);
  }
  return sorted;
}

/** The things whose whole name a text is: as it stands, or else with as little of its decoration gone as possible. */
export function wholeMatches<T extends Named>(text: string, things: ByName<T>): T[] {
  if (text.length > LONGEST_NAME + DECORATION) return [];
  for (const level of formsOf(text)) {
    const names = new Set(level.map(fold).filter(Boolean));
    const matching = [...names].flatMap((name) => things.get(name) ?? []);
    if (matching.length > 0) return matching;
  }
  return [];
}
