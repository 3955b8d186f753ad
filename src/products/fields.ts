import { described, flag, identifier, limits, money, record, text } from "../arguments";

/** The fields of a new product, as every creating tool declares them. */
export const draftShape = () => ({
  name: described(text(limits.name, { oneLine: true }), { en: "Name.", "pt-BR": "Nome." }),
  sale_price: described(money(), { en: "Sale price in reais.", "pt-BR": "Preço de venda em reais." }),
  description: described(text(limits.description).optional(), { en: "Description.", "pt-BR": "Descrição." }),
  sku: described(identifier(limits.sku).optional(), {
    en: "SKU, unique in the company.",
    "pt-BR": "SKU, único na empresa.",
  }),
  is_active: described(flag().optional(), { en: "Default true.", "pt-BR": "Padrão: true." }),
});

/** The fields an update may change, as every updating tool declares them. What is left out stays. */
export const changesShape = () => ({
  name: described(text(limits.name, { update: true, oneLine: true }).optional(), {
    en: "New name.",
    "pt-BR": "Novo nome.",
  }),
  sale_price: described(money().optional(), { en: "New price in reais.", "pt-BR": "Novo preço em reais." }),
  description: described(text(limits.description, { update: true, emptyClears: true }).optional(), {
    en: "New description; an empty text clears it.",
    "pt-BR": "Nova descrição; texto vazio a limpa.",
  }),
  is_active: described(flag().optional(), { en: "Active or not.", "pt-BR": "Ativo ou não." }),
});

/** What to change in one of many products. */
export const changesField = () =>
  described(record(changesShape()), { en: "What to change.", "pt-BR": "O que alterar." });

/** What an item of any tool of many may hold beside its reference, as one that checks items for all of them publishes. */
export const checkedShape = () => ({
  sale_price: described(money().optional(), { en: "Of a new one.", "pt-BR": "De um novo." }),
  description: described(text(limits.description).optional(), {
    en: "Of a new one.",
    "pt-BR": "De um novo.",
  }),
  is_active: described(flag().optional(), { en: "Of a new one.", "pt-BR": "De um novo." }),
  changes: changesField().optional(),
});
