import * as z from "zod";
import { described, flag, identifier, items, text } from "../arguments";

/** The optional company of every product tool. */
export const tenantId = () =>
  described(identifier().optional(), {
    en: "Company: id or slug; needed when several are possible.",
    "pt-BR": "Empresa: id ou slug; necessário se houver mais de uma.",
  });

/** The optional idempotency key of every write. */
export const idempotencyKey = () =>
  described(identifier().optional(), {
    en: "One per intention, the same for a retry.",
    "pt-BR": "Uma por intenção, a mesma ao repetir.",
  });

/** A product's id. */
export const productId = () => described(identifier(), { en: "Product id.", "pt-BR": "Id do produto." });

/** A product by reference, as published. */
export const referenceShape = () => ({
  id: described(identifier().optional(), { en: "Product id.", "pt-BR": "Id do produto." }),
  sku: described(identifier().optional(), { en: "Exact SKU.", "pt-BR": "SKU exato." }),
  name: described(text(200).optional(), { en: "Whole name.", "pt-BR": "Nome inteiro." }),
});

/** The items of a multi-item tool. */
export const itemsOf = (item: z.ZodType, what: { en: string; "pt-BR": string }) =>
  described(items(item), what);

/** The marks a validator may leave on an item. They are read but not published: nobody has to send them. */
export const eligibility = () => ({ eligible: flag().optional(), reason: text(200).optional() });

/** A product by reference, as read. */
export const referenceItem = () => z.object({ ...referenceShape(), ...eligibility() });
