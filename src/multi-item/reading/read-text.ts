import { fanOut } from "../fan-out";
import { IN_FLIGHT } from "../plan";
import { Ground, type Range } from "./ground";
import { longerNames, offers, type Stretch, tellingWords } from "./longer-names";
import { LONGEST_NAME, type Named, type Names } from "./names";
import { barest, checkPieces, partText } from "./parts";
import { tile } from "./tilings";

/** What one piece of a text turned out to be. */
export type Reading<T extends Named> =
  /** To be found by this text, or not. */
  | { kind: "name"; text: string }
  | { kind: "ambiguous"; text: string; things: T[]; atLeast: boolean }
  | { kind: "unknown"; text: string; things: T[] };

/** A piece while it is being read. */
interface Piece<T extends Named> extends Range {
  text: string;
  /** What it may be by itself. */
  things: T[];
  open: boolean;
  unread: boolean;
  /** Longer names that fit over it and its neighbours. */
  longer: T[];
}

/**
 * Reads one text that names things, such that it is never taken for less than it says.
 * @param isId whether a part is an id, which stands for itself
 * @param parameter for messages
 * @throws Failure `invalid_argument` for a text beyond the limits, and what the catalogue throws
 */
export async function readText<T extends Named>(
  text: string,
  names: Names<T>,
  isId: (text: string) => boolean,
  parameter: string,
): Promise<Reading<T>[]> {
  const parted = partText(text, parameter);
  if (parted.parts.length < 2) return [{ kind: "name", text: nameIn(parted.text) }];
  const ground = new Ground(parted, names, isId);
  const pieces = await tiled(ground, parameter);
  if (pieces.length > 1) await lookAround(pieces, ground);
  return offered(joined(pieces, ground), ground);
}

/** A text as a name; without its decoration only where that would make it too long for one. */
const nameIn = (text: string) => (text.length <= LONGEST_NAME ? text : barest(text));

/** The pieces that the strongest joints and the catalogue see in the text. */
async function tiled<T extends Named>(ground: Ground<T>, parameter: string): Promise<Piece<T>[]> {
  let clusters = [{ range: ground.all, settled: false }];
  while (clusters.some(({ settled }) => !settled)) {
    const inner = clusters.map(({ range, settled }) =>
      settled || range.to - range.from < 2 || ground.isName(range) ? [] : ground.outermost(range),
    );
    const count = inner.reduce((sum, ranges) => sum + Math.max(1, ranges.length), 0);
    checkPieces(count, parameter);
    await ground.look(inner.flat(), count);
    clusters = clusters.flatMap(({ range }, at): typeof clusters => {
      const ranges = inner[at] ?? [];
      // What holds only possible joints is left to the catalogue as a whole.
      const possible = ranges.every(({ from, to }) => to - from === 1) && !ground.isParted(range);
      if (ranges.length === 0 || possible || ground.isName(range)) return [{ range, settled: true }];
      return ranges.map((one) => ({ range: one, settled: false }));
    });
  }
  return clusters.flatMap(({ range }) => {
    if (ground.isName(range)) return [pieceOf(range, [range], false, ground)];
    const segments = tile(range.to - range.from, (from, to) =>
      ground.isName({ from: range.from + from, to: range.from + to }),
    );
    return segments.map(({ from, to, runs, open }) => {
      const shifted = runs.map((run) => ({ from: range.from + run.from, to: range.from + run.to }));
      return pieceOf({ from: range.from + from, to: range.from + to }, shifted, open, ground);
    });
  });
}

function pieceOf<T extends Named>(range: Range, runs: Range[], open: boolean, ground: Ground<T>): Piece<T> {
  const things = distinct(runs.flatMap((run) => ground.named(run)));
  return { ...range, text: ground.textOf(range), things, open, unread: false, longer: [] };
}

/** Where rows stay unread, asks once more with a neighbour's word: only such a longer name could fit. */
async function lookAround<T extends Named>(pieces: Piece<T>[], ground: Ground<T>): Promise<void> {
  const settled = await fanOut(pieces, IN_FLIGHT, async (piece, at) => {
    if (piece.things.length === 0 || !ground.isUnread(piece)) return;
    const last = tellingWords(pieces[at - 1]?.text ?? "").at(-1);
    const first = tellingWords(pieces[at + 1]?.text ?? "")[0];
    const beside = [last, first].filter((word) => word !== undefined);
    // One after the other, so that no more are in flight than there are pieces at once.
    for (const word of beside) if (!(await ground.lookBeside(piece, word))) piece.unread = true;
  });
  for (const one of settled) if (one.status === "rejected") throw one.reason;
}

/** Pieces over which a longer name fits become one. */
function joined<T extends Named>(pieces: Piece<T>[], ground: Ground<T>): Piece<T>[] {
  const stretches = pieces.map((piece): Stretch<T> => {
    return {
      words: tellingWords(barest(piece.text)),
      whole: piece.things.length > 0,
      found: ground.foundFor(piece),
      barrier: ground.isId(piece) || ground.isQuoted(piece),
      apart: ground.isApart(piece),
    };
  });
  // Of pieces that are no names, each is answered for by itself, unless one name holds them all.
  const bonds = longerNames(stretches, false).filter(
    ({ from, to, holdsAll }) => holdsAll || stretches.slice(from, to + 1).some(({ whole }) => whole),
  );
  const result: Piece<T>[] = [];
  let until = -1;
  pieces.forEach((piece, at) => {
    const own = bonds.filter(({ from }) => from === at);
    const last = result.at(-1);
    const things = own.map(({ thing }) => thing);
    if (at <= until && last) {
      last.to = piece.to;
      last.text = ground.textOf(last);
      last.things = distinct([...last.things, ...piece.things]);
      last.longer = distinct([...last.longer, ...things]);
      last.unread ||= piece.unread;
    } else result.push({ ...piece, longer: distinct(things) });
    until = Math.max(until, ...own.map(({ to }) => to));
  });
  return result;
}

/** The readings, with what an "ou" leaves open. */
function offered<T extends Named>(pieces: Piece<T>[], ground: Ground<T>): Reading<T>[] {
  const choices = new Map<Piece<T>, Piece<T>[]>();
  pieces.forEach((piece, at) => {
    const next = pieces[at + 1];
    if (!next || !ground.jointBehind(piece).choice) return;
    let first = at;
    // "A, B ou C" offers all three.
    while (first > 0 && isListed(ground, pieces[first - 1])) first -= 1;
    const group = distinctPieces([...(choices.get(piece) ?? []), ...pieces.slice(first, at + 2)]);
    for (const one of group) choices.set(one, group);
  });
  return pieces.map((piece) => {
    const group = choices.get(piece);
    const choice = group ? distinct(group.flatMap(({ things }) => things)) : [];
    if (choice.length > 0) return ambiguous(piece, offers(piece.longer, choice));
    const all = offers(piece.longer, piece.things);
    if (piece.things.length > 0 && (piece.open || piece.longer.length > 0 || piece.unread))
      return ambiguous(piece, all);
    const words = tellingWords(barest(piece.text));
    // What a name holds word for word is explained where all such names are known.
    const isHeld = piece.longer.some(({ name }) => holds(tellingWords(name), words));
    if (piece.longer.length > 0 && !isHeld) return { kind: "unknown", text: piece.text, things: all };
    return { kind: "name", text: nameIn(piece.text) };
  });
}

function isListed<T extends Named>(ground: Ground<T>, piece: Piece<T> | undefined): boolean {
  if (!piece) return false;
  const { strength, choice } = ground.jointBehind(piece);
  return strength === "comma" && !choice;
}

function ambiguous<T extends Named>({ text, unread }: Piece<T>, things: T[]): Reading<T> {
  return { kind: "ambiguous", text, things, atLeast: unread };
}

const holds = (name: readonly string[], words: readonly string[]) =>
  words.every((word) => name.includes(word));

const distinctPieces = <P>(pieces: P[]): P[] => [...new Set(pieces)];

/** Each thing once, in order. */
function distinct<T extends Named>(things: readonly T[]): T[] {
  return [...new Map(things.map((thing) => [thing.id, thing])).values()];
}
