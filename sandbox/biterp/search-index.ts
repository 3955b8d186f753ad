/**
 * What goes into the full-text table, and what is asked of it.
 *
 * A search word may stand anywhere inside a word, so every ending of every word is a token: "torr" is the beginning of
 * an ending of "Torrado". A prefix query therefore answers exactly, for one letter as well as for ten, and no row has
 * to be read to check it. Each token starts with a mark for tenant, field and state, so that the filter is part of the
 * look-up and counting needs the index alone.
 */

/** Where a search looks. */
export type SearchField = "all" | "name,sku";

/** The folded text of one product and the state that lists filter by. */
export interface Searchable {
  name: string;
  sku: string;
  description: string;
  isActive: boolean;
  isDeleted: boolean;
}

/** Which states a search wants. */
export interface StateFilter {
  activeOnly: boolean;
  deleted: "exclude" | "only" | "include";
}

/** Endings are cut to this many characters, or one long unbroken text would grow with its square. */
const longestToken = 24;

const stateLetters = { all: "abcd", "name,sku": "efgh" } as const;

/** Five characters; the prefix sizes of the table's definition count on that. */
function mark(tenantNumber: number, field: SearchField, isActive: boolean, isDeleted: boolean): string {
  const state = (isActive ? 0 : 1) + (isDeleted ? 2 : 0);
  return tenantNumber.toString(36).padStart(4, "0") + stateLetters[field].charAt(state);
}

/** ASCII punctuation splits tokens; its full-width twin does not. So "%", "_" and quotes are ordinary letters. */
function spell(folded: string): string {
  return folded.replace(/[!-/:-@[-`{-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
}

function endings(folded: string): Set<string> {
  const found = new Set<string>();
  for (const word of new Set(spell(folded).split(" "))) {
    const letters = Array.from(word);
    for (let at = 0; at < letters.length; at++) {
      found.add(letters.slice(at, at + longestToken).join(""));
    }
  }
  return found;
}

/** The index row of a product: tokens separated by blanks. */
export function searchTokens(tenantNumber: number, product: Searchable): string {
  const named = `${product.name} ${product.sku}`;
  const marked = (field: SearchField, text: string) => {
    const prefix = mark(tenantNumber, field, product.isActive, product.isDeleted);
    return Array.from(endings(text), (ending) => prefix + ending);
  };
  return [...marked("name,sku", named), ...marked("all", `${named} ${product.description}`)].join(" ");
}

/** A word longer than any token stands for all its pieces of a token's length. */
function pieces(word: string): string[] {
  const letters = Array.from(word);
  const count = Math.max(1, letters.length - longestToken + 1);
  return Array.from({ length: count }, (_, at) => letters.slice(at, at + longestToken).join(""));
}

function searchWords(folded: string): string[] {
  const words = Array.from(new Set(spell(folded).split(" "))).filter(Boolean);
  // A word inside another one says nothing new, and short words cost most.
  const telling = words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
  return Array.from(new Set(telling.flatMap(pieces)));
}

/**
 * The full-text expression for "every word of `folded` in these fields of a product in one of these states".
 * @param folded the search, folded
 * @returns undefined when there is no word to look for
 */
export function searchExpression(
  tenantNumber: number,
  folded: string,
  field: SearchField,
  filter: StateFilter,
): string | undefined {
  const marks = [true, false]
    .filter((isActive) => isActive || !filter.activeOnly)
    .flatMap((isActive) =>
      [false, true]
        .filter((isDeleted) => filter.deleted === "include" || isDeleted === (filter.deleted === "only"))
        .map((isDeleted) => mark(tenantNumber, field, isActive, isDeleted)),
    );
  const words = searchWords(folded);
  if (words.length === 0) return undefined;
  return words.map((word) => `(${marks.map((prefix) => `"${prefix}${word}" *`).join(" OR ")})`).join(" AND ");
}
