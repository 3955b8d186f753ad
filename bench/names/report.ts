/** What became of one case: as its author meant it, not so but nothing harmful either, or a product nobody named. */
export type Outcome = "right" | "missed" | "wrong";

/** A case that did not come out as meant, to be tried by hand. */
export interface Example {
  kind: string;
  channel: string;
  said: unknown;
  meant: readonly string[];
  got: readonly string[];
}

/** The cases of one kind. */
export interface Count {
  cases: number;
  missed: number;
  wrong: number;
}

/** One measure: what it counts, by kind, and some of what failed. */
export interface Measure {
  name: string;
  kinds: Record<string, Count>;
  wrong: Example[];
  missed: Example[];
}

/** What has to hold. */
export interface Target {
  name: string;
  value: string;
  holds: boolean;
}

/** A whole run. */
export interface Report {
  names: number;
  namesWithJoint: number;
  seconds: number;
  measures: Measure[];
  targets: Target[];
}

/** How many examples of each kind a report keeps. */
const EXAMPLES = 12;

/** Counts the cases of one measure. */
export class Tally implements Measure {
  readonly kinds: Record<string, Count> = {};
  readonly wrong: Example[] = [];
  readonly missed: Example[] = [];
  constructor(readonly name: string) {}

  add(outcome: Outcome, example: Example): void {
    this.kinds[example.kind] ??= { cases: 0, missed: 0, wrong: 0 };
    const count = this.kinds[example.kind];
    if (!count) return;
    count.cases += 1;
    if (outcome === "right") return;
    count[outcome] += 1;
    if (count[outcome] <= EXAMPLES) this[outcome].push(example);
  }
}

/** All kinds of a measure together, or those that a test picks. */
export function totalOf(measure: Measure, kind: (kind: string) => boolean = () => true): Count {
  const total = { cases: 0, missed: 0, wrong: 0 };
  for (const [name, count] of Object.entries(measure.kinds)) {
    if (!kind(name)) continue;
    total.cases += count.cases;
    total.missed += count.missed;
    total.wrong += count.wrong;
  }
  return total;
}

/** A share in percent, 0 of nothing. */
export const percent = (part: number, of: number): number => (of === 0 ? 0 : (100 * part) / of);
