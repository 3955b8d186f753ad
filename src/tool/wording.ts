import type { JsonObject } from "../json";
import type { Language } from "../messages";
import type { LedgerItem } from "../multi-item/item";

/** How an operation of one tool is put to a person; `most` is how much of a text is shown, as `quote` takes it. */
export interface OperationWording {
  /** The question: `Excluir (pode ser restaurado) 3 produtos de Padaria Aurora?` */
  question(facts: { count: number; company: string }, language: Language): string;
  /** What would happen to one item, old → new; empty when the question says it all. */
  describe?(shown: JsonObject, language: Language, most?: number): string;
  /** How an item is that was as asked before anything was sent; absent where nothing is written. */
  settled?(language: Language): string;
  /** What a person should look at twice. */
  warnings?(item: LedgerItem, language: Language, most?: number): string[];
}

/** A question in both languages, from the singular and the plural of what is done. */
export function question(
  texts: Record<Language, { one: string; many: string; at: string }>,
): OperationWording["question"] {
  return ({ count, company }, language) => {
    const { one, many, at } = texts[language];
    return `${count === 1 ? one : many.replace("{count}", String(count))} ${at} ${company}?`;
  };
}
