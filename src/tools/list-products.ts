import * as z from "zod";
import { count, described, flag, identifier, limits, readArguments, text } from "../arguments";
import type { ProductPage } from "../biterp/port";
import type { TenantRef } from "../multi-item/operation";
import { LIST_DESCRIPTION, shownProduct } from "../products/shape";
import { readInTenant, tenantRef } from "../tenancy/tenant";
import { hints, result, type ToolDeclaration } from "../tool/declaration";
import { fitResult, sizeOf, TEXT_LIMIT } from "../tool/fit-result";
import { tenantId } from "../tool/inputs";
import { anyObject, tenantOutput } from "../tool/output";
import { tenantQuestion } from "../tool/tenancy";

const input = z.object({
  tenant_id: tenantId(),
  search: described(text(limits.search, { oneLine: true }).optional(), {
    en: "Words to find in name, SKU or description.",
    "pt-BR": "Palavras a achar em nome, SKU ou descrição.",
  }),
  active_only: described(flag().optional(), {
    en: "Leave inactive products out.",
    "pt-BR": "Deixar de fora os inativos.",
  }),
  cursor: described(identifier(4_096).optional(), {
    en: "next_cursor of the page before.",
    "pt-BR": "next_cursor da página anterior.",
  }),
  limit: described(count(1, 100, 20), {
    en: "Products per page; 20 if left out.",
    "pt-BR": "Produtos por página; 20 se omitido.",
  }),
});

/** A page of a company's products. */
export const listProducts: ToolDeclaration = {
  name: "list_products",
  title: { en: "List products", "pt-BR": "Listar produtos" },
  description: {
    en: "Lists or searches a company's products, page by page, in order of name. Case and accents do not matter.",
    "pt-BR":
      "Lista ou busca produtos de uma empresa, página a página, em ordem de nome. Maiúsculas e acentos não importam.",
  },
  permission: "products:read",
  effect: "read",
  hints: hints(true, false, true),
  input,
  output: z.object({
    tenant: tenantOutput(),
    products: z.array(anyObject()),
    has_next_page: z.boolean(),
    next_cursor: z.string().optional(),
  }),
  run: async (raw, context) => {
    const { tenant_id, search, active_only, cursor, limit } = readArguments(input, raw);
    const pageOf = (tenantId: string, most: number) =>
      context.erp.listProducts(tenantId, { search, active_only, cursor, limit: most });
    const { tenant, value } = await readInTenant(tenantQuestion(context, tenant_id, "read"), (tenantId) =>
      pageOf(tenantId, limit),
    );
    let page = shownPage(tenantRef(tenant), value);
    // bitERP alone can say where a shorter page ends, so it is asked for one; products may grow longer meanwhile.
    for (let most = rowsThatFit(page); most < page.products.length; most = rowsThatFit(page)) {
      page = shownPage(tenantRef(tenant), await pageOf(tenant.tenant_id, most));
      if (page.products.length > most) break;
    }
    return result(page);
  },
};

function shownPage(tenant: TenantRef, { data, has_next_page, next_cursor }: ProductPage) {
  const more = has_next_page && next_cursor !== undefined;
  return {
    tenant: { ...tenant },
    products: data.map((product) => shownProduct(product, LIST_DESCRIPTION)),
    has_next_page: more,
    ...(more && next_cursor !== undefined && { next_cursor }),
  };
}

/** What a cursor may take, in characters. */
const CURSOR = 4_200;

/** How many of a page's products a host takes in one result, with the descriptions given up if need be; at least one. */
function rowsThatFit(page: ReturnType<typeof shownPage>): number {
  const { length } = page.products;
  if (length <= 1 || fitResult(page).fits) return length;
  let room = TEXT_LIMIT - CURSOR - sizeOf({ ...page, products: [], next_cursor: "" });
  const rows = page.products.findIndex((product) => {
    room -= sizeOf({ ...product, description: "", description_truncated: true }) + 1;
    return room < 0;
  });
  return rows === -1 ? length - 1 : Math.max(1, rows);
}
