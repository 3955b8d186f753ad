import * as z from "zod";
import { say } from "../messages";
import { Catalogue } from "../products/catalogue";
import { describeChanges, warnings } from "../products/describe";
import { executeUpdate } from "../products/execute";
import { changesShape } from "../products/fields";
import { resolveUpdate } from "../products/resolve";
import { lastWriteWins } from "../products/single";
import { hints } from "../tool/declaration";
import { idempotencyKey, productId, tenantId } from "../tool/inputs";
import { singleWriteTool } from "../tool/single-write-tool";
import { type OperationWording, question } from "../tool/wording";

/** How an update is put to a person: old and new values, and what to look at twice. */
export const updateWording: OperationWording = {
  question: question({
    en: { one: "Change 1 product", many: "Change {count} products", at: "at" },
    "pt-BR": { one: "Alterar 1 produto", many: "Alterar {count} produtos", at: "em" },
  }),
  settled: (language) => say(language, "product.unchanged", {}),
  describe: describeChanges,
  warnings,
};

/** One changed product. */
export const updateProduct = singleWriteTool({
  name: "update_product",
  title: { en: "Update a product", "pt-BR": "Alterar um produto" },
  description: {
    en: "Changes the named fields of one product; the others stay.",
    "pt-BR": "Altera os campos informados de um produto; os outros ficam.",
  },
  permission: "products:update",
  effect: "update",
  hints: hints(false, true, true),
  input: z.object({
    tenant_id: tenantId(),
    id: productId(),
    ...changesShape(),
    idempotency_key: idempotencyKey(),
  }),
  resolve: async (erp, tenant, { id, name, sale_price, description, is_active }) =>
    lastWriteWins(
      await resolveUpdate(new Catalogue(erp, tenant), {
        id,
        changes: { name, sale_price, description, is_active },
      }),
    ),
  execute: executeUpdate,
  present: (item) => ({ ...item.entry }),
  wording: updateWording,
});
