import type { Product } from "../biterp/port";
import { shownPrice } from "../biterp/price";
import type { Json, JsonObject } from "../json";
import { cut } from "../text";

/** How much of a description a list shows, in characters. */
export const LIST_DESCRIPTION = 200;
/** How much of a description a single product shows, in characters; results of many show the beginning of it. */
export const SINGLE_DESCRIPTION = 20_000;

/** A product as results show it: without bitERP's own bookkeeping, its description bounded. */
export function shownProduct(product: Product, descriptionLimit: number): JsonObject {
  const description = cut(product.description, descriptionLimit);
  const shown: { [key: string]: Json } = {
    id: product.id,
    name: product.name,
    ...shownPrice(product),
    description,
    sku: product.sku,
    is_active: product.is_active,
    created_at: product.created_at,
    updated_at: product.updated_at,
  };
  if (product.shortened || description !== product.description) shown.description_truncated = true;
  if (product.deleted_at !== undefined) shown.deleted_at = product.deleted_at;
  return shown;
}

/** A product as candidates and suggestions show it. */
export function briefProduct(product: Product): JsonObject {
  const brief: JsonObject = {
    id: product.id,
    sku: product.sku,
    name: product.name,
    ...shownPrice(product),
  };
  if (!product.is_active) brief.is_active = false;
  if (product.deleted_at !== undefined) brief.deleted_at = product.deleted_at;
  return brief;
}
