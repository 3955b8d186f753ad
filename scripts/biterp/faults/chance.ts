import type { Action } from "./switches.ts";

const faults: Action[] = [{ status: 500 }, { status: 503 }, "drop", "html"];

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Faults by chance: the request number N gets the same one each time it is tried with this seed. */
export function chanceOf(seed: number): (rate: number) => Action | undefined {
  const next = seeded(seed);
  return (rate) => {
    // Both are drawn each time, so that the rate does not move what comes later.
    const [strikes, which] = [next(), next()];
    return strikes < rate ? faults[Math.floor(which * faults.length)] : undefined;
  };
}
