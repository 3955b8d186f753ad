import { type Brief, check, type Entry } from "./answers.ts";
import type { Language, Wording } from "./wording.ts";

/** Writes the conversation as a person would read it. */
export class Transcript {
  readonly language: Language;
  readonly t: Wording;
  #step = 0;

  constructor(language: Language, t: Wording) {
    this.language = language;
    this.t = t;
  }

  step(title: string) {
    this.#step += 1;
    console.log(`\n${this.#step}. ${title}`);
  }

  line(text: string) {
    for (const line of text.split("\n")) console.log(`   ${line}`);
  }

  person(text: string) {
    this.line(`Ana: ${text}`);
  }

  call(name: string, args: Record<string, unknown>) {
    const { tenant_id: _, ...shown } = args;
    this.line(`→ ${name} ${JSON.stringify(shown)}`);
  }

  /** A question of the server, framed, because the person has to read it whole. */
  question(text: string) {
    for (const line of text.split("\n")) console.log(`   ┃ ${line}`);
  }

  /** One line per product, in the order in which they were named, then the count. */
  outcome(results: readonly Entry[], done: (entry: Entry) => string) {
    for (const entry of results) {
      const called = entry.name ?? entry.id ?? `#${entry.index + 1}`;
      const failure = `${this.t.notDone}. ${entry.message ?? entry.error}`;
      this.line(`${entry.success ? "✔" : "✘"} ${called}: ${entry.success ? done(entry) : failure}`);
      if (entry.suggestions) this.line(`    ${this.t.suggested(names(entry.suggestions, this.t))}`);
    }
    const succeeded = results.filter((entry) => entry.success).length;
    const failed = results.length - succeeded;
    const score = this.t.score(succeeded, results.length);
    this.line(failed === 0 ? `${score}.` : `${score}, ${this.t.failedScore(failed)}.`);
  }

  products(products: readonly Brief[]) {
    for (const { name, sku, sale_price } of products) {
      this.line(`• ${name} · ${sku || "–"} · ${this.money(sale_price)}`);
    }
  }

  money(amount: number): string {
    const locale = this.language === "pt" ? "pt-BR" : "en";
    return amount.toLocaleString(locale, { style: "currency", currency: "BRL" }).replace(/\u00a0/g, " ");
  }
}

/** `A, B e C`. */
export function names(products: readonly { name: string }[], t: Wording): string {
  const all = products.map(({ name }) => name);
  const last = all.pop();
  check(last !== undefined, "No names");
  return all.length === 0 ? last : `${all.join(", ")}${t.and}${last}`;
}
