/** Letters that a result has to carry unharmed: of one to four bytes, and such as JSON spells with two or six. */
const ALPHABETS = [
  [..."abc déçã ÀÖ"],
  [..."🧀🍞🥖👩🏽‍🍳𝒜𠮷"],
  [...'"\\/“”'],
  ["\u0001", "\u0007", "\u001b", "\u007f", "\u2028", "\u2029"],
  [..."漢字かなا𓀀e\u0301\u200d\u202e"],
];

/** A choice that a seed repeats, so that a test that failed once fails again. */
export function random(seed: number) {
  let state = seed >>> 0;
  // mulberry32: small, and even enough for choosing test data.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const one = <T>(of: readonly T[]): T => of[whole(0, of.length - 1)] as T;
  /** A text that is often as long as it may be. @param most in characters; @param plain without control characters */
  const text = (most: number, plain = false): string => {
    const letters = one(plain ? ALPHABETS.filter((_, at) => at !== 3) : ALPHABETS);
    const length = one([most, most, whole(1, most), whole(1, 20)]);
    return Array.from({ length }, () => one(letters)).join("");
  };
  return { whole, one, text };
}
