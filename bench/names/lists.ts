/** A way of writing several names into one text. */
export interface Style {
  kind: string;
  /** Undefined where these names cannot be written that way without doubt. */
  write(names: readonly string[]): string | undefined;
}

const tail = (names: readonly string[], comma: string, and: string) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(comma)}${and}${names.slice(-1).join("")}`;

const lines = (names: readonly string[], sign: (at: number) => string, end = "") =>
  names.map((name, at) => `${sign(at)}${name}${end}`).join("\n");

/** Between straight quotes an inch mark could be the closing one. */
const quoted = (names: readonly string[], open: string, close: string) =>
  names.some((name) => name.includes(open) || name.includes(close))
    ? undefined
    : names.map((name) => `${open}${name}${close}`);

/** A closing full stop would double the one that a name ends with. */
const stopped = (text: string) => (text.endsWith(".") ? text : `${text}.`);

/** Without a blank behind it a comma between two digits is a decimal one. */
const tight = (names: readonly string[]) =>
  names.slice(1).some((name, at) => /\d$/u.test(names[at] ?? "") && /^\d/u.test(name))
    ? undefined
    : names.join(",");

export const styles: readonly Style[] = [
  { kind: "commas and e", write: (names) => tail(names, ", ", " e ") },
  { kind: "commas and e, full stop", write: (names) => stopped(tail(names, ", ", " e ")) },
  { kind: "commas", write: (names) => names.join(", ") },
  { kind: "commas without a blank", write: tight },
  { kind: "comma before e", write: (names) => tail(names, ", ", ", e ") },
  { kind: "e between all", write: (names) => names.join(" e ") },
  { kind: "and", write: (names) => tail(names, ", ", " and ") },
  { kind: "ampersand", write: (names) => tail(names, ", ", " & ") },
  { kind: "semicolons", write: (names) => names.join("; ") },
  { kind: "semicolons, full stop", write: (names) => stopped(names.join("; ")) },
  { kind: "semicolons and e", write: (names) => tail(names, "; ", " e ") },
  { kind: "lines", write: (names) => names.join("\n") },
  { kind: "lines of Windows", write: (names) => names.join("\r\n") },
  { kind: "lines with commas", write: (names) => names.join(",\n") },
  { kind: "lines with semicolons", write: (names) => `${names.join(";\n")};` },
  { kind: "lines with hyphens", write: (names) => lines(names, () => "- ") },
  { kind: "lines with bullets", write: (names) => lines(names, () => "\u2022 ") },
  { kind: "numbered lines", write: (names) => lines(names, (at) => `${at + 1}. `) },
  { kind: "numbered lines, brackets", write: (names) => lines(names, (at) => `${at + 1}) `) },
  { kind: "lettered lines", write: (names) => lines(names, (at) => `${"abcdefghijkl".charAt(at)}) `) },
  { kind: "check boxes", write: (names) => lines(names, () => "- [ ] ") },
  { kind: "bold lines", write: (names) => names.map((name) => `- **${name}**`).join("\n") },
  { kind: "straight quotes", write: (names) => tailOf(quoted(names, '"', '"')) },
  { kind: "curly quotes", write: (names) => tailOf(quoted(names, "\u201c", "\u201d")) },
  { kind: "single quotes", write: (names) => quoted(names, "'", "'")?.join(", ") },
];

const tailOf = (names: readonly string[] | undefined) => names && tail(names, ", ", " e ");
