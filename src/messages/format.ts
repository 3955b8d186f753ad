import type { Language } from "./index";

/** A price in reais as a person of the language writes it, with plain blanks: `R$ 1.234,56`. */
export function money(value: number, language: Language): string {
  const text = new Intl.NumberFormat(language, { style: "currency", currency: "BRL" }).format(value);
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
