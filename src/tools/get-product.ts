import * as z from "zod";
import { readArguments } from "../arguments";
import { SINGLE_DESCRIPTION, shownProduct } from "../products/shape";
import { readInTenant, tenantRef } from "../tenancy/tenant";
import { hints, result, type ToolDeclaration } from "../tool/declaration";
import { productId, tenantId } from "../tool/inputs";
import { anyObject, tenantOutput } from "../tool/output";
import { tenantQuestion } from "../tool/tenancy";

const input = z.object({ tenant_id: tenantId(), id: productId() });

/** One product by id. */
export const getProduct: ToolDeclaration = {
  name: "get_product",
  title: { en: "Get a product", "pt-BR": "Ver um produto" },
  description: { en: "One product by its id.", "pt-BR": "Um produto pelo id." },
  permission: "products:read",
  effect: "read",
  hints: hints(true, false, true),
  input,
  output: z.object({ tenant: tenantOutput(), product: anyObject() }),
  run: async (raw, context) => {
    const { tenant_id, id } = readArguments(input, raw);
    const { tenant, value } = await readInTenant(tenantQuestion(context, tenant_id, "read"), (tenantId) =>
      context.erp.getProduct(tenantId, id),
    );
    return result({ tenant: { ...tenantRef(tenant) }, product: shownProduct(value, SINGLE_DESCRIPTION) });
  },
};
