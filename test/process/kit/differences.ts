import { type Capabilities, capabilitiesOf, type Way } from "../../../src/biterp/capabilities";

/**
 * What a caller sees differently where bitERP cannot do something: all the differences there may be between the ways of
 * reaching it. Which way lacks what is declared in src/biterp/capabilities.ts; a test asks for a capability, never for a way.
 */
export const differences: Readonly<Record<keyof Capabilities, string>> = {
  idempotencyKeys:
    "A write whose answer was lost is not sent again; the product is read, and what that does not settle is `unknown_outcome`. Our own `idempotency_key` works all the same.",
  ifMatch:
    "None while bitERP is well: a product is read again just before it is written, with the same `conflict`.",
  restore:
    "`restore_products` is not listed, and neither tools nor questions promise that a deletion can be undone.",
  deletedVisible:
    "A deleted product is `not_found` instead of `deleted`, and so is deleting it once more, instead of `already_deleted`.",
  lookUpByName:
    "`candidates_total` counts what a bounded search found, with `candidates_total_at_least` where there may be more.",
  permissions:
    "A missing permission shows only once bitERP was asked to write, after the confirmation: `forbidden` where its refusal has a code, `unknown_outcome` where it has only words.",
};

/** The one difference in form: bitERP's own tools know a company by its slug, so that is its `tenant_id`. */
export const tenantIdIsSlug = (way: Way): boolean => way === "mcp";

/** The error of a deleted product. */
export const codeOfDeleted = (can: Capabilities): string => (can.deletedVisible ? "deleted" : "not_found");

export { type Capabilities, capabilitiesOf, type Way };
