import * as z from "zod";
import { executeUpdate } from "../products/execute";
import { changesField } from "../products/fields";
import { productReferences } from "../products/reference";
import { resolveUpdate } from "../products/resolve";
import { hints } from "../tool/declaration";
import { eligibility, referenceShape } from "../tool/inputs";
import { multiItemTool } from "../tool/multi-item-tool";
import { updateWording } from "./update-product";

/** Many products changed in one call. */
export const updateProducts = multiItemTool({
  name: "update_products",
  title: { en: "Update several products", "pt-BR": "Alterar vários produtos" },
  description: {
    en: "Changes 1 to 50 products, found by id, SKU or whole name, after one confirmation for the whole set; answers for each.",
    "pt-BR":
      "Altera de 1 a 50 produtos, achados por id, SKU ou nome inteiro, após uma única confirmação do conjunto; responde por cada um.",
  },
  permission: "products:update",
  effect: "update",
  hints: hints(false, true, true),
  asks: true,
  itemsText: { en: "Products, each with its changes.", "pt-BR": "Produtos, cada um com suas mudanças." },
  published: z.object({ ...referenceShape(), changes: changesField() }),
  item: z.object({ ...referenceShape(), changes: changesField(), ...eligibility() }),
  ...productReferences,
  resolve: resolveUpdate,
  repeats: "refuse",
  execute: executeUpdate,
  wording: updateWording,
});
