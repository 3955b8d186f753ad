import { isAnother, requireAsAsked } from "./changed";
import { type ListPage, lookUp } from "./over-mcp/look-up";
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
    async listProducts(tenantId, query, call) {
      const page = await erp.listProducts(tenantId, query, call);
      const { sku, deleted, active_only } = query;
      if (!sku || page.data.every((product) => product.sku === sku)) return fitting(page, query);
      // It does not filter by SKU, so the product may stand on any page: it is searched for.
      const list: ListPage = async (args) => {
        const found = await erp.listProducts(tenantId, { ...args, deleted }, call);
        const products = fitting(found, { ...args, deleted, active_only }).data;
        return { products, shortened: new Set(), next_cursor: found.next_cursor };
      };
      return lookUp(query, list, (id) => erp.getProduct(tenantId, id, { deleted: "include" }, call));
    },
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
  const fits = (product: Product) =>
    (deleted === "include" || (product.deleted_at !== undefined) === (deleted === "only")) &&
    (!sku || product.sku === sku) &&
    (!active_only || product.is_active);
  const data = page.data.filter(fits);
  if (data.length === page.data.length) return page;
  // What bitERP counted are not the products that fit; other pages may hold more of those.
  const partly = page.has_next_page || query.cursor !== undefined;
  return { ...page, data, total: data.length, ...(partly && { totalIsAtLeast: true }) };
}
