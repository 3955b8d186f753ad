import type { BitErp, Product, TenantAccess } from "../../../../src/biterp/port";
import { Failure, failureMessage } from "../../../../src/errors";

/** How bitERP's tools answer. */
export interface Form {
  /** Default: structured content beside the text. */
  as?: "structured" | "text";
  /** `bare`: lists are arrays. */
  lists?: "object" | "bare";
  /** Companies are known by their slug alone. */
  slugs?: boolean;
  /** Errors: as JSON with a code, or as prose. */
  errors?: "codes" | "prose";
  /** In place of what a tool would answer. */
  instead?: (tool: string, args: { cursor?: string }) => object | undefined;
}

type Args = Record<string, string | number | boolean | undefined>;

/** bitERP's seven tools as it documents them, over a bitERP behind. */
export function sevenTools(erp: BitErp, form: Form) {
  let companies: Promise<TenantAccess[]> | undefined;
  const tenantOf = async (typed: unknown): Promise<string> => {
    companies ??= erp.tenants();
    const known = (await companies).find((one) => one.tenant_id === typed || one.tenant === typed);
    return known?.tenant_id ?? String(typed);
  };
  const shown = ({ etag: _, ...product }: Product) => ({ ...product, internal_cost: 12 });

  async function value(tool: string, { tenant_id, id, ...args }: Args): Promise<object> {
    if (tool === "get_user_data") return erp.me();
    if (tool === "list_tenants") {
      const rows = (await erp.tenants()).map(({ tenant_id: uuid, tenant, company_name, role }) =>
        form.slugs ? { tenant, company_name, role } : { tenant_id: uuid, tenant, company_name, role },
      );
      return form.lists === "bare" ? rows : { tenants: rows };
    }
    const tenant = await tenantOf(tenant_id);
    const product = async (work: Promise<Product>) => ({ tenant, product: shown(await work) });
    if (tool === "list_products") {
      const page = await erp.listProducts(tenant, args);
      const rows = page.data.map(shown);
      return form.lists === "bare"
        ? rows
        : { products: rows, has_next_page: page.has_next_page, next_cursor: page.next_cursor ?? null };
    }
    if (tool === "get_product") return product(erp.getProduct(tenant, String(id)));
    if (tool === "create_product") return product(erp.createProduct(tenant, args as never));
    if (tool === "update_product") return product(erp.updateProduct(tenant, String(id), args));
    if (tool === "delete_product") return product(erp.deleteProduct(tenant, String(id)));
    throw new Error("Unknown tool: SECRET");
  }

  return async (tool: string, args: Args): Promise<object> => {
    const instead = form.instead?.(tool, args);
    if (instead) return instead;
    try {
      const answer = await value(tool, args);
      const content = [{ type: "text", text: JSON.stringify(answer) }];
      return form.as === "text" || Array.isArray(answer)
        ? { content }
        : { content, structuredContent: answer };
    } catch (error) {
      return { content: [{ type: "text", text: errorText(error, form) }], isError: true };
    }
  };
}

function errorText(error: unknown, form: Form): string {
  if (!(error instanceof Failure)) return "Something SECRET broke";
  const { code, parameter, details } = error.record;
  if (form.errors === "prose") return `Error executing tool: ${failureMessage(error.record, "pt-BR")}`;
  return JSON.stringify({ error: { code, message: "SECRET", parameter, details } });
}
