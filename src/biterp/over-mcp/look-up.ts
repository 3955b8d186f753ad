import { fold, runs } from "../../text";
import type { Product, ProductPage, ProductQuery } from "../port";

/** How many pages one look-up reads, and how many rows each has. */
const PAGES = 5;
const ROWS = 100;

/** One page of bitERP's own list. */
export interface ListedPage {
  products: Product[];
  /** Products whose row is shortened. */
  shortened: ReadonlySet<string>;
  next_cursor: string | undefined;
}

export type ListPage = (args: Record<string, unknown>) => Promise<ListedPage>;

/**
 * Products with exactly this name (what the eye does not tell apart aside) or SKU. bitERP's tools only search, so what
 * the search finds is compared here, within bounds.
 * @param whole reads a product whose row is shortened
 */
export async function lookUp(
  query: ProductQuery,
  list: ListPage,
  whole: (id: string) => Promise<Product>,
): Promise<ProductPage> {
  const { name, sku, active_only, limit = 20 } = query;
  const fits = (product: Product) =>
    (name === undefined || fold(product.name) === fold(name)) && (sku === undefined || product.sku === sku);
  // Of a name only what its search surely understands as we do: a dash or a blank before a unit may be another there.
  const search = (sku ?? runs(name ?? "").join(" ")).trim().replace(/\s+/g, " ");
  // By id: one that ignores the cursor serves its first page again and again.
  const byId = new Map<string, Product>();
  const shortened = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const listed = await list({ search, active_only, limit: ROWS, cursor });
    for (const product of listed.products.filter(fits)) byId.set(product.id, product);
    for (const id of listed.shortened) shortened.add(id);
    cursor = listed.next_cursor;
    if (cursor === undefined) break;
  }
  const found = [...byId.values()];
  const shown = found.slice(0, limit);
  const data = await Promise.all(shown.map((one) => (shortened.has(one.id) ? whole(one.id) : one)));
  return {
    data,
    has_next_page: false,
    total: found.length,
    ...(cursor !== undefined && { totalIsAtLeast: true }),
  };
}
