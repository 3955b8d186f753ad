import { isAnother, requireAsAsked } from "./changed";
import type { BitErp, Product, ProductPage, ProductQuery } from "./port";
import { brokenAnswer, deleted } from "./problems";

/**
 * bitERP as far as it can be believed, whichever way it is reached. Each write has to show what was asked, a single read
 * the product that was asked for, and a list only rows that fit its filters: otherwise a bitERP that ignores `sku` or
 * `deleted` would have the first product of its list taken for the one that was meant.
 */
export function checked(erp: BitErp): BitErp {
  return {
    me: (call) => erp.me(call),
    tenants: (call) => erp.tenants(call),
    listProducts: async (tenantId, query, call) =>
      fitting(await erp.listProducts(tenantId, query, call), query),
    async getProduct(tenantId, id, options, call) {
      const product = await erp.getProduct(tenantId, id, options, call);
      if (isAnother(product, id)) throw brokenAnswer();
      if (product.deleted_at !== undefined && options?.deleted === undefined)
        throw deleted(product.deleted_at);
      return product;
    },
    createProduct: async (tenantId, draft, call) =>
      requireAsAsked({ kind: "create", draft }, undefined, await erp.createProduct(tenantId, draft, call)),
    updateProduct: async (tenantId, id, changes, call) =>
      requireAsAsked({ kind: "update", changes }, id, await erp.updateProduct(tenantId, id, changes, call)),
    deleteProduct: async (tenantId, id, call) =>
      requireAsAsked({ kind: "delete" }, id, await erp.deleteProduct(tenantId, id, call)),
    restoreProduct: async (tenantId, id, call) =>
      requireAsAsked({ kind: "restore" }, id, await erp.restoreProduct(tenantId, id, call)),
  };
}

/** A page without the rows that were not asked for. Names are for whoever compares them: there are many ways to fold. */
function fitting(page: ProductPage, query: ProductQuery): ProductPage {
  const { deleted = "exclude", sku, active_only } = query;
  const seen = new Set<string>();
  const fits = (product: Product) =>
    // One that ignores the cursor serves its first page again and again.
    !seen.has(product.id) &&
    seen.add(product.id) &&
    (deleted === "include" || (product.deleted_at !== undefined) === (deleted === "only")) &&
    (!sku || product.sku === sku) &&
    (!active_only || product.is_active);
  const data = page.data.filter(fits);
  if (data.length === page.data.length) return page;
  // What bitERP counted are not the products that fit; other pages may hold more of those.
  const partly = page.has_next_page || query.cursor !== undefined;
  return { ...page, data, total: data.length, ...(partly && { totalIsAtLeast: true }) };
}
