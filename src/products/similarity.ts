import { fold } from "../text";

/** How alike two names are, 0..1: the share of letter pairs they have in common (Dice), case and accents aside. */
export function similarity(one: string, other: string): number {
  const a = pairs(fold(one));
  const b = pairs(fold(other));
  const total = a.length + b.length;
  if (total === 0) return fold(one) === fold(other) ? 1 : 0;
  const left = new Map<string, number>();
  for (const pair of a) left.set(pair, (left.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of b) {
    const count = left.get(pair) ?? 0;
    if (count > 0) {
      common += 1;
      left.set(pair, count - 1);
    }
  }
  return (2 * common) / total;
}

function pairs(text: string): string[] {
  const letters = [...text];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
