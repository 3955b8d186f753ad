import { type Language, languageOf } from "../messages";

/**
 * The language of a page: the first of the browser's wishes that exists here, else the person's own.
 * @param fallback the person's language tag, when somebody is signed in
 */
export function pageLanguage(acceptLanguage: string | undefined, fallback?: string): Language {
  const wishes = (acceptLanguage ?? "")
    .split(",")
    .map((entry) => {
      const [tag = "", ...parameters] = entry.trim().toLowerCase().split(";");
      const weight = parameters.map((p) => p.trim()).find((p) => p.startsWith("q="));
      return { tag, q: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ tag, q }) => /^(pt|en)(-|$)/.test(tag) && q > 0)
    .sort((a, b) => b.q - a.q);
  return languageOf(wishes[0]?.tag ?? fallback);
}
