/**
 * Text as it is compared, searched and sorted: lower case, without accents, blanks and control characters as single
 * spaces. Composed and decomposed input give the same.
 */
export function fold(text: string): string {
  return (
    text
      .toLowerCase()
      .normalize("NFD")
      // Only of Latin letters: elsewhere a mark is a vowel or another letter, and "пои" is not "пой".
      .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim()
  );
}

/** The words of a text, folded. */
export function words(text: string): string[] {
  return fold(text).split(" ").filter(Boolean);
}

/** Cuts by code points, so that no character is left in half. @param most in characters */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const letters = [...text];
  return letters.length <= most ? text : letters.slice(0, most).join("");
}
