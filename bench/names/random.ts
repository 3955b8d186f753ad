/** Chance that comes out the same in every run, so that two runs measure the same cases. */
export interface Chance {
  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number;
  /** One of these. @throws Error when there are none */
  one<T>(of: readonly T[]): T;
  /** So many different ones, or all when there are fewer. */
  some<T>(count: number, of: readonly T[]): T[];
}

/** @param seed the same seed gives the same sequence */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const below = (most: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
  const one = <T>(of: readonly T[]): T => {
    const found = of[below(of.length)];
    if (found === undefined) throw new Error("there is nothing to choose from");
    return found;
  };
  return {
    below,
    one,
    some(count, of) {
      const left = [...of];
      const taken: typeof left = [];
      while (taken.length < count && left.length > 0) taken.push(...left.splice(below(left.length), 1));
      return taken;
    },
  };
}
