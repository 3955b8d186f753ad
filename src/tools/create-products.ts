import * as z from "zod";
import { executeCreation } from "../products/execute";
import { draftShape } from "../products/fields";
import { productReferences } from "../products/reference";
import { resolveCreation } from "../products/resolve";
import { isStillThere } from "../products/twins";
import { hints } from "../tool/declaration";
import { eligibility } from "../tool/inputs";
import { multiItemTool } from "../tool/multi-item-tool";
import { creationWording } from "./create-product";

/** Many new products in one call. */
export const createProducts = multiItemTool({
  name: "create_products",
  title: { en: "Create several products", "pt-BR": "Criar vários produtos" },
  description: {
    en: "Creates 1 to 50 products; answers for each.",
    "pt-BR": "Cria de 1 a 50 produtos; responde por cada um.",
  },
  permission: "products:create",
  effect: "create",
  hints: hints(false, false, false),
  asks: false,
  itemsText: { en: "The products to create.", "pt-BR": "Os produtos a criar." },
  published: z.object(draftShape()),
  item: z.object({ ...draftShape(), ...eligibility() }),
  namesIn: productReferences.namesIn,
  labelOf: ({ name, sku }) => ({ name, ...(sku !== undefined && { sku }) }),
  resolve: (catalogue, { eligible: _, reason: __, ...draft }) => resolveCreation(catalogue, draft),
  repeats: "refuse",
  execute: executeCreation,
  stillThere: isStillThere,
  wording: creationWording,
});
