import { Failure } from "../errors";
import type { JsonObject } from "../json";
import type { Product, ProductChanges } from "./port";
import { deleted } from "./problems";

/** A product's values for the caller; the etag is between bitERP and this server. */
function valuesOf(product: Product): JsonObject {
  const { etag: _, ...values } = product;
  return values;
}

/** Whether a product already is what a change would make it. */
function already(product: Product, changes: ProductChanges): boolean {
  const now: ProductChanges = product;
  return (Object.keys(changes) as (keyof ProductChanges)[]).every(
    (field) => changes[field] === undefined || changes[field] === now[field],
  );
}

/** A write that was refused because the product is not as it was shown. */
export type Intent = { kind: "update"; changes: ProductChanges } | { kind: "delete" } | { kind: "restore" };

/**
 * What a refused write (412) comes to, from the product as it is now.
 * @param current deleted or not; null when it could not be fetched
 * @returns the product, when it is already what was asked for
 * @throws Failure `conflict` with the current values, or `deleted`
 */
export function settleChanged(intent: Intent, current: Product | null): Product {
  if (current) {
    const gone = current.deleted_at !== undefined;
    if (intent.kind === "delete" && gone) return current;
    if (intent.kind === "restore" && !gone) return current;
    if (intent.kind === "update" && gone) throw deleted(current.deleted_at);
    if (intent.kind === "update" && already(current, intent.changes)) return current;
  }
  const details: JsonObject = current ? { current: valuesOf(current) } : {};
  throw Failure.of("conflict", "biterp.changed", {}, { details });
}
