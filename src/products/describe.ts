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
    .filter((field) => !(field in before) || exactly(field, before) !== changes[field])
    .map((field) => {
      const to = describeValue(field, changes[field], language, most);
      const from =
        field in before ? `${describeValue(field, exactly(field, before), language, most)} → ` : "";
      return `${say(language, names[field], {})} ${from}${to}`;
    })
    .join("; ");
}

/** A value before, and of a price that holds more than two decimals all of them. */
function exactly(field: Field, before: JsonObject): Json | undefined {
  return field === "sale_price" ? (before.sale_price_exact ?? before.sale_price) : before[field];
}

function describeValue(field: Field, value: Json | undefined, language: Language, most?: number): string {
  if (field === "sale_price") return money(typeof value === "string" ? value : Number(value), language);
  if (field === "is_active") return say(language, value ? "product.active" : "product.inactive", {});
  const text = String(value ?? "");
  return text === "" ? say(language, "product.empty", {}) : quote(text, most);
}

/** What a person should look at twice: a price that becomes 0 or changes more than five times. */
export function warnings(item: LedgerItem, language: Language, most?: number): string[] {
  const held = exactly("sale_price", (item.shown?.before ?? {}) as JsonObject);
  const to = (item.shown?.changes as JsonObject | undefined)?.sale_price;
  if ((typeof held !== "number" && typeof held !== "string") || typeof to !== "number") return [];
  const from = Number(held);
  const name = quote(calledAs(item.label), most);
  if (to === 0 && from !== 0) return [say(language, "product.becomes_free", { name })];
  const leaps = from > 0 && (to > from * LEAP || to * LEAP < from);
  if (!leaps) return [];
  return [
    say(language, "product.price_leaps", { name, from: money(held, language), to: money(to, language) }),
  ];
}

/** The shortest way to call an item. */
export function calledAs(label: ItemLabel): string {
  return label.name ?? label.sku ?? label.id ?? label.typed ?? "";
}
