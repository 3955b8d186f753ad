import * as z from "zod";
import { visibleTenants } from "../tenancy/tenant";
import { hints, result, type ToolDeclaration } from "../tool/declaration";

/** The companies this connection may act in. */
export const listTenants: ToolDeclaration = {
  name: "list_tenants",
  title: { en: "List companies", "pt-BR": "Listar empresas" },
  description: {
    en: "The companies (tenants) the user can reach, with id, slug, name and the user's role.",
    "pt-BR": "As empresas (tenants) que o usuário alcança, com id, slug, nome e o papel do usuário.",
  },
  effect: "read",
  hints: hints(true, false, true),
  input: z.object({}),
  output: z.object({
    tenants: z.array(
      z.object({ tenant_id: z.string(), tenant: z.string(), company_name: z.string(), role: z.string() }),
    ),
  }),
  run: async (_, context) => {
    const tenants = await visibleTenants({ pinned: context.caller.pinned, rights: context.rights });
    return result({
      tenants: tenants.map(({ tenant_id, tenant, company_name, role }) => ({
        tenant_id,
        tenant,
        company_name,
        role,
      })),
    });
  },
};
