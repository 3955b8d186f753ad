import type { BitErp, Product, ProductPage, ProductQuery } from "../../src/biterp/port";
import { Failure } from "../../src/errors";
import { fold } from "../../src/text";

/** The one company of the bench. */
export const TENANT = "6c1c5a0e-0000-4000-8000-000000000001";

const permissions = ["products:read", "products:create", "products:update", "products:delete"] as const;

/** A bitERP in memory, and how often it was asked. */
export interface MemoryErp extends BitErp {
  requests: number;
}

/** @param deleted whether the product is one that was deleted */
export function product(id: string, name: string, deleted = false): Product {
  const at = "2026-01-05T09:00:00-03:00";
  return {
    id,
    name,
    sale_price: 1,
    description: "",
    sku: `K${id}`,
    is_active: true,
    created_at: at,
    updated_at: at,
    etag: `"${id}"`,
    ...(deleted && { deleted_at: at }),
  };
}

interface Row {
  product: Product;
  name: string;
  /** Where a search looks. */
  text: string;
}

/** How a bitERP folds that knows of case, accents and repeated blanks alone, as its contract asks. */
export function plainFold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/**
 * bitERP by its HTTP contract, as far as names are looked up: `name` and `sku` are whole matches, `search` wants every
 * word anywhere in name or SKU; pages in the order of names.
 * @param folding how it folds; left out: as the bundled bitERP does
 */
export function memoryErp(products: readonly Product[], folding = fold): MemoryErp {
  const rows = products
    .map((one): Row => ({ product: one, name: folding(one.name), text: folding(`${one.name} ${one.sku}`) }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.product.id, b.product.id));
  const byName = grouped(rows, (row) => row.name);
  const bySku = grouped(rows, (row) => row.product.sku);
  const byId = new Map(products.map((one) => [one.id, one]));
  const byWord = new Map<string, Set<Row>>();
  const holding = (word: string) => {
    const known = byWord.get(word);
    if (known) return known;
    const found = new Set(rows.filter((row) => row.text.includes(word)));
    byWord.set(word, found);
    return found;
  };
  const searched = (text: string): readonly Row[] => {
    const [first, ...others] = folding(text)
      .split(" ")
      .filter(Boolean)
      .map(holding)
      .sort((a, b) => a.size - b.size);
    return first ? [...first].filter((row) => others.every((other) => other.has(row))) : rows;
  };
  const list = (query: ProductQuery): ProductPage => {
    const { name, sku, search = "", deleted = "exclude", limit = 20, cursor = "0" } = query;
    const some =
      name !== undefined
        ? (byName.get(folding(name)) ?? [])
        : sku !== undefined
          ? (bySku.get(sku) ?? [])
          : searched(search);
    const fits = some.filter(
      (row) => deleted === "include" || (row.product.deleted_at !== undefined) === (deleted === "only"),
    );
    const end = Number(cursor) + limit;
    return {
      data: fits.slice(Number(cursor), end).map((row) => row.product),
      has_next_page: end < fits.length,
      total: fits.length,
      ...(end < fits.length && { next_cursor: String(end) }),
    };
  };
  const nothingWritten = () => Promise.reject(new Error("the bench writes nothing"));
  const erp: MemoryErp = {
    requests: 0,
    me: nothingWritten,
    tenants: async () => [
      {
        tenant_id: TENANT,
        tenant: "loja",
        company_name: "Loja",
        role: "admin",
        permissions: [...permissions],
      },
    ],
    listProducts: async (_tenant, query) => {
      erp.requests += 1;
      return list(query);
    },
    getProduct: async (_tenant, id) => {
      erp.requests += 1;
      const found = byId.get(id);
      if (!found) throw Failure.of("not_found", "error.not_found", { typed: id });
      return found;
    },
    createProduct: nothingWritten,
    updateProduct: nothingWritten,
    deleteProduct: nothingWritten,
    restoreProduct: nothingWritten,
  };
  return erp;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
