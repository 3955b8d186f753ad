import { fanOut } from "../fan-out";
import { IN_FLIGHT } from "../plan";
import { longerNames, offers, type Stretch, tellingWords } from "./longer-names";
import { byName, type Found, type Named, type Names, wholeMatches } from "./names";
import { barest } from "./parts";

/** What an item of a list may be taken for besides itself. */
export interface Doubt<T extends Named> {
  things: T[];
  atLeast: boolean;
}

/**
 * Looks for neighbours in a list of names that a longer name fits over: somebody may have taken one name apart.
 * @param texts the names in order; undefined for an item that is given by an id or a code, or cannot be read
 * @returns for each item what leaves it in doubt
 */
export async function doubtsInList<T extends Named>(
  texts: readonly (string | undefined)[],
  names: Names<T>,
): Promise<(Doubt<T> | undefined)[]> {
  const none = texts.map(() => undefined);
  names.expect(texts.length);
  if (!texts.some((text, at) => text !== undefined && texts[at + 1] !== undefined)) return none;
  const bare = texts.map((text) => (text === undefined ? undefined : barest(text)));
  const found = await look(bare, names);
  const stretches = bare.map((text, at): Stretch<T> => {
    const things = found[at]?.things ?? [];
    const whole = wholeMatches(texts[at] ?? "", byName(things)).length > 0;
    return { words: tellingWords(text ?? ""), whole, found: things, barrier: text === undefined };
  });
  const unread = await lookAround(bare, stretches, found, names);
  const doubts: (Doubt<T> | undefined)[] = unread.map((atLeast) =>
    atLeast ? { things: [], atLeast } : undefined,
  );
  for (const { from, to, thing } of longerNames(stretches, true)) {
    const over = stretches.slice(from, to + 1);
    over.forEach((_, offset) => {
      const known = doubts[from + offset];
      doubts[from + offset] = { things: [...(known?.things ?? []), thing], atLeast: known?.atLeast ?? false };
    });
  }
  return doubts.map((doubt, at) => {
    if (!doubt) return undefined;
    const own = wholeMatches(texts[at] ?? "", byName(stretches[at]?.found ?? []));
    return { ...doubt, things: offers(doubt.things, own) };
  });
}

/** What cannot be looked up says so when its item is resolved; here it is as if nothing were found. */
async function look<T extends Named>(
  texts: readonly (string | undefined)[],
  names: Names<T>,
): Promise<(Found<T> | undefined)[]> {
  const settled = await fanOut(texts, IN_FLIGHT, async (text) =>
    text === undefined ? undefined : names.find(text),
  );
  return settled.map((one) => (one.status === "fulfilled" ? one.value : undefined));
}

/** Whether longer names may have been missed for each item, even with the neighbours' words. */
async function lookAround<T extends Named>(
  texts: readonly (string | undefined)[],
  stretches: Stretch<T>[],
  found: readonly (Found<T> | undefined)[],
  names: Names<T>,
): Promise<boolean[]> {
  const settled = await fanOut(stretches, IN_FLIGHT, async (stretch, at) => {
    const text = texts[at];
    if (text === undefined || !stretch.whole || !found[at]?.unread) return false;
    const beside = [stretches[at - 1]?.words.at(-1), stretches[at + 1]?.words[0]];
    let missed = false;
    // One after the other, so that no more are in flight than there are items at once.
    for (const word of beside.filter((one) => one !== undefined)) {
      const more = await names.find(`${text} ${word}`);
      stretch.found = [...stretch.found, ...more.things];
      missed ||= more.unread;
    }
    return missed;
  });
  return settled.map((one, at) => (one.status === "fulfilled" ? one.value : stretches[at]?.whole === true));
}
