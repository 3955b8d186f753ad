/** What a bitERP can do beyond the seven plain operations; what it cannot, this server makes up for as far as it goes. */
export interface Capabilities {
  /** A repeated write with the same key is answered, not done again. Without: never a repeat, the product is read. */
  idempotencyKeys: boolean;
  /** A write is refused when the product changed. Without: the product is read again just before it. */
  ifMatch: boolean;
  /** Deletions can be undone. Without: `restore_products` is not listed. */
  restore: boolean;
  /** Deleted products can be read and listed. Without: they are `not_found`. */
  deletedVisible: boolean;
  /** Whole names and SKUs can be looked up. Without: a bounded search, and totals say "at least". */
  lookUpByName: boolean;
  /** A person's permissions can be read. Without: all are assumed until bitERP says `forbidden`. */
  permissions: boolean;
}

/** The ways to reach bitERP. */
export type Way = "bundled" | "http" | "mcp";

const everything: Capabilities = {
  idempotencyKeys: true,
  ifMatch: true,
  restore: true,
  deletedVisible: true,
  lookUpByName: true,
  permissions: true,
};

/** What each way can do; of a remote bitERP over HTTP, keys and `If-Match` are as configured. */
export const capabilitiesOf: Readonly<Record<Way, Capabilities>> = {
  bundled: everything,
  http: everything,
  mcp: {
    idempotencyKeys: false,
    ifMatch: false,
    restore: false,
    deletedVisible: false,
    lookUpByName: false,
    permissions: false,
  },
};
