import * as z from "zod";
import { readArguments } from "../arguments";
import type { Catalogue } from "../products/catalogue";
import { productReferences } from "../products/reference";
import { resolveLookUp } from "../products/resolve";
import { tenantOf, tenantRef } from "../tenancy/tenant";
import { hints, type ManyItems, type ToolDeclaration } from "../tool/declaration";
import { itemsOf, referenceItem, referenceShape, tenantId } from "../tool/inputs";
import { type ItemKind, planIn } from "../tool/multi-item-tool";
import { setOutput } from "../tool/output";
import { presentSet } from "../tool/present-operation";
import { readAll } from "../tool/read-items";
import { tenantQuestion } from "../tool/tenancy";
import { question } from "../tool/wording";

const input = z.object({
  tenant_id: tenantId(),
  items: itemsOf(z.object(referenceShape()), {
    en: "The products to look up.",
    "pt-BR": "Os produtos a consultar.",
  }),
});

const kind: ItemKind<ReturnType<typeof referenceItem>, Catalogue> = {
  ...productReferences,
  item: referenceItem(),
  references: true,
  resolve: resolveLookUp,
  repeats: "share",
};

const planned: ManyItems["plan"] = async (raw, tenant, context) => {
  const names = kind.namesIn(context.erp, tenant.tenant_id);
  const { read } = await readAll(kind, raw, names);
  return { read, items: await planIn(kind, tenant, "products:read", read, names, context) };
};

/** Many products in one call. */
export const getProducts: ToolDeclaration = {
  name: "get_products",
  title: { en: "Get several products", "pt-BR": "Ver vários produtos" },
  description: {
    en: "1 to 50 products by id, SKU or whole name; answers for each.",
    "pt-BR": "De 1 a 50 produtos por id, SKU ou nome inteiro; responde por cada um.",
  },
  permission: "products:read",
  effect: "read",
  hints: hints(true, false, true),
  input,
  output: setOutput(),
  many: { asks: false, references: true, plan: planned },
  wording: {
    question: question({
      en: { one: "Look up 1 product", many: "Look up {count} products", at: "at" },
      "pt-BR": { one: "Consultar 1 produto", many: "Consultar {count} produtos", at: "em" },
    }),
  },
  run: async (raw, context) => {
    const args = readArguments(input, raw);
    const tenant = await tenantOf(tenantQuestion(context, args.tenant_id, "read"));
    const { items } = await planned(args.items, tenant, context);
    return presentSet(items, tenantRef(tenant), context.caller.language);
  },
};
