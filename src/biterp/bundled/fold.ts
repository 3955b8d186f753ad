/**
 * Text as searching and sorting see it: lower case, without accents, blanks and control characters as single spaces.
 * Composed and decomposed input give the same result.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
