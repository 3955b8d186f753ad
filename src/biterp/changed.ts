import { Failure } from "../errors";
import type { JsonObject } from "../json";
import type { Product, ProductChanges, ProductDraft } from "./port";
import { isPriced, shownPrice } from "./price";
import { deleted, unknownOutcome } from "./problems";

/** A write to a product that there is. */
export type Change = { kind: "update"; changes: ProductChanges } | { kind: "delete" } | { kind: "restore" };
/** What a write is meant to bring about. */
export type Intent = { kind: "create"; draft: ProductDraft } | Change;

/** A product's values for the caller; the etag is between bitERP and this server. */
function valuesOf(product: Product): JsonObject {
  const { etag: _, ...values } = product;
  return values;
}

/** The values that a write asks for, without those it leaves alone. */
function askedFor(intent: Intent): JsonObject {
  const all = intent.kind === "create" ? intent.draft : intent.kind === "update" ? intent.changes : {};
  return Object.fromEntries(
    // A SKU that is left empty is not asked for: bitERP may give one by itself.
    Object.entries(all).filter(([field, value]) => value !== undefined && !(field === "sku" && value === "")),
  );
}

/** What a system that stores text does to it without changing what it says: forms of letters, ends, line ends. */
const stored = (text: unknown) =>
  typeof text === "string" ? text.normalize("NFC").replace(/\r\n?/g, "\n").trim() : text;

function has(product: Product, field: string, value: unknown): boolean {
  if (field === "sale_price") return isPriced(product, value);
  return stored(product[field as keyof Product]) === stored(value);
}

/** Ids are compared as they are; only a UUID is the same in either case. */
function sameId(one: string, other: string): boolean {
  const folded = one.toLowerCase();
  return one === other || (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}/.test(folded) && folded === other.toLowerCase());
}

/** Whether bitERP shows another product than the one it was asked about. */
export function isAnother(product: Product, id: string): boolean {
  return !sameId(product.id, id);
}

/** What a product shows that contradicts a write; undefined when it shows what was asked. */
function contradiction(
  intent: Intent,
  id: string | undefined,
  product: Product,
): { expected: JsonObject; current: JsonObject } | undefined {
  // Of another product, perhaps another company's, nothing but its id is told.
  if (id !== undefined && isAnother(product, id)) return { expected: { id }, current: { id: product.id } };
  const asked = askedFor(intent);
  const gone = product.deleted_at !== undefined;
  const wrongState = gone !== (intent.kind === "delete");
  if (!wrongState && Object.entries(asked).every(([field, value]) => has(product, field, value))) return;
  const values: JsonObject = { ...valuesOf(product) };
  const current: JsonObject = Object.fromEntries(
    Object.keys(asked).map((field) => [field, values[field] ?? ""]),
  );
  return {
    expected: { ...(id !== undefined && { id }), ...asked, ...(wrongState && { deleted: !gone }) },
    current: {
      id: product.id,
      name: product.name,
      ...current,
      ...("sale_price" in asked && shownPrice(product)),
      ...(wrongState && { deleted: gone }),
      ...(gone && { deleted_at: product.deleted_at }),
    },
  };
}

/**
 * The one look at what bitERP answered to a write: a success is what it shows, not that it said 200.
 * @param id of the product that was written; undefined for a new one
 * @throws Failure `upstream_error` with what was `expected` and what is `current`
 */
export function requireAsAsked(intent: Intent, id: string | undefined, product: Product): Product {
  const details = contradiction(intent, id, product);
  if (details) throw Failure.of("upstream_error", "biterp.contradicts", {}, { details });
  return product;
}

/**
 * What a refused write (412) comes to, from the product as it is now.
 * @param current deleted or not; null when it could not be fetched
 * @returns the product, when it is already what was asked for
 * @throws Failure `conflict` with the current values, or `deleted`
 */
export function settleChanged(intent: Change, id: string, current: Product | null): Product {
  if (current) {
    if (contradiction(intent, id, current) === undefined) return current;
    if (intent.kind === "update" && current.deleted_at !== undefined) throw deleted(current.deleted_at);
  }
  const details: JsonObject = current && !isAnother(current, id) ? { current: valuesOf(current) } : {};
  throw Failure.of("conflict", "biterp.changed", {}, { details });
}

/**
 * What a write comes to whose answer was lost, or says nothing: what reading the product shows.
 * @returns the product, when it is as asked by now
 * @throws Failure `unknown_outcome`: it may have been done and changed again, or may be done yet
 */
export async function settleLost(intent: Change, id: string, read: () => Promise<Product>): Promise<Product> {
  const now = await read().catch(() => undefined);
  if (now && contradiction(intent, id, now) === undefined) return now;
  throw unknownOutcome();
}
