import type { JsonObject } from "../../src/json";
import { fold } from "../../src/text";
import { notFound } from "./problems";
import { searchTokens } from "./search-index";

/** A product as the table holds it. */
export interface ProductRow {
  id: string;
  tenant_id: string;
  name: string;
  sku: string;
  sale_price_cents: number;
  is_active: 0 | 1;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  etag: string;
  description: string;
}

/** The columns of a `ProductRow`, for a SELECT. */
export const productColumns =
  "id, tenant_id, name, sku, sale_price_cents, is_active, created_at, updated_at, deleted_at, etag, description";

/** Counts the rules of `fold`: rows that were folded by earlier ones are folded anew before they are searched. */
const foldVersion = 2;

/** A product as the contract shows it. */
export function toProduct(row: ProductRow): JsonObject {
  return {
    id: row.id,
    name: row.name,
    sale_price: row.sale_price_cents / 100,
    description: row.description,
    sku: row.sku,
    is_active: row.is_active === 1,
    created_at: row.created_at,
    updated_at: row.updated_at,
    etag: row.etag,
    ...(row.deleted_at === null ? {} : { deleted_at: row.deleted_at }),
  };
}

/** @throws Problem 404 */
export async function findProduct(db: D1Database, tenantId: string, id: string): Promise<ProductRow> {
  const row = await db
    .prepare(`SELECT ${productColumns} FROM biterp_products WHERE tenant_id = ? AND id = ?`)
    .bind(tenantId, id)
    .first<ProductRow>();
  if (!row) throw notFound();
  return row;
}

/** True for every statement when `claim` is null, else only for the request that owns the idempotency key. */
const owned = "(?1 IS NULL OR EXISTS (SELECT 1 FROM biterp_idempotency_keys WHERE claim = ?1))";

/** Statements for one batch: the new product, returned when it was written, and its index row. */
export function insertProduct(
  db: D1Database,
  tenantNumber: number,
  row: ProductRow,
  claim: string | null,
): D1PreparedStatement[] {
  const written = db
    .prepare(
      `INSERT INTO biterp_products (${productColumns}, name_folded, fold_version)
       SELECT ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ${foldVersion} WHERE ${owned} RETURNING id`,
    )
    .bind(
      claim,
      row.id,
      row.tenant_id,
      row.name,
      row.sku,
      row.sale_price_cents,
      row.is_active,
      row.created_at,
      row.updated_at,
      row.deleted_at,
      row.etag,
      row.description,
      fold(row.name),
    );
  return [written, indexProduct(db, tenantNumber, row)];
}

/**
 * Statements for one batch: the changed product, returned when it was written, and its index row.
 * @param previous the tag the product must still have
 */
export function updateProduct(
  db: D1Database,
  tenantNumber: number,
  row: ProductRow,
  previous: string,
  claim: string | null,
): D1PreparedStatement[] {
  const written = db
    .prepare(
      `UPDATE biterp_products SET name = ?2, name_folded = ?3, sale_price_cents = ?4, is_active = ?5, updated_at = ?6,
         deleted_at = ?7, etag = ?8, description = ?9, fold_version = ${foldVersion}
       WHERE id = ?10 AND tenant_id = ?11 AND etag = ?12 AND ${owned} RETURNING id`,
    )
    .bind(
      claim,
      row.name,
      fold(row.name),
      row.sale_price_cents,
      row.is_active,
      row.updated_at,
      row.deleted_at,
      row.etag,
      row.description,
      row.id,
      row.tenant_id,
      previous,
    );
  return [written, indexProduct(db, tenantNumber, row)];
}

/** Finds the row by its new tag, so that a write that did not happen changes nothing in the index either. */
function indexProduct(db: D1Database, tenantNumber: number, row: ProductRow): D1PreparedStatement {
  const tokens = searchTokens(tenantNumber, {
    name: fold(row.name),
    sku: fold(row.sku),
    description: fold(row.description),
    isActive: row.is_active === 1,
    isDeleted: row.deleted_at !== null,
  });
  return db
    .prepare(
      `INSERT OR REPLACE INTO biterp_product_search (rowid, tokens)
       SELECT number, ?1 FROM biterp_products WHERE id = ?2 AND etag = ?3`,
    )
    .bind(tokens, row.id, row.etag);
}

/** How many rows are folded anew in one go. */
const refoldedAtOnce = 50;

/** Folds anew what an earlier version of this program stored, once, before a company's products are searched. */
export async function refoldStale(db: D1Database, tenantId: string, tenantNumber: number): Promise<void> {
  for (;;) {
    const { results } = await db
      .prepare(
        `SELECT ${productColumns} FROM biterp_products INDEXED BY biterp_products_stale
         WHERE tenant_id = ? AND fold_version < ${foldVersion} LIMIT ${refoldedAtOnce}`,
      )
      .bind(tenantId)
      .all<ProductRow>();
    if (results.length === 0) return;
    await db.batch(
      results.flatMap((row) => [
        // A row that was written meanwhile has another tag, and is folded already.
        db
          .prepare(
            `UPDATE biterp_products SET name_folded = ?, fold_version = ${foldVersion} WHERE id = ? AND etag = ?`,
          )
          .bind(fold(row.name), row.id, row.etag),
        indexProduct(db, tenantNumber, row),
      ]),
    );
  }
}
