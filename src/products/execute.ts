import type { BitErp, ProductChanges, ProductDraft } from "../biterp/port";
import type { JsonObject } from "../json";
import type { ItemCall } from "../multi-item/operation";
import { SINGLE_DESCRIPTION, shownProduct } from "./shape";
import { isStillThere } from "./twins";

/** The state a write was decided on; none where nobody decided. */
function decidedOn({ etag, only_if_asked }: JsonObject, { asked }: ItemCall): string | undefined {
  return typeof etag === "string" && (asked || only_if_asked !== true) ? etag : undefined;
}

/** Executes one planned deletion. @returns `deleted_at` */
export async function executeDeletion(
  erp: BitErp,
  tenantId: string,
  target: JsonObject,
  call: ItemCall,
): Promise<JsonObject> {
  const deleted = await erp.deleteProduct(tenantId, String(target.id), {
    ...call,
    ifMatch: decidedOn(target, call),
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
    ifMatch: decidedOn(target, call),
  });
  return { product: shownProduct(updated, SINGLE_DESCRIPTION) };
}

/** Executes one planned creation. @returns the new `product`, and what it can be mistaken for */
export async function executeCreation(
  erp: BitErp,
  tenantId: string,
  target: JsonObject,
  call: ItemCall,
): Promise<JsonObject> {
  const { similar, ...draft } = target;
  const create = async (own: ItemCall) => {
    const made = await erp.createProduct(tenantId, draft as unknown as ProductDraft, own);
    return { product: shownProduct(made, SINGLE_DESCRIPTION), ...(similar !== undefined && { similar }) };
  };
  const created = await create(call);
  // The answer to a key that was sent before tells of that time. What is gone since is asked for anew.
  if (!call.sentBefore || (await isStillThere(erp, tenantId, created))) return created;
  return create({ ...call, idempotencyKey: `${call.idempotencyKey}.again` });
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
