import { Problem } from "./problems";

/** A new entity tag, as it stands in the `ETag` header. */
export function newEtag(): string {
  return `"${crypto.randomUUID()}"`;
}

const bare = (tag: string) => tag.trim().replace(/^W\//, "").replace(/^"|"$/g, "");

/**
 * @param ifMatch the `If-Match` header: one tag, several, or `*`
 * @throws Problem 412 `precondition_failed` when the product's tag is none of them
 */
export function checkIfMatch(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  if (ifMatch.split(",").map(bare).includes(bare(etag))) return;
  throw new Problem(412, "precondition_failed", "The product has changed since it was read.");
}
