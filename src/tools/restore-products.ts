import * as z from "zod";
import { say } from "../messages";
import { executeRestoration } from "../products/execute";
import { productReferences } from "../products/reference";
import { resolveRestoration } from "../products/resolve";
import { hints } from "../tool/declaration";
import { referenceItem, referenceShape } from "../tool/inputs";
import { multiItemTool } from "../tool/multi-item-tool";
import { question } from "../tool/wording";

/** Many deletions undone in one call. */
export const restoreProducts = multiItemTool({
  name: "restore_products",
  title: { en: "Restore deleted products", "pt-BR": "Restaurar produtos excluídos" },
  description: {
    en: "Brings 1 to 50 deleted products back, found by id, SKU or whole name; answers for each.",
    "pt-BR": "Traz de volta de 1 a 50 produtos excluídos, por id, SKU ou nome inteiro; responde por cada um.",
  },
  permission: "products:update",
  needs: "restore",
  effect: "restore",
  hints: hints(false, false, true),
  asks: false,
  ...productReferences,
  references: true,
  itemsText: { en: "The products to restore.", "pt-BR": "Os produtos a restaurar." },
  published: z.object(referenceShape()),
  item: referenceItem(),
  resolve: resolveRestoration,
  repeats: "share",
  execute: executeRestoration,
  wording: {
    question: question({
      en: { one: "Restore 1 product", many: "Restore {count} products", at: "at" },
      "pt-BR": { one: "Restaurar 1 produto", many: "Restaurar {count} produtos", at: "em" },
    }),
    settled: (language) => say(language, "product.already_live", {}),
  },
});
