import { Failure } from "../../errors";
import { type Intent, settleChanged } from "../changed";
import { unknownOutcome } from "../perform";
import type { Product } from "../port";

/** How one product is written and read, by whoever knows the tools. */
export interface ProductTools {
  read(): Promise<Product>;
  /** @returns undefined when the answer says nothing that is understood */
  write(): Promise<Product | undefined>;
}

/**
 * Changes a product that may be another by now. bitERP's tools know no `If-Match`, so it is read again just before: the
 * moment in between is all that stays unguarded.
 */
export async function change(
  intent: Intent,
  tools: ProductTools,
  ifMatch: string | undefined,
  now: () => Date,
): Promise<Product> {
  let before: Product | undefined;
  if (ifMatch !== undefined) {
    before = await tools.read();
    if (before.etag !== ifMatch) return settleChanged(intent, before);
  }
  if (intent.kind === "delete") return gone(await deleted(tools, before), now);
  return (await tools.write()) ?? (await confirmedAsAsked(intent, tools));
}

async function deleted(tools: ProductTools, before: Product | undefined): Promise<Product> {
  try {
    return (await tools.write()) ?? (await confirmedGone(tools, before));
  } catch (error) {
    const at = deletedAt(error);
    if (at === undefined) throw error;
    return { ...(before ?? blank), ...(at !== "" && { deleted_at: at }) };
  }
}

/** When a product was deleted, from the refusal that says that it is; `""` where that is not told. */
export function deletedAt(error: unknown): string | undefined {
  if (!(error instanceof Failure) || error.code !== "deleted") return undefined;
  const at = error.record.details?.deleted_at;
  return typeof at === "string" ? at : "";
}

/** The deleted product; when it was deleted is ours to say where bitERP does not. */
function gone(product: Product, now: () => Date): Product {
  return { ...product, deleted_at: product.deleted_at ?? now().toISOString() };
}

/** After "done" in words only: reading it again tells whether it is. */
async function confirmedGone(tools: ProductTools, before: Product | undefined): Promise<Product> {
  try {
    await tools.read();
  } catch (error) {
    if (error instanceof Failure && (error.code === "not_found" || error.code === "deleted")) {
      return before ?? blank;
    }
  }
  throw unknownOutcome();
}

async function confirmedAsAsked(intent: Intent, tools: ProductTools): Promise<Product> {
  try {
    return settleChanged(intent, await tools.read());
  } catch {
    throw unknownOutcome();
  }
}

/** A deleted product of which nothing can be read any more. */
export const blank: Product = {
  id: "",
  name: "",
  sale_price: 0,
  description: "",
  sku: "",
  is_active: false,
  created_at: "",
  updated_at: "",
  etag: "",
};
