import type { DeclaredTool } from "../docs/registry.ts";

export const languages = ["pt-BR", "en"] as const;
export type Language = (typeof languages)[number];
type Words = Record<Language, string>;

/** How an argument is called in a sentence, and how a person is asked for it. */
interface Asked {
  label: Words;
  prompt: Words;
}

const asked = (label: [string, string], prompt: [string, string]): Asked => ({
  label: { "pt-BR": label[0], en: label[1] },
  prompt: { "pt-BR": prompt[0], en: prompt[1] },
});

const products: [string, string] = ["os produtos", "the products"];

const byName: Record<string, Asked> = {
  tenant_id: asked(["a empresa", "the company"], ["Em qual empresa?", "In which company?"]),
  search: asked(["o que procurar", "what to look for"], ["O que devo procurar?", "What shall I look for?"]),
  active_only: asked(
    ["se só os ativos", "whether only active ones"],
    ["Mostrar só os produtos ativos?", "Show active products only?"],
  ),
  cursor: asked(
    ["a página seguinte", "the next page"],
    ["Continuar de que página?", "Go on from which page?"],
  ),
  limit: asked(["quantos por página", "how many per page"], ["Quantos por página?", "How many per page?"]),
  id: asked(["o id do produto", "the product's id"], ["Informe o id do produto.", "Give the product's id."]),
  target_tool: asked(
    ["a ferramenta", "the tool"],
    ["Verificar para qual operação?", "Check for which tool?"],
  ),
  subject: asked(products, ["Quais produtos?", "Which products?"]),
  name: asked(["o nome", "the name"], ["Qual é o nome do produto?", "What is the product's name?"]),
  sale_price: asked(["o preço de venda", "the sale price"], ["Qual é o preço?", "What is the price?"]),
  description: asked(["a descrição", "the description"], ["Qual é a descrição?", "What is the description?"]),
  sku: asked(["o SKU", "the SKU"], ["Qual é o SKU?", "What is the SKU?"]),
  is_active: asked(
    ["se fica ativo", "whether it is active"],
    ["O produto fica ativo?", "Is the product active?"],
  ),
  operation_id: asked(
    ["o id da operação", "the operation's id"],
    ["Informe o id da operação.", "Give the operation's id."],
  ),
};

/** Lists of products are asked for by what is to be done with them. */
const itemsByEffect: Partial<Record<DeclaredTool["effect"], Asked>> = {
  read: asked(products, ["Informe quais produtos deseja ver.", "Say which products to look at."]),
  create: asked(products, [
    "Informe quais produtos deseja criar e o preço de cada um.",
    "Say which products to create, and each one's price.",
  ]),
  update: asked(products, [
    "Informe quais produtos deseja alterar e o que muda em cada um.",
    "Say which products to change, and what changes in each.",
  ]),
  delete: asked(products, ["Informe quais produtos deseja excluir.", "Say which products to delete."]),
  restore: asked(products, ["Informe quais produtos deseja restaurar.", "Say which products to restore."]),
};

/** @throws Error for an argument that nobody has found words for: they are to be added here */
export function wordsOf(tool: DeclaredTool, argument: string): Asked {
  const found = argument === "items" ? itemsByEffect[tool.effect] : byName[argument];
  if (!found) throw new Error(`scripts/agent-config/words.ts has no words for ${argument} of ${tool.name}`);
  return found;
}

/**
 * The words of a person's sentence by which a runtime picks the tool. What is done to products stands with the tools of
 * many, which also take one; those of one need an id that a person seldom knows.
 */
const keywords: Record<string, Record<Language, string[]>> = {
  get_user_data: { "pt-BR": ["quem sou eu", "meu usuário"], en: ["who am i", "my user"] },
  list_tenants: { "pt-BR": ["minhas empresas", "quais empresas"], en: ["my companies", "which companies"] },
  select_tenant: { "pt-BR": ["usar a empresa", "trocar de empresa"], en: ["use company", "switch company"] },
  list_products: {
    "pt-BR": ["listar", "buscar", "procurar", "quais produtos"],
    en: ["list", "search", "find", "which products"],
  },
  get_product: { "pt-BR": ["produto de id"], en: ["product with id"] },
  get_products: {
    "pt-BR": ["ver", "mostrar", "consultar", "quanto custa"],
    en: ["show", "look up", "price of"],
  },
  validate_products: { "pt-BR": ["verificar", "validar"], en: ["check", "validate"] },
  create_product: { "pt-BR": ["criar um só produto"], en: ["create a single product"] },
  create_products: {
    "pt-BR": ["criar", "cadastrar", "incluir", "adicionar"],
    en: ["create", "add", "register"],
  },
  update_product: { "pt-BR": ["alterar o produto de id"], en: ["update the product with id"] },
  update_products: {
    "pt-BR": ["alterar", "mudar", "atualizar", "reajustar", "preço", "renomear"],
    en: ["update", "change", "price", "rename"],
  },
  delete_product: { "pt-BR": ["excluir o produto de id"], en: ["delete the product with id"] },
  delete_products: {
    "pt-BR": ["excluir", "apagar", "remover", "deletar", "cancelar"],
    en: ["delete", "remove", "cancel"],
  },
  restore_products: { "pt-BR": ["restaurar", "recuperar", "trazer de volta"], en: ["restore", "bring back"] },
  cancel_operation: { "pt-BR": ["parar a operação"], en: ["stop the operation"] },
  get_operation: {
    "pt-BR": ["o que aconteceu", "ver a operação"],
    en: ["what happened", "look at the operation"],
  },
};

/** @throws Error for a tool without any */
export function keywordsOf(tool: DeclaredTool, language: Language): string[] {
  const found = keywords[tool.name]?.[language];
  if (!found) throw new Error(`scripts/agent-config/words.ts has no keywords for ${tool.name}`);
  return found;
}
