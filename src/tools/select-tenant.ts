import * as z from "zod";
import { described, identifier, readArguments } from "../arguments";
import { tenantOf, tenantRef } from "../tenancy/tenant";
import { hints, result, type ToolDeclaration } from "../tool/declaration";
import { tenantOutput } from "../tool/output";
import { tenantQuestion } from "../tool/tenancy";

const input = z.object({
  tenant_id: described(identifier(), {
    en: "Company id or slug, from list_tenants.",
    "pt-BR": "Id ou slug da empresa, de list_tenants.",
  }),
});

/** The company that reads of this connection use when they name none. */
export const selectTenant: ToolDeclaration = {
  name: "select_tenant",
  title: { en: "Choose the company for reads", "pt-BR": "Escolher a empresa das consultas" },
  description: {
    en: "Sets the company that reads use when they name none. Writes still name theirs.",
    "pt-BR": "Define a empresa das consultas que não citam uma. Escritas continuam citando a sua.",
  },
  effect: "session",
  hints: hints(false, false, true),
  input,
  output: z.object({ tenant: tenantOutput() }),
  run: async (raw, context) => {
    const args = readArguments(input, raw);
    const tenant = await tenantOf(tenantQuestion(context, args.tenant_id, "write"));
    await context.session.select(context.caller.connectionId, tenant.tenant_id);
    return result({ tenant: { ...tenantRef(tenant) } });
  },
};
