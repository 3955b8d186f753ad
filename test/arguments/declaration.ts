import {
  choice,
  count,
  described,
  flag,
  identifier,
  items,
  limits,
  list,
  money,
  record,
  text,
} from "../../src/arguments";

const texts = { en: "english", "pt-BR": "português" };

/** Changes of an update, as the product tools declare them. */
export const changes = record({
  name: described(text(limits.name, { update: true }).optional(), texts),
  sale_price: described(money().optional(), texts),
  description: described(
    text(limits.description, { update: true, emptyClears: true, trim: false }).optional(),
    texts,
  ),
  is_active: described(flag().optional(), texts),
});

/** One item of an update of many. */
export const updateItem = record({
  id: described(identifier().optional(), texts),
  sku: described(identifier().optional(), texts),
  name: described(text(limits.name).optional(), texts),
  changes: described(changes, texts),
});

/** A new product. */
export const draft = record({
  name: described(text(limits.name), texts),
  sale_price: described(money(), texts),
  description: described(text(limits.description, { trim: false }).optional(), texts),
  sku: described(identifier().optional(), texts),
  is_active: described(flag().default(true), texts),
});

/** Every building block, with every wrapper. */
export const everything = record({
  tenant_id: described(identifier().optional(), texts),
  search: described(text(limits.search).optional(), texts),
  limit: described(count(1, 100, 20), texts),
  active_only: described(flag().default(false), texts),
  target: described(choice(["create_products", "delete_products"]).optional(), texts),
  tags: described(list(identifier(), 1, 3).optional(), texts),
  drafts: described(list(draft, 1, 50).optional(), texts),
  changes: described(changes.optional(), texts),
  items: described(items(updateItem), texts),
});
