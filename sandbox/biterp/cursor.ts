import { signerFor } from "../../src/signing";
import { Problem } from "./problems";

/** The last row of a page; the next page starts behind it. */
export interface Position {
  nameFolded: string;
  id: string;
}

/** The last character of a signature has spare bits; only one spelling of it is ours. */
const wellFormed = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;

/** @param filter a digest of tenant and filter, which the cursor is tied to */
export function writeCursor(signingSecret: string, filter: string, at: Position): Promise<string> {
  return signerFor(signingSecret, "cursor").sign({ f: filter, n: at.nameFolded, i: at.id });
}

/**
 * @param filter the digest of the present tenant and filter
 * @throws Problem 400 `invalid_cursor` or `cursor_mismatch`
 */
export async function readCursor(signingSecret: string, filter: string, cursor: string): Promise<Position> {
  const content = wellFormed.test(cursor) ? await signerFor(signingSecret, "cursor").open(cursor) : null;
  if (typeof content?.f !== "string" || typeof content.n !== "string" || typeof content.i !== "string") {
    throw new Problem(400, "invalid_cursor", "This cursor was not made here.");
  }
  if (content.f !== filter) {
    throw new Problem(400, "cursor_mismatch", "This cursor belongs to another tenant or filter.");
  }
  return { nameFolded: content.n, id: content.i };
}
