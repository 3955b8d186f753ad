import type { Language } from "./index";

/**
 * A price in reais as a person of the language writes it, with plain blanks: `R$ 1.234,56`.
 * @param value decimal text is shown with every decimal it has
 */
export function money(value: number | string, language: Language): string {
  const currency = { style: "currency", currency: "BRL" } as const;
  const exact = typeof value === "string" && { maximumFractionDigits: 20 };
  // Text is taken as the decimal that it is; as a number it might be another.
  const text = new Intl.NumberFormat(language, { ...currency, ...exact }).format(value as number);
  return text.replace(/\s/g, " ");
}

/** A moment as a person reads it, in their zone, with the zone named; an unknown zone reads as UTC. */
export function moment(time: string, language: Language, timezone: string): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(language, {
      dateStyle: "short",
      timeStyle: "short",
      timeZone: zone,
    }).format(new Date(time));
  try {
    return `${format(timezone)} (${timezone})`;
  } catch {
    return `${format("UTC")} (UTC)`;
  }
}
