import type { BitErp, Product, ProductPage, ProductQuery } from "../biterp/port";
import { Failure } from "../errors";
import type { Found, Names } from "../multi-item/reading/names";
import { bareWords, fold, runs } from "../text";
import { briefProduct } from "./shape";
import { similarity } from "./similarity";

/** How many candidates an ambiguous name shows. */
const CANDIDATES = 5;
/** How many suggestions an unknown name shows. */
export const SUGGESTIONS = 3;
/** How many pages of a search are read, and how many rows each has. */
const PAGES = 3;
const ROWS = 100;
/** The most that a search may hold, in characters. */
export const SEARCH = 200;

/** What a search by words came to. */
export interface FoundProducts extends Found<Product> {
  /** Even products of exactly this name may have been missed. */
  namesUnread: boolean;
}

/**
 * The products of one company as one call looks at them: by the words of a name, compared here, because bitERP's own
 * comparison may know less of what looks the same. What was asked once is not asked again, and what a call may ask is
 * bounded: what the bound leaves out counts as unread.
 */
export class Catalogue implements Names<Product> {
  readonly #erp: BitErp;
  readonly #tenantId: string;
  readonly #found = new Map<string, Promise<FoundProducts>>();
  #allowed = 0;
  #asked = 0;

  constructor(erp: BitErp, tenantId: string) {
    this.#erp = erp;
    this.#tenantId = tenantId;
    this.expect(1);
  }

  expect(count: number): void {
    this.#allowed = Math.max(this.#allowed, 2 * count + 10);
  }

  find(text: string): Promise<FoundProducts> {
    const search = searchFor(text);
    const known = this.#found.get(search) ?? this.#read(text, search);
    this.#found.set(search, known);
    return known;
  }

  async #read(text: string, search: string): Promise<FoundProducts> {
    if (search === "") return { things: [], unread: false, namesUnread: false };
    const things = new Map<string, Product>();
    const add = (page: ProductPage) => {
      for (const product of page.data) things.set(product.id, product);
    };
    const query = { search, fields: "name,sku", deleted: "include", limit: ROWS } as const;
    let cursor: string | undefined;
    let unread = true;
    for (let page = 0; unread && page < PAGES && (page === 0 || this.#mayAsk()); page++) {
      const read = await this.#list({ ...query, cursor });
      add(read);
      cursor = read.next_cursor;
      unread = read.has_next_page && cursor !== undefined;
    }
    if (!unread) return { things: [...things.values()], unread, namesUnread: false };
    if (!this.#mayAsk()) return { things: [...things.values()], unread, namesUnread: true };
    const named = await this.#list({ name: text, deleted: "include", limit: ROWS });
    add(named);
    // A bitERP that does not filter by name gives rows of other names, and then nothing is known of the rest.
    const unfiltered = named.data.some((product) => fold(product.name) !== fold(text));
    const namesUnread = named.totalIsAtLeast === true || (named.has_next_page && unfiltered);
    return { things: [...things.values()], unread, namesUnread };
  }

  /** Whether something that is only a courtesy may still be asked. */
  #mayAsk(): boolean {
    return this.#asked < this.#allowed;
  }

  #list(query: ProductQuery): Promise<ProductPage> {
    this.#asked += 1;
    return this.#erp.listProducts(this.#tenantId, query);
  }

  /** One page of a look-up that is only a courtesy: nothing where enough was asked, or where it fails. */
  async glance(query: ProductQuery): Promise<readonly Product[]> {
    if (!this.#mayAsk()) return [];
    try {
      return (
        await this.#list({
          fields: query.search === undefined ? undefined : "name,sku",
          limit: ROWS,
          ...query,
        })
      ).data;
    } catch (error) {
      // A fault here must not hide what is being said.
      if (!(error instanceof Failure)) throw error;
      return [];
    }
  }

  /** One page of products with exactly this SKU. */
  bySku(sku: string, deleted: "only" | "exclude"): Promise<ProductPage> {
    return this.#list({ sku, deleted, limit: 2 });
  }

  byId(id: string): Promise<Product> {
    return this.#erp.getProduct(this.#tenantId, id, { deleted: "include" });
  }

  ambiguous(typed: string, products: readonly Product[], atLeast: boolean): Failure {
    return ambiguous(typed, products, products.length, atLeast);
  }

  unknown(typed: string, products: readonly Product[]): Failure {
    const suggestions = likeliest(products, typed).slice(0, SUGGESTIONS).map(briefProduct);
    const facts = suggestions.length > 0 ? { details: { suggestions } } : {};
    return Failure.of("not_found", "error.not_found", { typed }, facts);
  }
}

/** Products in the order in which a name is likely to mean them: by whether they hold its words, then by likeness. */
export function likeliest(products: readonly Product[], typed: string): Product[] {
  const wanted = bareWords(fold(typed));
  const ranked = products.map((product) => {
    const folded = fold(product.name);
    const held = new Set(bareWords(folded));
    const asWords = wanted.every((word) => held.has(word));
    const asPieces = wanted.every((word) => folded.includes(word));
    return { product, rank: (asWords ? 2 : asPieces ? 1 : 0) + similarity(product.name, typed) };
  });
  return ranked.sort((a, b) => b.rank - a.rank).map(({ product }) => product);
}

/** What bitERP is asked for: runs of letters and digits, which every bitERP's search understands. */
function searchFor(text: string): string {
  let search = "";
  // The longest first, should there be too many: what is left out only finds more.
  const kept = new Set<string>();
  let length = 0;
  const all = runs(text);
  for (const run of [...all].sort((a, b) => b.length - a.length)) {
    const joint = length === 0 ? 0 : 1;
    if (length + joint + run.length > SEARCH) continue;
    length += joint + run.length;
    kept.add(run);
  }
  for (const run of all) if (kept.has(run)) search += search === "" ? run : ` ${run}`;
  return search;
}

/** @param atLeast whether there may be more than these */
export function ambiguous(
  typed: string,
  products: readonly Product[],
  total: number,
  atLeast = false,
): Failure {
  const details = {
    candidates: products.slice(0, CANDIDATES).map(briefProduct),
    candidates_total: total,
    ...(atLeast && { candidates_total_at_least: true }),
  };
  return Failure.of("ambiguous", "product.ambiguous", { typed, total, atLeast }, { details });
}
