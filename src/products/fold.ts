/** A name as it is compared: without case, accents, or repeated and outer blanks. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** The words of a folded text. */
export function words(text: string): string[] {
  return fold(text).split(" ").filter(Boolean);
}
