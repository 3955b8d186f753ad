import type { TenantQuestion } from "../tenancy/tenant";
import type { ToolContext } from "./context";

/** The question of which company this call acts on. */
export function tenantQuestion(
  context: ToolContext,
  argument: string | undefined,
  effect: "read" | "write",
): TenantQuestion {
  return {
    argument,
    effect,
    pinned: context.caller.pinned,
    rights: context.rights,
    selected: async () => (await context.session.state(context.caller.connectionId)).selected_tenant_id,
  };
}
