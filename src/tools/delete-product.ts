import * as z from "zod";
import { Catalogue } from "../products/catalogue";
import { executeDeletion } from "../products/execute";
import { resolveDeletion } from "../products/resolve";
import { lastWriteWins } from "../products/single";
import { hints } from "../tool/declaration";
import { idempotencyKey, productId, tenantId } from "../tool/inputs";
import { singleWriteTool } from "../tool/single-write-tool";
import { deletionWording, finalDeletionWording } from "./delete-products";

/** One product deleted, softly. */
export const deleteProduct = singleWriteTool({
  name: "delete_product",
  title: { en: "Delete a product", "pt-BR": "Excluir um produto" },
  description: {
    en: "Deletes one product softly; it can be restored.",
    "pt-BR": "Exclui um produto de forma reversível; pode ser restaurado.",
  },
  withoutRestore: {
    description: {
      en: "Deletes one product; this is not undone here.",
      "pt-BR": "Exclui um produto; isto não se desfaz por aqui.",
    },
    wording: finalDeletionWording,
  },
  permission: "products:delete",
  effect: "delete",
  hints: hints(false, true, true),
  input: z.object({ tenant_id: tenantId(), id: productId(), idempotency_key: idempotencyKey() }),
  resolve: async (erp, tenant, { id }) =>
    lastWriteWins(await resolveDeletion(new Catalogue(erp, tenant), { id })),
  execute: executeDeletion,
  present: ({ label, entry }) => ({
    product: { ...label, ...deletedAt(entry) },
    deleted: true,
    ...already(entry),
  }),
  wording: deletionWording,
});

const deletedAt = (entry: { deleted_at?: unknown } | undefined) =>
  typeof entry?.deleted_at === "string" ? { deleted_at: entry.deleted_at } : {};
const already = (entry: { already_deleted?: unknown } | undefined) =>
  entry?.already_deleted === true ? { already_deleted: true } : {};
