import type { Chance } from "./random";

/** A name that is not quite right. */
export interface Slip {
  kind: "a letter off" | "the last word missing" | "a word missing";
  text: string;
}

const LETTERS = "abcdefghijlmnoprstuv";
const DANGLING = /^(?:e|and|ou|or|&|[,;])(?:\s|$)|(?:^|\s)(?:e|and|ou|or|&)$|[,;]$/iu;

/** Slips in one name, at most one of each kind; none in a name of one short word. */
export function slipsIn(name: string, chance: Chance): Slip[] {
  const slips: Slip[] = [];
  const off = letterOff(name, chance);
  if (off) slips.push({ kind: "a letter off", text: off });
  const words = name.split(" ").filter(Boolean);
  const without = (at: number) => words.filter((_, place) => place !== at).join(" ");
  const sound = (text: string) => text.replace(/\P{L}/gu, "").length >= 3 && !DANGLING.test(text);
  if (words.length > 1) {
    const last = without(words.length - 1).replace(/[\s,;]+$/u, "");
    if (sound(last)) slips.push({ kind: "the last word missing", text: last });
  }
  if (words.length > 2) {
    const some = without(chance.below(words.length - 1));
    if (sound(some)) slips.push({ kind: "a word missing", text: some });
  }
  return slips;
}

/** One letter of a word of four or more is another, is missing, stands twice, or changed places with the next. */
function letterOff(name: string, chance: Chance): string | undefined {
  const words = [...name.matchAll(/\p{L}{4,}/gu)];
  if (words.length === 0) return undefined;
  const word = chance.one(words);
  const at = word.index + 1 + chance.below(word[0].length - 2);
  const letter = name.charAt(at);
  const replaced = [
    LETTERS.charAt(chance.below(LETTERS.length)),
    "",
    letter + letter,
    name.charAt(at + 1) + letter,
  ];
  const way = chance.below(replaced.length);
  const text = name.slice(0, at) + replaced[way] + name.slice(at + (way === 3 ? 2 : 1));
  return text === name ? undefined : text;
}
