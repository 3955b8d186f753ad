/** Marks that look alike, each kind as one. Doubled single quotes become a double one further down. */
const DOUBLE_QUOTES = /[“”„‟«»″‶〃˝＂]/gu;
const SINGLE_QUOTES = /[‘’‚‛‹›`´′‵ʹʼʻˊˋ＇]/gu;
const DASHES = /[\p{Pd}\u2212\u2043\u02d7]/gu;
/** Superscripts, subscripts, fractions, circled digits: behind a digit they are something else than a further digit. */
const RAISED = /(?<=\p{N})(?=[\u2070-\u209c]|\p{No})/gu;
/** Units of measure that people write with and without a blank before them, folded. */
const UNITS =
  "g|gr|grs|kg|mg|mcg|t|l|lt|lts|litro|litros|ml|cl|dl|m|mm|cm|dm|km|m2|m3|cm2|cm3|mm2|mm3|w|kw|kwh|hp|cv|v|kv|kva|va|a|ma|ah|mah|hz|khz|mhz|ghz|" +
  "b|kb|mb|gb|tb|rpm|bar|psi|pa|oz|lb|lbs|in|pol|ft|un|und|unid|pc|pcs|pct|cx|fl|fls|folhas|rl|rolos|via|vias|cp|cps|cpr|comp|caps|mt|mts|metros|hs|h|min|s|o|oc|of|btu|btus|dpi|mp|k|lm|vol|%";
const BEFORE_UNIT = new RegExp(`(?<=\\d) (?=(?:${UNITS})(?![\\p{L}\\p{N}])|["'](?![\\p{L}\\p{N}]))`, "gu");

/**
 * Text as it is compared, searched and sorted: without case, accents and repeated blanks, and without what the eye
 * does not tell apart: invisible signs, kinds of quotes, primes and dashes, º and ª, a blank before a unit, a closing
 * full stop, compatibility forms. What makes another product stays: "1²" is not "12", "1.000" is not "1,000", but
 * "1.5" is "1,5". Composed and decomposed input give the same, and what is folded stays as it is.
 */
export function fold(text: string): string {
  const plain = text
    // Putting marks into their order takes the square of their number, and nobody writes more than a few on a letter.
    .replace(/(\p{M}{16})\p{M}+/gu, "$1")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(DOUBLE_QUOTES, '"')
    .replace(SINGLE_QUOTES, "'")
    .replace(RAISED, "^")
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    // Only of Latin letters: elsewhere a mark is a vowel or another letter, and "пои" is not "пой".
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .replace(DASHES, "-")
    .replace(/[\u2044\u2215]/gu, "/")
    .replace(/[°˚]/gu, "o")
    .replace(/×/gu, "x")
    .replace(/''/g, '"')
    .replace(/[\s\p{Cc}]+/gu, " ")
    // Where exactly three digits follow, nobody can tell a decimal from a thousand, so the two stay apart.
    .replace(/(?<=\d),(?=\d)(?!\d{3}(?!\d))/g, ".")
    .replace(BEFORE_UNIT, "")
    .trim();
  return withoutFullStop(plain);
}

/**
 * A closing full stop belongs to the sentence around a name. Several, or an ellipsis, say that a name was cut: without
 * them it would be taken for the shorter product.
 */
function withoutFullStop(text: string): string {
  if (!text.endsWith(".")) return text;
  const rest = text.slice(0, -1).trimEnd();
  return rest === "" || rest.endsWith(".") ? text : rest;
}

/** The pieces of a text between blanks, folded. */
export function words(text: string): string[] {
  return fold(text).split(" ").filter(Boolean);
}

/** A word: letters and digits, and what holds a number together ("1.5", "1/2", "1^2"). */
const WORD = /[\p{L}\p{M}\p{N}]+(?:(?<=\p{N})[.,^/](?=\p{N})[\p{L}\p{M}\p{N}]+)*/gu;

/** The words of a folded text without what stands between them: "fio, cobre" and "fio cobre" have the same. */
export function bareWords(folded: string): string[] {
  return folded.match(WORD) ?? [];
}

/** Runs of letters, then runs of digits: all that a search elsewhere can be trusted to understand. */
export function runs(text: string): string[] {
  const folded = fold(text);
  return [...new Set([...(folded.match(/[\p{L}\p{M}]+/gu) ?? []), ...(folded.match(/\p{N}+/gu) ?? [])])];
}

/** Cuts by code points, so that no character is left in half. @param most in characters */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const letters = [...text];
  return letters.length <= most ? text : letters.slice(0, most).join("");
}

/**
 * The same, with a sign that it was cut. A name or id cut at its own limit is longer than that limit by the sign, so it
 * can never be taken for one that somebody meant.
 */
export function cutVisibly(text: string, most: number): string {
  const kept = cut(text, most);
  return kept === text ? text : `${kept}…`;
}
