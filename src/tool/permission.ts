import type { Permission, TenantAccess } from "../biterp/port";
import { Failure } from "../errors";

/** Why the person's role may not do this, or undefined when it may. */
export function missingPermission(tenant: TenantAccess, permission: Permission): Failure | undefined {
  if (tenant.permissions.includes(permission)) return undefined;
  return Failure.of("forbidden", "error.forbidden", { permission }, { details: { permission } });
}
