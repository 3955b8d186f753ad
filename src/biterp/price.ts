/** A price as the port carries it. */
export interface HeldPrice {
  /** In the currency's main unit, with at most two decimals. */
  sale_price: number;
  /** What bitERP really holds, as decimal text, where that has more than two decimals. */
  sale_price_exact?: string;
}

/**
 * As many digits as every double tells truly. A bitERP that computes in floats serves 19.900000000000002 for what it
 * shows as 19.90; whatever stands within these digits is a decimal that it holds.
 */
const plain = new Intl.NumberFormat("en", { useGrouping: false, maximumSignificantDigits: 15 });

/**
 * Reads a price as bitERP serves it. No arithmetic: rounded, 5.899 and 5.90 would be the same, and writing the one over
 * the other would look as if there were nothing to do.
 * @param served a JSON number, or a decimal as text
 */
export function heldPrice(served: number | string): HeldPrice {
  const text = typeof served === "number" ? plain.format(served) : served;
  const [whole = "0", fraction = ""] = text.split(".");
  const decimals = fraction.replace(/0+$/, "");
  if (decimals.length <= 2) return { sale_price: Number(text) };
  return {
    sale_price: Number(Number(text).toFixed(2)),
    sale_price_exact: `${whole.replace(/^0+(?=\d)/, "")}.${decimals}`,
  };
}

/** Whether bitERP holds exactly this price. @param price with at most two decimals */
export function isPriced(held: HeldPrice, price: unknown): boolean {
  return held.sale_price_exact === undefined && held.sale_price === price;
}

/** A price as results show it: the number, and beside it what it does not tell. */
export function shownPrice({ sale_price, sale_price_exact }: HeldPrice): HeldPrice {
  return { sale_price, ...(sale_price_exact !== undefined && { sale_price_exact }) };
}
