/** How much of a refusal's prose is looked at, in characters; more is a document, not an error's text. */
const LOOKED_AT = 20_000;

/** Every text among the arguments of a call, the longest first: a name may stand within a description. */
export function sentTexts(args: Readonly<Record<string, unknown>>): string[] {
  const texts = Object.values(args).filter((value) => typeof value === "string" || typeof value === "number");
  return texts
    .map((value) => String(value).trim())
    .filter((text) => text !== "")
    .sort((one, other) => other.length - one.length);
}

/**
 * What is left of an error's text without what was sent: a name may read "too many requests" or "not found", and it is
 * the other side's own words that are looked for. A text is found as it is and as JSON, HTML and URLs write it, but only
 * as a whole: the SKU "1" is not taken out of "12", nor "no" out of "not found".
 */
export function withoutSent(text: string, sent: readonly string[]): string {
  const forms = sent.flatMap((one) => [
    one,
    asJson(one),
    asHtml(one),
    encodeURIComponent(one.toWellFormed()),
  ]);
  return forms.reduce((left, form) => left.replace(whole(form), " "), text.slice(0, LOOKED_AT));
}

function whole(text: string): RegExp {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/\s+/g, "\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "giu");
}

const asJson = (text: string) => JSON.stringify(text).slice(1, -1);

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const asHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
