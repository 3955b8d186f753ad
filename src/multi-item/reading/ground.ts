import { fanOut } from "../fan-out";
import { IN_FLIGHT } from "../plan";
import { type ByName, byName, type Found, type Named, type Names, wholeMatches } from "./names";
import { barest, type Joint, type PartedText } from "./parts";

/** Neighbouring parts of a text, from one to another (exclusive). */
export interface Range {
  from: number;
  to: number;
}

/** A text in parts, and what the catalogue knows of them so far. */
export class Ground<T extends Named> {
  readonly #parted: PartedText;
  readonly #names: Names<T>;
  readonly #isId: (text: string) => boolean;
  readonly #looked: (Range & Found<T>)[] = [];
  readonly #named = new Map<string, T[]>();
  #known: ByName<T> = new Map();

  constructor(parted: PartedText, names: Names<T>, isId: (text: string) => boolean) {
    this.#parted = parted;
    this.#names = names;
    this.#isId = isId;
  }

  get all(): Range {
    return { from: 0, to: this.#parted.parts.length };
  }

  /** As it stands in the text, with what joins the parts. */
  textOf({ from, to }: Range): string {
    const { text, parts } = this.#parted;
    return text.slice(parts[from]?.start, parts[to - 1]?.end);
  }

  /** What stands behind a range. */
  jointBehind({ to }: Range): Joint {
    return this.#parted.joints[to - 1] ?? { strength: "line", choice: false };
  }

  isId(range: Range): boolean {
    return range.to - range.from === 1 && this.#isId(barest(this.textOf(range)));
  }

  isQuoted(range: Range): boolean {
    return range.to - range.from === 1 && this.#parted.parts[range.from]?.quoted === true;
  }

  /** Whether a line break stands before a range. */
  isApart({ from }: Range): boolean {
    return this.#parted.joints[from - 1]?.strength === "line";
  }

  /** Whether line breaks or semicolons part a range. */
  isParted(range: Range): boolean {
    return this.#split(range, "line").length > 1 || this.#split(range, "semicolon").length > 1;
  }

  /** What the strongest joints of a range leave together. */
  outermost(range: Range): Range[] {
    const lines = this.#split(range, "line");
    if (lines.length > 1) return lines;
    const between = this.#split(range, "semicolon");
    if (between.length > 1) return between;
    return Array.from({ length: range.to - range.from }, (_, at) => ({
      from: range.from + at,
      to: range.from + at + 1,
    }));
  }

  #split({ from, to }: Range, strength: Joint["strength"]): Range[] {
    const found: Range[] = [];
    let start = from;
    for (let at = from; at < to; at++) {
      if (at < to - 1 && this.#parted.joints[at]?.strength !== strength) continue;
      found.push({ from: start, to: at + 1 });
      start = at + 1;
    }
    return found;
  }

  /** Looks up the words of each range. @param count how many pieces the text may have */
  async look(ranges: readonly Range[], count: number): Promise<void> {
    this.#names.expect(count);
    const settled = await fanOut(ranges, IN_FLIGHT, async (range) => {
      if (this.isId(range)) return;
      this.#looked.push({ ...range, ...(await this.#names.find(barest(this.textOf(range)))) });
    });
    for (const one of settled) if (one.status === "rejected") throw one.reason;
    this.#learn();
  }

  /** Looks up a piece together with a neighbour's word. @returns whether all was read */
  async lookBeside(range: Range, word: string): Promise<boolean> {
    const found = await this.#names.find(`${barest(this.textOf(range))} ${word}`);
    this.#looked.push({ from: range.from, to: range.to, ...found });
    return !found.unread;
  }

  #learn(): void {
    this.#known = byName(this.#looked.flatMap(({ things }) => things));
    this.#named.clear();
  }

  /** The things whose whole name a range is. */
  named(range: Range): T[] {
    const key = `${range.from} ${range.to}`;
    const known = this.#named.get(key) ?? wholeMatches(this.textOf(range), this.#known);
    this.#named.set(key, known);
    return known;
  }

  isName(range: Range): boolean {
    return this.isId(range) || this.named(range).length > 0;
  }

  /** What was found for any part of a range. */
  foundFor(range: Range): T[] {
    return this.#about(range).flatMap(({ things }) => things);
  }

  /** Whether rows were left unread for every look-up that could show a longer name. */
  isUnread(range: Range): boolean {
    const about = this.#about(range);
    return about.length > 0 && about.every(({ unread }) => unread);
  }

  #about({ from, to }: Range): (Range & Found<T>)[] {
    return this.#looked.filter((one) => one.from < to && one.to > from);
  }
}
