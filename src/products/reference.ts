import type { BitErp, Product } from "../biterp/port";
import { Failure } from "../errors";
import type { ItemLabel } from "../multi-item/item";
import { fold } from "../text";
import { ambiguous, explainNoMatch, wholeMatch } from "./find-by-name";
import { briefProduct } from "./shape";

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
  erp: BitErp,
  tenantId: string,
  reference: ProductReference,
  prefer: Preference,
): Promise<FoundProduct> {
  const product = await lookUp(erp, tenantId, reference, prefer);
  requireAgreement(product, reference);
  return { product, label: labelOf(product, reference) };
}

async function lookUp(
  erp: BitErp,
  tenantId: string,
  reference: ProductReference,
  prefer: Preference,
): Promise<Product> {
  const { id, sku, name } = reference;
  if (id !== undefined) return erp.getProduct(tenantId, id, { deleted: "include" });
  const other = prefer === "live" ? "deleted" : "live";
  if (sku !== undefined) {
    const found = (await bySku(erp, tenantId, sku, prefer)) ?? (await bySku(erp, tenantId, sku, other));
    if (found) return found;
    throw Failure.of("not_found", "error.not_found", { typed: sku });
  }
  if (name !== undefined) {
    const found =
      (await wholeMatch(erp, tenantId, name, prefer)) ?? (await loneMatch(erp, tenantId, name, other));
    if (found) return found;
    throw await explainNoMatch(erp, tenantId, name, prefer);
  }
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
      : id === undefined && name !== undefined && fold(name) !== fold(product.name)
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

async function bySku(
  erp: BitErp,
  tenantId: string,
  sku: string,
  scope: Preference,
): Promise<Product | undefined> {
  const deleted = scope === "deleted" ? "only" : "exclude";
  const page = await erp.listProducts(tenantId, { sku, deleted, limit: 2 });
  const same = page.data.filter((product) => product.sku === sku);
  if (same.length > 1) throw ambiguous(sku, same, page.total, page.totalIsAtLeast);
  return same[0];
}

/** A whole match in the scope that is not preferred; several there do not make the name ambiguous. */
async function loneMatch(
  erp: BitErp,
  tenantId: string,
  name: string,
  scope: Preference,
): Promise<Product | undefined> {
  try {
    return await wholeMatch(erp, tenantId, name, scope);
  } catch (error) {
    if (error instanceof Failure && error.code === "ambiguous") return undefined;
    throw error;
  }
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

/** Whether a product of the company is called exactly this, or was before it was deleted; several are a name too. */
export async function isProductName(erp: BitErp, tenantId: string, text: string): Promise<boolean> {
  return (await isNameIn(erp, tenantId, text, "live")) || (await isNameIn(erp, tenantId, text, "deleted"));
}

async function isNameIn(erp: BitErp, tenantId: string, text: string, scope: Preference): Promise<boolean> {
  try {
    return (await wholeMatch(erp, tenantId, text, scope)) !== undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === "ambiguous") return true;
    throw error;
  }
}
