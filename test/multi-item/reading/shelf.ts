import { Failure } from "../../../src/errors";
import type { Named, Names } from "../../../src/multi-item/reading/names";
import { fold, runs } from "../../../src/text";

/** A catalogue in memory, which counts what it is asked. */
export interface Shelf extends Names<Named> {
  /** The texts that were looked for, in order. */
  asked: string[];
  expected: number;
}

/** @param most how many things a look-up shows before it leaves rows unread */
export function shelf(names: readonly string[], most = Number.POSITIVE_INFINITY): Shelf {
  const things = names.map((name, at) => ({ id: String(at), name }));
  const folded = things.map(({ name }) => fold(name));
  const asked: string[] = [];
  const failure = (
    code: "ambiguous" | "not_found",
    typed: string,
    offered: readonly Named[],
    atLeast: boolean,
  ) =>
    Failure.of(
      code,
      "error.not_found",
      { typed },
      { details: { names: offered.map(({ name }) => name), atLeast } },
    );
  const self: Shelf = {
    asked,
    expected: 0,
    expect(count) {
      self.expected = Math.max(self.expected, count);
    },
    find: async (text) => {
      asked.push(text);
      const wanted = runs(text);
      const found = things.filter((_, at) => wanted.every((run) => folded[at]?.includes(run)));
      return { things: found.slice(0, most), unread: found.length > most };
    },
    ambiguous: (typed, offered, atLeast) => failure("ambiguous", typed, offered, atLeast),
    unknown: (typed, offered) => failure("not_found", typed, offered, false),
  };
  return self;
}
