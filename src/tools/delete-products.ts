import * as z from "zod";
import { say } from "../messages";
import { executeDeletion } from "../products/execute";
import { productReferences } from "../products/reference";
import { resolveDeletion } from "../products/resolve";
import { hints } from "../tool/declaration";
import { referenceItem, referenceShape } from "../tool/inputs";
import { multiItemTool } from "../tool/multi-item-tool";
import { type OperationWording, question } from "../tool/wording";

/** How a deletion is put to a person: called what it is, and that it can be undone. */
export const deletionWording: OperationWording = {
  question: question({
    en: {
      one: "Delete 1 product (can be restored)",
      many: "Delete {count} products (can be restored)",
      at: "at",
    },
    "pt-BR": {
      one: "Excluir 1 produto (pode ser restaurado)",
      many: "Excluir {count} produtos (podem ser restaurados)",
      at: "em",
    },
  }),
  settled: (language) => say(language, "product.already_deleted", {}),
};

/** The same where bitERP cannot undo it. */
export const finalDeletionWording: OperationWording = {
  question: question({
    en: {
      one: "Delete 1 product (cannot be restored here)",
      many: "Delete {count} products (cannot be restored here)",
      at: "at",
    },
    "pt-BR": {
      one: "Excluir 1 produto (não pode ser restaurado por aqui)",
      many: "Excluir {count} produtos (não podem ser restaurados por aqui)",
      at: "em",
    },
  }),
  settled: (language) => say(language, "product.already_deleted", {}),
};

/** Many products deleted in one call. */
export const deleteProducts = multiItemTool({
  name: "delete_products",
  title: { en: "Delete several products", "pt-BR": "Excluir vários produtos" },
  description: {
    en: "Deletes 1 to 50 products softly, found by id, SKU or whole name, after one confirmation for the whole set; answers for each.",
    "pt-BR":
      "Exclui de 1 a 50 produtos de forma reversível, achados por id, SKU ou nome inteiro, após uma única confirmação do conjunto; responde por cada um.",
  },
  withoutRestore: {
    description: {
      en: "Deletes 1 to 50 products, found by id, SKU or whole name, after one confirmation for the whole set; answers for each. Not undone here.",
      "pt-BR":
        "Exclui de 1 a 50 produtos, achados por id, SKU ou nome inteiro, após uma única confirmação do conjunto; responde por cada um. Não se desfaz por aqui.",
    },
    wording: finalDeletionWording,
  },
  permission: "products:delete",
  effect: "delete",
  hints: hints(false, true, true),
  asks: true,
  ...productReferences,
  references: true,
  itemsText: { en: "The products to delete.", "pt-BR": "Os produtos a excluir." },
  published: z.object(referenceShape()),
  item: referenceItem(),
  resolve: resolveDeletion,
  repeats: "share",
  execute: executeDeletion,
  wording: deletionWording,
});
