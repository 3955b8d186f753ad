/**
 * What a person takes for one name, written down apart from the product's own folding: a bench that asked the code
 * under test which names are the same would agree with every mistake in it.
 */

const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu;
const DOUBLE = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u3003\uff02]|''|\u2032\u2032|\u2019\u2019/gu;
const SINGLE = /[\u2018-\u201b\u2032\u2035\u00b4`\uff07\u02b9\u02bc]/gu;
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u202a-\u202e]/gu;
/** What stands behind a number as its unit; a blank between the two says nothing. */
export const UNITS =
  "kg|g|gr|mg|mcg|l|lt|ml|m|cm|mm|km|un|und|unid|cx|pct|pc|pçs|w|kw|v|kv|a|ah|hz|mhz|ghz|gb|mb|tb|cv|hp|btu|btus|kva|mpa|m²|m³|m2|m3|pol|cp|cps|comp|caps|fls|folhas|litros?|vias?|polos?";
const BEFORE_UNIT = new RegExp(`(\\d)\\s+(?=(?:${UNITS})(?![\\p{L}\\d]))`, "giu");

/** Two texts with the same key are the same name to whoever reads them. */
export function sameKey(text: string): string {
  return text
    .replace(/(?<=\d)[\u00b2\u00b3\u00b9\u2070-\u2079]/gu, (mark) => ` ^${mark.normalize("NFKC")}`)
    .replace(/(?<=\d)[\u00bc-\u00be\u2150-\u215e]/gu, (mark) => ` +${mark.normalize("NFKC")}`)
    .replace(DOUBLE, '"')
    .replace(SINGLE, "'")
    .replace(/''/gu, '"')
    .replace(/[\u00b0\u02da]/gu, "o")
    .normalize("NFKC")
    .replace(DASHES, "-")
    .replace(INVISIBLE, "")
    .toLowerCase()
    .normalize("NFD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(BEFORE_UNIT, "$1")
    .replace(/(?<=\d)[.,](?=\d)(?!\d{3}(?!\d))/gu, ".")
    .trim()
    .replace(/\s*\.$/u, "")
    .trim();
}

/** Where a text that names several things could be parted; a comma between two digits is a decimal one. */
export const JOINT = /\s*(?:;|,(?!\d)|(?<!\d),)\s*(?:(?:e|and|ou|or)\s+)?|\s+(?:e|and|ou|or)\s+|\s*&\s*/iu;

/** Whether a name holds what also stands between names. */
export function holdsJoint(name: string): boolean {
  return JOINT.test(name);
}
