import type { BundledContext } from "../context";
import { findProduct } from "../rows";
import { writeOnce } from "../writes";
import { changed, unchanged } from "./change";

/** `DELETE …/products/{id}`: the deleted product, also when it was deleted before; or 404, 412. */
export function deleteProduct(c: BundledContext, id: string): Promise<Response> {
  return writeOnce(c, "", async () => {
    const row = await findProduct(c.env.DB, c.var.access.tenantId, id);
    if (row.deleted_at !== null) return unchanged(row);
    return changed(c, row, { deleted_at: new Date().toISOString() });
  });
}
