/** How many neighbours one name may join. */
export const LONGEST_RUN = 8;

/** A stretch of parts that is read as one piece, or in several ways. */
export interface Segment {
  from: number;
  /** Exclusive. */
  to: number;
  /** The names that the best readings see in it, as runs of parts; none where it is no name. */
  runs: { from: number; to: number }[];
  /** Several readings are equally good. */
  open: boolean;
}

/**
 * Joins neighbouring parts such that as few parts as possible are left that belong to no whole name. Where the best
 * readings agree, each piece is a segment of its own; where they differ, the whole stretch is one open segment.
 * @param isName whether the parts from one to another (exclusive) are a whole name together
 */
export function tile(count: number, isName: (from: number, to: number) => boolean): Segment[] {
  const edges: { from: number; to: number; cost: number }[] = [];
  for (let from = 0; from < count; from++) {
    for (let to = from + 1; to <= Math.min(count, from + LONGEST_RUN); to++) {
      if (isName(from, to)) edges.push({ from, to, cost: 0 });
    }
    edges.push({ from, to: from + 1, cost: 1 });
  }
  const ahead = new Array<number>(count + 1).fill(Number.POSITIVE_INFINITY);
  const behind = new Array<number>(count + 1).fill(Number.POSITIVE_INFINITY);
  ahead[0] = 0;
  behind[count] = 0;
  const least = (costs: number[], at: number, cost: number) => {
    costs[at] = Math.min(costs[at] ?? cost, cost);
  };
  for (const { from, to, cost } of edges) least(ahead, to, (ahead[from] ?? 0) + cost);
  for (const { from, to, cost } of edges.toReversed()) least(behind, from, (behind[to] ?? 0) + cost);
  const best = ahead[count] ?? 0;
  const used = edges.filter(({ from, to, cost }) => (ahead[from] ?? 0) + cost + (behind[to] ?? 0) === best);

  const segments: Segment[] = [];
  let from = 0;
  // Where no piece of any best reading reaches over a place, all of them agree that something ends there.
  let furthest = 0;
  let open: typeof used = [];
  for (const edge of used) {
    if (edge.from >= furthest && open.length > 0) {
      segments.push(segment(from, furthest, open));
      from = furthest;
      open = [];
    }
    open.push(edge);
    furthest = Math.max(furthest, edge.to);
  }
  if (open.length > 0) segments.push(segment(from, furthest, open));
  return segments;
}

function segment(from: number, to: number, edges: { from: number; to: number; cost: number }[]): Segment {
  const runs = edges.filter(({ cost }) => cost === 0).map((edge) => ({ from: edge.from, to: edge.to }));
  return { from, to, runs, open: edges.length > 1 };
}
