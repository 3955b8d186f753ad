/** How much of a quoted text is shown where nobody says otherwise, in characters. */
const SHOWN = 120;

/**
 * Text that came from a tenant or a model, made safe to stand in prose: control and direction characters and line
 * breaks become blanks, quotes of our own kind are replaced, long text is cut with its length shown.
 *
 * @param most how much is shown, in characters
 */
export function quote(text: string, most = SHOWN): string {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, " ")
    .trim();
  const letters = [...plain];
  return letters.length <= most ? `“${plain}”` : `“${letters.slice(0, most).join("")}…” (${letters.length})`;
}
