import type { Product } from "../biterp/port";
import type { Failure } from "../errors";
import { byName, wholeMatches } from "../multi-item/reading/names";
import { barest } from "../multi-item/reading/parts";
import { bareWords, cut, fold, words } from "../text";
import { ambiguous, type Catalogue, likeliest, SEARCH } from "./catalogue";
import { similarity } from "./similarity";

/** How alike a name must be to be suggested, 0..1. */
const ALIKE = 0.5;

/** Where names are looked for: among what is there, or among what was deleted. */
export type NameScope = "live" | "deleted";

const inScope = (scope: NameScope) => (product: Product) =>
  (product.deleted_at === undefined) === (scope === "live");

/**
 * The one product that has this name, first among those that are preferred. What the eye does not tell apart is one
 * name, and decoration of a list around it does not count.
 * @throws Failure `ambiguous` when several have it or others may; `not_found` with what is alike
 */
export async function findByName(catalogue: Catalogue, name: string, prefer: NameScope): Promise<Product> {
  const bare = barest(name);
  const { things, unread, namesUnread } = await catalogue.find(bare);
  const whole = wholeMatches(name, byName(things));
  const preferred = whole.filter(inScope(prefer));
  // Several in the other scope do not make the name ambiguous: none of them is what is asked for.
  const meant = preferred.length > 0 ? preferred : whole.length === 1 ? whole : [];
  const [only] = meant;
  if (meant.length > 1 || (only && namesUnread)) throw ambiguous(name, meant, meant.length, namesUnread);
  if (only) return only;
  throw await explainNoMatch(catalogue, bare, things.filter(inScope(prefer)), unread, prefer);
}

/**
 * Why no product has this name: several contain its words (`ambiguous`), or none does (`not_found`, with what is
 * similar as suggestions, never applied).
 * @param containing the products in whose name or SKU all words are
 */
async function explainNoMatch(
  catalogue: Catalogue,
  name: string,
  containing: readonly Product[],
  unread: boolean,
  scope: NameScope,
): Promise<Failure> {
  const typed = words(name);
  // The search looks at SKUs too; only a name that holds every word counts as meant.
  const inName = containing.filter((product) => holdsAll(product.name, typed));
  if (inName.length > 1) return ambiguous(name, likeliest(inName, name), inName.length, unread);
  const bySku = containing.filter((product) => fold(product.sku) === fold(name));
  const known = [...inName, ...bySku];
  return catalogue.unknown(name, known.length > 0 ? known : await alike(catalogue, name, scope));
}

/**
 * Products of a similar name. A slip is usually in one word, so the other half of the words finds the product: each
 * half is searched for once.
 */
async function alike(catalogue: Catalogue, name: string, scope: NameScope): Promise<Product[]> {
  const deleted = scope === "deleted" ? "only" : "exclude";
  const found = new Map<string, Product>();
  for (const half of halves(bareWords(fold(name)))) {
    // Words as they are: "4x4" is far more telling than a 4 and an x.
    const search = cut(half.join(" "), SEARCH);
    if (search === "") continue;
    for (const product of await catalogue.glance({ search, deleted })) {
      if (similarity(product.name, name) >= ALIKE) found.set(product.id, product);
    }
  }
  return [...found.values()];
}

/** Two halves of some words, each as telling as the other; of a single word its beginning and its end. */
function halves(typed: readonly string[]): string[][] {
  const [only = ""] = typed;
  if (typed.length < 2) {
    const letters = [...only];
    const middle = Math.ceil(letters.length / 2);
    return [[letters.slice(0, middle).join("")], [letters.slice(middle).join("")]];
  }
  const ordered = typed.toSorted((a, b) => b.length - a.length);
  return [ordered.filter((_, at) => at % 2 === 0), ordered.filter((_, at) => at % 2 === 1)];
}

function holdsAll(name: string, typed: string[]): boolean {
  const folded = fold(name);
  return typed.every((word) => folded.includes(word));
}
