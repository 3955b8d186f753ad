import { JOINT } from "./same";
import type { Shop } from "./shop";

/** How many parts of a text one name may have. */
const RUN = 8;

/** The kind of texts that say two things. */
export const twofold = "two readings";

/** The ways of parting a text so that every piece is a product. */
export interface Readings {
  /** With more than one, what the author meant is known to nobody else, and to ask is right. */
  count: number;
  /** The products that one of them names. */
  ids: readonly string[];
}

/** Reads a text in every way there is; where no way leaves only products, there is none. */
export function readings(shop: Shop, text: string): Readings {
  const joints = [...text.matchAll(new RegExp(JOINT, "giu"))];
  const starts = [0, ...joints.map((joint) => joint.index + joint[0].length)];
  const ends = [...joints.map((joint) => joint.index), text.length];
  const ways: Readings[] = [{ count: 1, ids: [] }];
  for (let end = 1; end <= ends.length; end++) {
    let count = 0;
    const ids = new Set<string>();
    for (let start = Math.max(0, end - RUN); start < end; start++) {
      const before = ways[start];
      if (!before?.count) continue;
      const piece = shop.meant(text.slice(starts[start], ends[end - 1]));
      if (piece.length === 0) continue;
      count += before.count;
      for (const id of [...before.ids, ...piece]) ids.add(id);
    }
    ways.push({ count, ids: [...ids] });
  }
  return ways.at(-1) ?? { count: 0, ids: [] };
}
