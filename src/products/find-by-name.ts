import type { BitErp, Product } from "../biterp/port";
import { Failure } from "../errors";
import { fold, words } from "../text";
import { briefProduct } from "./shape";
import { similarity } from "./similarity";

/** How many candidates an ambiguous name shows. */
const CANDIDATES = 5;
/** How many suggestions an unknown name shows. */
const SUGGESTIONS = 3;
/** How alike a name must be to be suggested, 0..1. */
const ALIKE = 0.5;
/** How many rows one look-up reads. */
const ROWS = 50;
/** How much of each word a tolerant search keeps, in characters. */
const STEM = 3;

/** Where names are looked for: among what is there, or among what was deleted. */
export type NameScope = "live" | "deleted";

/**
 * The one product with exactly this name (case, accents and repeated blanks aside), or undefined when none has it.
 * @throws Failure `ambiguous` when several have it
 */
export async function wholeMatch(
  erp: BitErp,
  tenantId: string,
  name: string,
  scope: NameScope,
): Promise<Product | undefined> {
  const deleted = scope === "deleted" ? "only" : "exclude";
  const page = await erp.listProducts(tenantId, { name: name.trim(), deleted, limit: CANDIDATES });
  // Asked again here, because a bitERP that ignores the filter must not make us apply the wrong product.
  const same = page.data.filter((product) => fold(product.name) === fold(name));
  if (same.length > 1) throw ambiguous(name, same, Math.max(page.total, same.length), page.totalIsAtLeast);
  return same[0];
}

/**
 * Why no product has this name: several contain its words (`ambiguous`), or none does (`not_found`, with what is
 * similar as suggestions, never applied).
 */
export async function explainNoMatch(
  erp: BitErp,
  tenantId: string,
  name: string,
  scope: NameScope,
): Promise<Failure> {
  const deleted = scope === "deleted" ? ("only" as const) : ("exclude" as const);
  const search = (text: string) =>
    erp.listProducts(tenantId, { search: text, fields: "name,sku", deleted, limit: ROWS });
  const typed = words(name);
  const containing = await search(typed.join(" "));
  // The search looks at SKUs too; only a name that holds every word counts as meant.
  const inName = containing.data.filter((product) => holdsAll(product.name, typed));
  if (inName.length > 1) {
    const total = containing.total - (containing.data.length - inName.length);
    return ambiguous(name, inName, total, containing.totalIsAtLeast);
  }
  const similar = inName.length === 1 ? inName : await alike(name, typed, search);
  const facts = similar.length > 0 ? { details: { suggestions: similar.map(briefProduct) } } : {};
  return Failure.of("not_found", "error.not_found", { typed: name }, facts);
}

async function alike(
  name: string,
  typed: string[],
  search: (text: string) => Promise<{ data: Product[] }>,
): Promise<Product[]> {
  const stems = typed.map((word) => [...word].slice(0, STEM).join(""));
  const longest = [...typed].sort((a, b) => b.length - a.length)[0];
  const queries = new Set([stems.join(" "), [...(longest ?? "")].slice(0, STEM).join("")]);
  const found = new Map<string, Product>();
  for (const query of queries) {
    if (!query || found.size >= SUGGESTIONS) continue;
    try {
      for (const product of (await search(query)).data) {
        if (similarity(product.name, name) >= ALIKE) found.set(product.id, product);
      }
    } catch (error) {
      // Suggestions are a courtesy; a fault here must not hide that the name was not found.
      if (!(error instanceof Failure)) throw error;
    }
  }
  return [...found.values()]
    .sort((a, b) => similarity(b.name, name) - similarity(a.name, name))
    .slice(0, SUGGESTIONS);
}

function holdsAll(name: string, typed: string[]): boolean {
  const folded = fold(name);
  return typed.every((word) => folded.includes(word));
}

/** @param atLeast whether bitERP could not say how many there are in all */
export function ambiguous(typed: string, products: Product[], total: number, atLeast = false): Failure {
  const details = {
    candidates: products.slice(0, CANDIDATES).map(briefProduct),
    candidates_total: total,
    ...(atLeast && { candidates_total_at_least: true }),
  };
  return Failure.of("ambiguous", "product.ambiguous", { typed, total, atLeast }, { details });
}
