import { Problem } from "../problems";

/**
 * Refuses a SKU that a live product of the tenant has. The unique index decides in the end; this says why.
 * @param sku "" is free at all times
 * @throws Problem 409 `sku_taken`
 */
export async function checkSkuFree(db: D1Database, tenantId: string, sku: string): Promise<void> {
  if (sku === "") return;
  const holder = await db
    .prepare(
      "SELECT id FROM biterp_products WHERE tenant_id = ? AND sku = ? AND sku <> '' AND deleted_at IS NULL",
    )
    .bind(tenantId, sku)
    .first<{ id: string }>();
  if (holder) throw new Problem(409, "sku_taken", "A live product has this SKU.", { product_id: holder.id });
}
