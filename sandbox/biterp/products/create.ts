import type { BundledContext } from "../context";
import { newEtag } from "../etag";
import { insertProduct, type ProductRow, toProduct } from "../rows";
import { readDraft, toCents } from "../values";
import { writeOnce } from "../writes";
import { checkSkuFree } from "./sku";

/** `POST …/products`: 201, or 409 `sku_taken`, 422. */
export async function createProduct(c: BundledContext): Promise<Response> {
  const body = await c.req.text();
  const draft = readDraft(body);
  const { tenantId, tenantNumber } = c.var.access;
  return writeOnce(c, body, async () => {
    await checkSkuFree(c.env.DB, tenantId, draft.sku);
    const now = new Date().toISOString();
    const row: ProductRow = {
      id: crypto.randomUUID(),
      tenant_id: tenantId,
      name: draft.name,
      sku: draft.sku,
      sale_price_cents: toCents(draft.sale_price),
      is_active: draft.is_active ? 1 : 0,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      etag: newEtag(),
      description: draft.description,
    };
    return {
      answer: { status: 201, body: toProduct(row) },
      write: {
        id: row.id,
        etag: row.etag,
        statements: (claim) => insertProduct(c.env.DB, tenantNumber, row, claim),
      },
    };
  });
}
