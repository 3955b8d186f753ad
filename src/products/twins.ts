import type { BitErp } from "../biterp/port";
import { Failure } from "../errors";
import { isRecord, type JsonObject } from "../json";

/**
 * Whether bitERP still shows a product that was created: live, and under the name and SKU it was created with. One that
 * was renamed since is another product to whoever asks for the old name.
 * @param entry of the creation
 * @throws Failure when bitERP cannot say it now
 */
export async function isStillThere(erp: BitErp, tenantId: string, entry: JsonObject): Promise<boolean> {
  const created = entry.product;
  if (!isRecord(created) || typeof created.id !== "string") return false;
  try {
    const { deleted_at, name, sku } = await erp.getProduct(tenantId, created.id);
    return deleted_at === undefined && name === created.name && sku === created.sku;
  } catch (error) {
    if (error instanceof Failure && (error.code === "not_found" || error.code === "deleted")) return false;
    throw error;
  }
}
