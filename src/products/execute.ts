import type { BitErp, ProductChanges, ProductDraft } from "../biterp/port";
import type { JsonObject } from "../json";
import type { ItemCall } from "../multi-item/operation";
import { LIST_DESCRIPTION, shownProduct } from "./shape";

const optional = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Executes one planned deletion. @returns `deleted_at` */
export async function executeDeletion(
  erp: BitErp,
  tenantId: string,
  target: JsonObject,
  call: ItemCall,
): Promise<JsonObject> {
  const deleted = await erp.deleteProduct(tenantId, String(target.id), {
    ...call,
    ifMatch: optional(target.etag),
  });
  return { ...(deleted.deleted_at !== undefined && { deleted_at: deleted.deleted_at }) };
}

/** Executes one planned update. @returns the `product` as it is now */
export async function executeUpdate(
  erp: BitErp,
  tenantId: string,
  target: JsonObject,
  call: ItemCall,
): Promise<JsonObject> {
  const updated = await erp.updateProduct(tenantId, String(target.id), target.changes as ProductChanges, {
    ...call,
    ifMatch: optional(target.etag),
  });
  return { product: shownProduct(updated, LIST_DESCRIPTION) };
}

/** Executes one planned creation. @returns the new `product` */
export async function executeCreation(
  erp: BitErp,
  tenantId: string,
  target: JsonObject,
  call: ItemCall,
): Promise<JsonObject> {
  const created = await erp.createProduct(tenantId, target as unknown as ProductDraft, call);
  return { product: shownProduct(created, LIST_DESCRIPTION) };
}

/** Executes one planned restoration. */
export async function executeRestoration(
  erp: BitErp,
  tenantId: string,
  target: JsonObject,
  call: ItemCall,
): Promise<JsonObject> {
  await erp.restoreProduct(tenantId, String(target.id), call);
  return {};
}
