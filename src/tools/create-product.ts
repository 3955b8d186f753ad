import * as z from "zod";
import { say } from "../messages";
import { Catalogue } from "../products/catalogue";
import { describeChanges } from "../products/describe";
import { executeCreation } from "../products/execute";
import { draftShape } from "../products/fields";
import { resolveCreation } from "../products/resolve";
import { isStillThere } from "../products/twins";
import { hints } from "../tool/declaration";
import { idempotencyKey, tenantId } from "../tool/inputs";
import { singleWriteTool } from "../tool/single-write-tool";
import { type OperationWording, question } from "../tool/wording";

/** How a creation is put to a person. */
export const creationWording: OperationWording = {
  question: question({
    en: { one: "Create 1 product", many: "Create {count} products", at: "at" },
    "pt-BR": { one: "Criar 1 produto", many: "Criar {count} produtos", at: "em" },
  }),
  describe: describeChanges,
  settled: (language) => say(language, "product.already_created", {}),
};

/** One new product. */
export const createProduct = singleWriteTool({
  name: "create_product",
  title: { en: "Create a product", "pt-BR": "Criar um produto" },
  description: { en: "Creates one product.", "pt-BR": "Cria um produto." },
  permission: "products:create",
  effect: "create",
  hints: hints(false, false, false),
  input: z.object({ tenant_id: tenantId(), ...draftShape(), idempotency_key: idempotencyKey() }),
  resolve: (erp, tenant, { name, sale_price, description, sku, is_active }) =>
    resolveCreation(new Catalogue(erp, tenant), { name, sale_price, description, sku, is_active }),
  execute: executeCreation,
  stillThere: isStillThere,
  present: (item) => ({ ...item.entry }),
  wording: creationWording,
});
