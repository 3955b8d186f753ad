import type { Product, ProductChanges, ProductDraft } from "../biterp/port";
import { isPriced, shownPrice } from "../biterp/price";
import { Failure } from "../errors";
import type { Json, JsonObject } from "../json";
import type { Resolution } from "../multi-item/item";
import { fold } from "../text";
import { type Catalogue, SUGGESTIONS } from "./catalogue";
import { findProduct, type ProductReference } from "./reference";
import { briefProduct, LIST_DESCRIPTION, SINGLE_DESCRIPTION, shownProduct } from "./shape";
import { refuseLostDigits } from "./sku";

/** Looking up: a product that is there is all that was asked for. */
export async function resolveLookUp(catalogue: Catalogue, reference: ProductReference): Promise<Resolution> {
  const { product, label } = await findProduct(catalogue, reference, "live");
  if (product.deleted_at !== undefined) return { kind: "left_out", label, failure: deleted(product).record };
  return {
    kind: "settled",
    key: product.id,
    label,
    entry: { product: shownProduct(product, LIST_DESCRIPTION) },
  };
}

/** Deleting: what is deleted already is as asked. */
export async function resolveDeletion(
  catalogue: Catalogue,
  reference: ProductReference,
): Promise<Resolution> {
  const { product, label } = await findProduct(catalogue, reference, "live");
  if (product.deleted_at !== undefined) {
    const entry = { deleted_at: product.deleted_at, already_deleted: true };
    return { kind: "settled", key: product.id, label, entry };
  }
  return {
    kind: "actionable",
    key: product.id,
    label,
    target: { id: product.id, etag: product.etag },
    shown: { before: brief(product) },
  };
}

/** Updating: what would change, old and new. What is already as asked needs no request, and no question. */
export async function resolveUpdate(
  catalogue: Catalogue,
  item: ProductReference & { changes: ProductChanges },
): Promise<Resolution> {
  const changes = definedChanges(item.changes);
  const { product, label } = await findProduct(catalogue, item, "live");
  if (product.deleted_at !== undefined) {
    const failure = Failure.of(
      "deleted",
      "error.deleted",
      {},
      { details: { deleted_at: product.deleted_at } },
    );
    return { kind: "left_out", label, failure: failure.record };
  }
  const isAsAsked = ([field, value]: [string, Json]) =>
    field === "sale_price" ? isPriced(product, value) : product[field as keyof ProductChanges] === value;
  if (Object.entries(changes).every(isAsAsked)) {
    const entry = { product: shownProduct(product, SINGLE_DESCRIPTION), unchanged: true };
    return { kind: "settled", key: product.id, label, entry };
  }
  const before = {
    ...Object.fromEntries(
      (Object.keys(changes) as (keyof ProductChanges)[]).map((field) => [field, product[field]]),
    ),
    ...("sale_price" in changes && shownPrice(product)),
  } as JsonObject;
  return {
    kind: "actionable",
    key: product.id,
    label,
    target: { id: product.id, etag: product.etag, changes },
    shown: { before, changes },
  };
}

/** Restoring: what is live already is as asked. */
export async function resolveRestoration(
  catalogue: Catalogue,
  reference: ProductReference,
): Promise<Resolution> {
  const { product, label } = await findProduct(catalogue, reference, "deleted");
  if (product.deleted_at === undefined) {
    return { kind: "settled", key: product.id, label, entry: { already_live: true } };
  }
  return {
    kind: "actionable",
    key: product.id,
    label,
    target: { id: product.id },
    shown: { before: brief(product) },
  };
}

/** Creating: a SKU that a live product has is refused before anything is sent. */
export async function resolveCreation(catalogue: Catalogue, draft: ProductDraft): Promise<Resolution> {
  const label = { name: draft.name, ...(draft.sku && { sku: draft.sku }) };
  if (draft.sku) {
    const { data } = await catalogue.bySku(draft.sku, "exclude");
    // Looked at again here: a bitERP that ignores the filter must not make a product of another SKU the one that has it.
    const taken = data.find(({ sku }) => sku === draft.sku);
    if (taken) {
      const facts = { details: { current: briefProduct(taken) } };
      const failure = Failure.of("conflict", "product.sku_taken", { sku: draft.sku }, facts);
      return { kind: "left_out", label, failure: failure.record };
    }
    await refuseLostDigits(catalogue, draft.sku);
  }
  const changes = JSON.parse(JSON.stringify(draft)) as JsonObject;
  const similar = await similarTo(catalogue, draft.name);
  return {
    kind: "actionable",
    key: draft.sku ? `sku:${draft.sku}` : undefined,
    label,
    target: { ...changes, ...(similar.length > 0 && { similar }) },
    shown: { changes },
  };
}

/** The live products whose name cannot be told from a new one's: a courtesy that never keeps it from being made. */
async function similarTo(catalogue: Catalogue, name: string): Promise<JsonObject[]> {
  const found = await catalogue.glance({ name, deleted: "exclude", limit: SUGGESTIONS + 1 });
  return found
    .filter((product) => fold(product.name) === fold(name))
    .slice(0, SUGGESTIONS)
    .map(briefProduct);
}

/**
 * The fields an update names, without the absent ones.
 * @throws Failure `nothing_to_update` when it names none
 */
export function definedChanges(changes: ProductChanges): JsonObject {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (named.length === 0) throw Failure.of("nothing_to_update", "product.nothing_to_update", {});
  return Object.fromEntries(named) as JsonObject;
}

function deleted({ deleted_at = "" }: Product): Failure {
  return Failure.of("deleted", "error.deleted", {}, { details: { deleted_at } });
}

function brief(product: Product): JsonObject {
  return {
    name: product.name,
    sku: product.sku,
    ...shownPrice(product),
    is_active: product.is_active,
  };
}
