import type { BundledContext } from "../context";
import { checkIfMatch } from "../etag";
import { findProduct, type ProductRow } from "../rows";
import { readChanges, toCents } from "../values";
import { writeOnce } from "../writes";
import { changed, unchanged } from "./change";
import { gone } from "./gone";

/** `PATCH …/products/{id}`: 200, or 404, 410, 412, 422. What is not named stays. */
export async function patchProduct(c: BundledContext, id: string): Promise<Response> {
  const body = await c.req.text();
  const { sale_price, is_active, name, description } = readChanges(body);
  const changes: Partial<ProductRow> = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(sale_price === undefined ? {} : { sale_price_cents: toCents(sale_price) }),
    ...(is_active === undefined ? {} : { is_active: is_active ? 1 : 0 }),
  };
  return writeOnce(c, body, async () => {
    const row = await findProduct(c.env.DB, c.var.access.tenantId, id);
    if (row.deleted_at !== null) throw gone(row.deleted_at);
    if (Object.keys(changes).length > 0) return changed(c, row, changes);
    checkIfMatch(c.req.header("If-Match"), row.etag);
    return unchanged(row);
  });
}
