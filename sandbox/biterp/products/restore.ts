import type { BundledContext } from "../context";
import { findProduct } from "../rows";
import { writeOnce } from "../writes";
import { changed, unchanged } from "./change";
import { checkSkuFree } from "./sku";

/** `POST …/products/{id}/restore`: the live product, also when it was live before; or 404, 409 `sku_taken`, 412. */
export function restoreProduct(c: BundledContext, id: string): Promise<Response> {
  return writeOnce(c, "", async () => {
    const row = await findProduct(c.env.DB, c.var.access.tenantId, id);
    if (row.deleted_at === null) return unchanged(row);
    const plan = changed(c, row, { deleted_at: null });
    await checkSkuFree(c.env.DB, row.tenant_id, row.sku);
    return plan;
  });
}
