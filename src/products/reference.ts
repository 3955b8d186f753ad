import type { BitErp, Product } from "../biterp/port";
import { Failure } from "../errors";
import type { ItemLabel } from "../multi-item/item";
import { byName, wholeMatches } from "../multi-item/reading/names";
import { ambiguous, Catalogue } from "./catalogue";
import { findByName } from "./find-by-name";
import { briefProduct } from "./shape";
import { refuseLostDigits, unknownSku } from "./sku";

/** How a call refers to a product; `id` wins over `sku`, `sku` over `name`, and a SKU beside an id, or a name beside a SKU, has to fit what is found. */
export interface ProductReference {
  id?: string | undefined;
  sku?: string | undefined;
  name?: string | undefined;
}

/** The product behind a reference. `deleted_at` tells whether it is there. */
export interface FoundProduct {
  product: Product;
  label: ItemLabel;
}

/** Which products are meant first: the ones that are there, or (restoring) the deleted ones. */
export type Preference = "live" | "deleted";

/**
 * Finds the product a reference means, among the live and the deleted ones.
 * @throws Failure `not_found` (with suggestions), `ambiguous` (with candidates), `invalid_argument` for an empty one,
 *   `conflict` when it names two different things
 */
export async function findProduct(
  catalogue: Catalogue,
  reference: ProductReference,
  prefer: Preference,
): Promise<FoundProduct> {
  const found = await lookUp(catalogue, reference, prefer);
  const product = found.shortened ? await catalogue.byId(found.id) : found;
  requireAgreement(product, reference);
  return { product, label: labelOf(product, reference) };
}

async function lookUp(
  catalogue: Catalogue,
  reference: ProductReference,
  prefer: Preference,
): Promise<Product> {
  const { id, sku, name } = reference;
  if (id !== undefined) return catalogue.byId(id);
  if (sku !== undefined) {
    const other = prefer === "live" ? "deleted" : "live";
    const found = (await bySku(catalogue, sku, prefer)) ?? (await bySku(catalogue, sku, other));
    if (found) return found;
    await refuseLostDigits(catalogue, sku);
    throw await unknownSku(catalogue, sku);
  }
  if (name !== undefined) return findByName(catalogue, name, prefer);
  throw Failure.of("invalid_argument", "product.reference_missing", {});
}

/**
 * Of two references that mean different things nobody can say which is the slip, so neither is applied. A name beside an
 * id is no reference but a label, and may be an old or a short one; the question shows it.
 */
function requireAgreement(product: Product, { id, sku, name }: ProductReference): void {
  const misfit =
    sku !== undefined && sku !== product.sku
      ? sku
      : id === undefined && name !== undefined && wholeMatches(name, byName([product])).length === 0
        ? name
        : undefined;
  if (misfit === undefined) return;
  throw Failure.of(
    "conflict",
    "product.other_meant",
    { typed: misfit, name: product.name, sku: product.sku },
    { details: { current: briefProduct(product) } },
  );
}

async function bySku(catalogue: Catalogue, sku: string, scope: Preference): Promise<Product | undefined> {
  const page = await catalogue.bySku(sku, scope === "deleted" ? "only" : "exclude");
  const same = page.data.filter((product) => product.sku === sku);
  if (same.length > 1) throw ambiguous(sku, same, page.total, page.totalIsAtLeast);
  return same[0];
}

/** What to call a product that was found: itself, and what was typed where that differs. */
function labelOf(product: Product, reference: ProductReference): ItemLabel {
  const typed = reference.name ?? (reference.id === undefined ? reference.sku : undefined);
  const differs = typed !== undefined && typed !== product.name && typed !== product.sku;
  return {
    id: product.id,
    name: product.name,
    ...(product.sku !== "" && { sku: product.sku }),
    ...(differs && { typed }),
  };
}

/** What to call a product that was not found: what was typed. */
export function typedLabel(reference: ProductReference): ItemLabel {
  return {
    ...(reference.id !== undefined && { id: reference.id }),
    ...(reference.sku !== undefined && { sku: reference.sku }),
    ...(reference.name !== undefined && { name: reference.name }),
  };
}

/** How items refer to products, for every tool whose items do. */
export const productReferences = {
  namesIn: (erp: BitErp, tenantId: string) => new Catalogue(erp, tenantId),
  nameOf: ({ id, sku, name }: ProductReference) => (id === undefined && sku === undefined ? name : undefined),
  labelOf: typedLabel,
};
