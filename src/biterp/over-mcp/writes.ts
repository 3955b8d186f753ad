import { Failure } from "../../errors";
import { type Change, requireAsAsked, settleChanged, settleLost } from "../changed";
import type { Product, WriteCall } from "../port";
import { unknownOutcome } from "../problems";

/** What a deletion answered: the product as it is shown now, or only whose. */
export interface Deletion {
  id: string;
  product: Product | undefined;
}

/** How one product is written and read, by whoever knows the tools. */
export interface ProductTools {
  read(): Promise<Product>;
  /** The same, where an error in words says nothing: it is `upstream_error`. */
  readStrictly(): Promise<Product>;
  /** Of all products; undefined where they are more than are read. */
  ids(): Promise<ReadonlySet<string> | undefined>;
  /** @returns undefined when the answer says nothing that is understood */
  update(): Promise<Product | undefined>;
  /** @returns undefined when the answer says nothing that is understood */
  delete(): Promise<Deletion | undefined>;
}

/**
 * Changes a product that may be another by now. bitERP's tools know no `If-Match`, so it is read again just before: the
 * moment in between is all that stays unguarded. What has no clear answer is looked up by reading.
 */
export async function change(
  intent: Exclude<Change, { kind: "restore" }>,
  id: string,
  tools: ProductTools,
  { ifMatch, sentBefore }: WriteCall,
  now: () => Date,
): Promise<Product> {
  const lost = () =>
    intent.kind === "delete" ? settleDeletion(id, tools, now) : settleLost(intent, id, tools.readStrictly);
  // The tools take no key, so nothing is ever sent twice.
  if (sentBefore) return lost();
  if (ifMatch !== undefined) {
    const before = await tools.read();
    if (before.etag !== ifMatch) return settleChanged(intent, id, before);
  }
  try {
    if (intent.kind === "delete") return await deleted(id, tools, now);
    return (await tools.update()) ?? (await lost());
  } catch (error) {
    if (error instanceof Failure && error.code === "unknown_outcome") return lost();
    throw error;
  }
}

async function deleted(id: string, tools: ProductTools, now: () => Date): Promise<Product> {
  let said: Deletion | undefined;
  try {
    said = await tools.delete();
  } catch (error) {
    const at = deletedAt(error);
    if (at === undefined) throw error;
    return gone(id, at || undefined, now);
  }
  if (!said) throw unknownOutcome();
  const { product } = said;
  if (!product) return gone(said.id, undefined, now);
  if (product.deleted_at !== undefined || product.id !== id) return product;
  // Shown as if it were there: some show what they deleted. Reading it tells.
  const seen = await look(id, tools);
  if (seen.kind === "there") return requireAsAsked({ kind: "delete" }, id, seen.product);
  if (seen.kind === "gone") return { ...product, deleted_at: seen.at ?? now().toISOString() };
  throw unknownOutcome();
}

/** When a product was deleted, from the refusal that says that it is; `""` where that is not told. */
export function deletedAt(error: unknown): string | undefined {
  if (!(error instanceof Failure) || error.code !== "deleted") return undefined;
  const at = error.record.details?.deleted_at;
  return typeof at === "string" ? at : "";
}

/** A deleted product of which nothing can be read any more; when it was deleted is ours to say where bitERP does not. */
export function gone(id: string, at: string | undefined, now: () => Date): Product {
  return { ...blank, id, name: id, deleted_at: at ?? now().toISOString() };
}

type Seen =
  | { kind: "there"; product: Product }
  | { kind: "gone"; at: string | undefined }
  | { kind: "unclear" };

/** Whether a product is there. An error in words only is no proof: then it is looked for among all products. */
async function look(id: string, tools: ProductTools): Promise<Seen> {
  try {
    const product = await tools.readStrictly();
    return product.deleted_at === undefined
      ? { kind: "there", product }
      : { kind: "gone", at: product.deleted_at };
  } catch (error) {
    if (!(error instanceof Failure)) return { kind: "unclear" };
    const at = deletedAt(error);
    if (at !== undefined) return { kind: "gone", at: at || undefined };
    if (error.code === "not_found") return { kind: "gone", at: undefined };
    if (error.code !== "upstream_error") return { kind: "unclear" };
  }
  const ids = await tools.ids().catch(() => undefined);
  // A list with nothing in it may be one that shows nothing.
  return !ids || ids.size === 0 || ids.has(id) ? { kind: "unclear" } : { kind: "gone", at: undefined };
}

/** After a lost answer: still there may mean "not yet", and is no end. */
async function settleDeletion(id: string, tools: ProductTools, now: () => Date): Promise<Product> {
  const seen = await look(id, tools);
  if (seen.kind !== "gone") throw unknownOutcome();
  return gone(id, seen.at, now);
}

/** A deleted product of which nothing can be read any more. */
const blank: Product = {
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
