import type { Json, JsonObject } from "../json";
import { type Language, say } from "../messages";
import { money } from "../messages/format";
import { quote } from "../messages/quote";
import type { ItemLabel, LedgerItem } from "../multi-item/item";

/** How many times dearer or cheaper a price must become before the question warns. */
const LEAP = 5;

const names = {
  name: "product.name",
  sale_price: "product.price",
  description: "product.description",
  is_active: "product.status",
} as const;
type Field = keyof typeof names;

const isField = (key: string): key is Field => Object.hasOwn(names, key);

/** What an update would do to one product, as a person reads it: `preço R$ 19,90 → R$ 21,00`. */
export function describeChanges(shown: JsonObject, language: Language, most?: number): string {
  const before = (shown.before ?? {}) as JsonObject;
  const changes = (shown.changes ?? {}) as JsonObject;
  return Object.keys(changes)
    .filter(isField)
    .filter((field) => !(field in before) || before[field] !== changes[field])
    .map((field) => {
      const to = describeValue(field, changes[field], language, most);
      const from = field in before ? `${describeValue(field, before[field], language, most)} → ` : "";
      return `${say(language, names[field], {})} ${from}${to}`;
    })
    .join("; ");
}

function describeValue(field: Field, value: Json | undefined, language: Language, most?: number): string {
  if (field === "sale_price") return money(Number(value), language);
  if (field === "is_active") return say(language, value ? "product.active" : "product.inactive", {});
  const text = String(value ?? "");
  return text === "" ? say(language, "product.empty", {}) : quote(text, most);
}

/** What a person should look at twice: a price that becomes 0 or changes more than five times. */
export function warnings(item: LedgerItem, language: Language, most?: number): string[] {
  const from = (item.shown?.before as JsonObject | undefined)?.sale_price;
  const to = (item.shown?.changes as JsonObject | undefined)?.sale_price;
  if (typeof from !== "number" || typeof to !== "number") return [];
  const name = quote(calledAs(item.label), most);
  if (to === 0 && from !== 0) return [say(language, "product.becomes_free", { name })];
  const leaps = from > 0 && (to > from * LEAP || to * LEAP < from);
  if (!leaps) return [];
  return [
    say(language, "product.price_leaps", { name, from: money(from, language), to: money(to, language) }),
  ];
}

/** The shortest way to call an item. */
export function calledAs(label: ItemLabel): string {
  return label.name ?? label.sku ?? label.id ?? label.typed ?? "";
}
