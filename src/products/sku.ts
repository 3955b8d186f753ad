import type { Product } from "../biterp/port";
import { Failure } from "../errors";
import { fold, runs } from "../text";
import { type Catalogue, SUGGESTIONS } from "./catalogue";
import { briefProduct } from "./shape";

/** What a spreadsheet makes of a long code: its first digits and a power of ten. */
const SCIENTIFIC = /^(\d)(?:[.,](\d{1,15}))?E\+(\d{1,2})$/i;

/**
 * Refuses a SKU of which a spreadsheet kept only the first digits.
 * @throws Failure `invalid_argument`, with the SKUs that begin so as suggestions
 */
export async function refuseLostDigits(catalogue: Catalogue, sku: string): Promise<void> {
  const [, first = "", rest = "", power = ""] = SCIENTIFIC.exec(sku.trim()) ?? [];
  if (first === "") return;
  const digits = `${first}${rest}`;
  const length = Number(power) + 1;
  const found = (await catalogue.glance({ search: digits, deleted: "include" })).filter(
    (product) => product.sku.startsWith(digits.slice(0, -1) || digits) && [...product.sku].length === length,
  );
  throw Failure.of(
    "invalid_argument",
    "product.sku_lost_digits",
    { typed: sku },
    { parameter: "sku", ...suggestions(found) },
  );
}

/** That no product has this SKU, with those that differ only in case, leading zeros or separators. */
export async function unknownSku(catalogue: Catalogue, sku: string): Promise<Failure> {
  const wanted = bare(sku);
  const search = runs(sku.replace(/^0+(?=.)/, "")).join(" ");
  const found = search === "" || wanted === "" ? [] : await catalogue.glance({ search, deleted: "include" });
  const alike = found.filter((product) => bare(product.sku) === wanted);
  return Failure.of("not_found", "error.not_found", { typed: sku }, suggestions(alike));
}

/** A SKU without what people leave out of it. */
function bare(sku: string): string {
  return fold(sku)
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/^0+/, "");
}

function suggestions(products: readonly Product[]) {
  const shown = products.slice(0, SUGGESTIONS).map(briefProduct);
  return shown.length > 0 ? { details: { suggestions: shown } } : {};
}
