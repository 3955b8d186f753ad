import type { BundledContext } from "../context";
import { checkIfMatch, newEtag } from "../etag";
import { type ProductRow, toProduct, updateProduct } from "../rows";
import type { Plan } from "../writes";

/**
 * The plan that changes a product as it was read.
 * @throws Problem 412 when `If-Match` names another state
 */
export function changed(c: BundledContext, row: ProductRow, changes: Partial<ProductRow>): Plan {
  checkIfMatch(c.req.header("If-Match"), row.etag);
  const next: ProductRow = { ...row, ...changes, updated_at: new Date().toISOString(), etag: newEtag() };
  return {
    answer: { status: 200, body: toProduct(next) },
    write: {
      id: next.id,
      etag: next.etag,
      statements: (claim) => updateProduct(c.env.DB, c.var.access.tenantNumber, next, row.etag, claim),
    },
  };
}

/** The plan that answers a product as it is. */
export function unchanged(row: ProductRow): Plan {
  return { answer: { status: 200, body: toProduct(row) } };
}
