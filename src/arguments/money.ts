import { limits } from "./schema";

/** What a written amount means, or why it cannot be said. Amounts are in the currency's main unit. */
export type MoneyReading =
  | { ok: true; amount: number }
  | { ok: false; why: "not_money" | "negative" | "decimals" | "too_high" }
  /** @property thousands the separator groups thousands  @property decimal it starts the decimals */
  | { ok: false; why: "ambiguous"; thousands: number; decimal: number };

/** How far a JSON number may lie from two decimals and still be float noise rather than a third decimal. */
const NOISE = 1e-9;

const commaDecimal = /^(\d{1,3}(?:\.\d{3})+),(\d+)$/;
const pointDecimal = /^(\d{1,3}(?:,\d{3})+)\.(\d+)$/;
const thousandsOnly = /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;
const oneSeparator = /^(\d*)[.,](\d+)$/;

/** Reads a JSON number. */
export function moneyFromNumber(value: number): MoneyReading {
  if (!Number.isFinite(value)) return { ok: false, why: "not_money" };
  if (value < 0) return { ok: false, why: "negative" };
  const amount = Math.round(value * 100) / 100;
  if (amount > limits.price) return { ok: false, why: "too_high" };
  // The least of amounts is not noise: it would turn a price into nothing.
  if (Math.abs(value - amount) > NOISE || (amount === 0 && value !== 0))
    return { ok: false, why: "decimals" };
  return { ok: true, amount: amount === 0 ? 0 : amount };
}

/** Reads an amount as people write it, in Brazilian or English habit: `R$ 1.234,56`, `1,234.56`, `19,90`, `,89`. */
export function moneyFromText(text: string): MoneyReading {
  const bare = text.trim().replace(/^(-?)\s*R\$\s*/i, "$1");
  if (/^-\s*[\d.,]+$/.test(bare)) return { ok: false, why: "negative" };
  if (/^\d+$/.test(bare) || thousandsOnly.test(bare)) return amount(bare, "");
  const grouped = commaDecimal.exec(bare) ?? pointDecimal.exec(bare);
  if (grouped) return amount(grouped[1] ?? "", grouped[2] ?? "");
  const single = oneSeparator.exec(bare);
  if (!single) return { ok: false, why: "not_money" };
  const [whole, fraction] = [single[1] ?? "", single[2] ?? ""];
  // "1.234" is a thousand to one person and a bit more than one to another. A value a thousandth short of a whole one
  // (19.999) is taken for a computed price, "0.123" and "1234.567" cannot be groups: those have too many decimals.
  if (/^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3 && fraction !== "999") {
    const decimal = Number(`${whole}.${fraction}`);
    return { ok: false, why: "ambiguous", thousands: Number(whole + fraction), decimal };
  }
  return amount(whole, fraction);
}

function amount(whole: string, fraction: string): MoneyReading {
  if (fraction.length > 2) return { ok: false, why: "decimals" };
  // Built from the digits, so that the nearest double is stored and no arithmetic adds noise.
  const value = Number(`${whole.replace(/[.,]/g, "") || "0"}.${fraction || "0"}`);
  return value > limits.price ? { ok: false, why: "too_high" } : { ok: true, amount: value };
}
