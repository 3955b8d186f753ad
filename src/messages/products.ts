import { both } from "./both";
import { quote } from "./quote";

type Nothing = Record<string, never>;

/** Wording about products: why one is not clear, and what would change. */
export const productMessages = both({
  en: {
    "product.ambiguous": (v: { typed: string; total: number; atLeast?: boolean }) =>
      `${quote(v.typed)} fits ${v.atLeast ? "at least " : ""}${v.total} products, those listed among them. Say which one by id or SKU.`,
    "product.other_meant": (v: { typed: string; name: string; sku: string }) =>
      `${quote(v.typed)} does not fit what was found: ${quote(v.name)}${v.sku && `, SKU ${quote(v.sku)}`}. Name one product, by its id alone if need be.`,
    "product.sku_taken": (v: { sku: string }) => `The SKU ${quote(v.sku)} belongs to another product.`,
    "product.sku_lost_digits": (v: { typed: string }) =>
      `${quote(v.typed)} is what a spreadsheet makes of a long SKU: most of its digits are lost. Give the SKU as text, with all its digits.`,
    "product.nothing_to_update": (_: Nothing) =>
      "Nothing to change was named. Give at least one of name, sale_price, description, is_active.",
    "product.reference_missing": (_: Nothing) => "Say which product: id, sku or name.",
    "product.name": (_: Nothing) => "name",
    "product.price": (_: Nothing) => "price",
    "product.description": (_: Nothing) => "description",
    "product.status": (_: Nothing) => "status",
    "product.active": (_: Nothing) => "active",
    "product.inactive": (_: Nothing) => "inactive",
    "product.empty": (_: Nothing) => "empty",
    "product.already_deleted": (_: Nothing) => "already deleted",
    "product.already_live": (_: Nothing) => "not deleted",
    "product.already_created": (_: Nothing) => "already created",
    "product.unchanged": (_: Nothing) => "already so",
    // In these two the name is quoted already, whole or cut as the place allows.
    "product.becomes_free": (v: { name: string }) => `the price of ${v.name} becomes 0`,
    "product.price_leaps": (v: { name: string; from: string; to: string }) =>
      `the price of ${v.name} goes from ${v.from} to ${v.to}`,
  },
  "pt-BR": {
    "product.ambiguous": (v) =>
      `${quote(v.typed)} serve para ${v.atLeast ? "ao menos " : ""}${v.total} produtos, entre eles os listados. Diga qual pelo id ou SKU.`,
    "product.other_meant": (v) =>
      `${quote(v.typed)} não corresponde ao que foi encontrado: ${quote(v.name)}${v.sku && `, SKU ${quote(v.sku)}`}. Cite um só produto, se preciso apenas pelo id.`,
    "product.sku_taken": (v) => `O SKU ${quote(v.sku)} é de outro produto.`,
    "product.sku_lost_digits": (v) =>
      `${quote(v.typed)} é o que uma planilha faz de um SKU longo: a maioria dos dígitos se perdeu. Informe o SKU como texto, com todos os dígitos.`,
    "product.nothing_to_update": () =>
      "Nada a alterar foi informado. Informe ao menos um de name, sale_price, description, is_active.",
    "product.reference_missing": () => "Diga qual produto: id, sku ou name.",
    "product.name": () => "nome",
    "product.price": () => "preço",
    "product.description": () => "descrição",
    "product.status": () => "situação",
    "product.active": () => "ativo",
    "product.inactive": () => "inativo",
    "product.empty": () => "vazia",
    "product.already_deleted": () => "já excluído",
    "product.already_live": () => "não está excluído",
    "product.already_created": () => "já criado",
    "product.unchanged": () => "já está assim",
    "product.becomes_free": (v) => `o preço de ${v.name} passa a 0`,
    "product.price_leaps": (v) => `o preço de ${v.name} vai de ${v.from} para ${v.to}`,
  },
});
