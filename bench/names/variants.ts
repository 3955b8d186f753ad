import { UNITS } from "./same";

/** A way in which one name gets typed or pasted; undefined where it changes nothing. */
export interface Variant {
  kind: string;
  /** Set where it is what stands around a name in a text, and so no part of a `name`. */
  around?: true;
  of(name: string): string;
}

const UNIT = new RegExp(`(\\d)( ?)((?:${UNITS})(?![\\p{L}\\d]))`, "giu");

const middle = (name: string, sign: string) => {
  const letters = [...name];
  const at = Math.max(1, letters.length >> 1);
  return [...letters.slice(0, at), sign, ...letters.slice(at)].join("");
};

const swapDash = (to: string) => (name: string) => name.replace(/[-\u2010-\u2015\u2212]/gu, to);

const fullWidth = (name: string) =>
  name
    .replace(/[!-~]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    .replaceAll(" ", "\u3000");

/** What the eye does not tell apart, or a person does without thinking of it. */
export const variants: readonly Variant[] = [
  { kind: "as it stands", of: (name) => name },
  { kind: "upper case", of: (name) => name.toUpperCase() },
  { kind: "lower case", of: (name) => name.toLowerCase() },
  {
    kind: "accents lost",
    of: (name) =>
      name
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/gu, "")
        .normalize("NFC"),
  },
  { kind: "decomposed (NFD)", of: (name) => name.normalize("NFD") },
  { kind: "full width", of: fullWidth },
  { kind: "en dash", of: swapDash("\u2013") },
  { kind: "em dash", of: swapDash("\u2014") },
  { kind: "minus sign", of: swapDash("\u2212") },
  { kind: "hyphen that does not break", of: swapDash("\u2011") },
  { kind: "hyphen", of: swapDash("-") },
  { kind: "curly inch mark", of: (name) => name.replace(/"/gu, "\u201d") },
  { kind: "double prime", of: (name) => name.replace(/"/gu, "\u2033") },
  { kind: "two single quotes as inch mark", of: (name) => name.replace(/"/gu, "''") },
  { kind: "curly single quote", of: (name) => name.replace(/'/gu, "\u2019") },
  { kind: "prime", of: (name) => name.replace(/'/gu, "\u2032") },
  { kind: "blanks that do not break", of: (name) => name.replaceAll(" ", "\u00a0") },
  { kind: "thin blanks", of: (name) => name.replaceAll(" ", "\u2009") },
  { kind: "doubled blanks", of: (name) => name.replaceAll(" ", "  ") },
  { kind: "tabs", of: (name) => name.replaceAll(" ", "\t") },
  { kind: "blanks around", of: (name) => `  ${name} ` },
  { kind: "ordinal as degree", of: (name) => name.replace(/[\u00ba\u02da]/gu, "\u00b0") },
  { kind: "degree as ordinal", of: (name) => name.replace(/\u00b0/gu, "\u00ba") },
  { kind: "ordinal as letter", of: (name) => name.replace(/\u00ba/gu, "o").replace(/\u00aa/gu, "a") },
  { kind: "decimal point", of: (name) => name.replace(/(?<=\d),(?=\d)(?!\d{3}(?!\d))/gu, ".") },
  { kind: "decimal comma", of: (name) => name.replace(/(?<=\d)\.(?=\d)(?!\d{3}(?!\d))/gu, ",") },
  { kind: "closing full stop", of: (name) => (name.endsWith(".") ? name : `${name}.`) },
  { kind: "closing full stop lost", of: (name) => name.replace(/\.$/u, "") },
  { kind: "blank before a unit", of: (name) => name.replace(UNIT, "$1 $3") },
  { kind: "no blank before a unit", of: (name) => name.replace(UNIT, "$1$3") },
  {
    kind: "square and cube as digits",
    of: (name) => name.replace(/(?<=\p{L})[\u00b2\u00b3]/gu, (sign) => sign.normalize("NFKC")),
  },
  { kind: "zero width space", of: (name) => middle(name, "\u200b") },
  { kind: "soft hyphen", of: (name) => middle(name, "\u00ad") },
  { kind: "byte order mark in front", of: (name) => `\ufeff${name}` },
  { kind: "left-to-right mark behind", of: (name) => `${name}\u200e` },
  { kind: "hyphen as bullet", around: true, of: (name) => `- ${name}` },
  { kind: "bullet", around: true, of: (name) => `\u2022 ${name}` },
  { kind: "asterisk as bullet", around: true, of: (name) => `* ${name}` },
  { kind: "number", around: true, of: (name) => `1. ${name}` },
  { kind: "number in brackets", around: true, of: (name) => `1) ${name}` },
  { kind: "letter in brackets", around: true, of: (name) => `a) ${name}` },
  { kind: "check box", around: true, of: (name) => `\u2610 ${name}` },
  { kind: "check box in markdown", around: true, of: (name) => `- [ ] ${name}` },
  { kind: "bold", around: true, of: (name) => `**${name}**` },
  { kind: "italic", around: true, of: (name) => `_${name}_` },
  { kind: "backticks", around: true, of: (name) => `\`${name}\`` },
  { kind: "straight quotes", around: true, of: (name) => `"${name}"` },
  { kind: "curly quotes", around: true, of: (name) => `\u201c${name}\u201d` },
  { kind: "single quotes", around: true, of: (name) => `'${name}'` },
  { kind: "angle quotes", around: true, of: (name) => `\u00ab${name}\u00bb` },
];
