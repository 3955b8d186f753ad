import type { Permission, TenantAccess } from "../biterp/port";
import { Failure } from "../errors";

/** Why the person may not do this here: the role lacks it, or the connection was not given it; undefined when allowed. */
export function missingPermission(
  tenant: TenantAccess,
  permission: Permission,
  scopes: readonly string[],
): Failure | undefined {
  if (tenant.permissions.includes(permission) && scopes.includes(permission)) return undefined;
  return Failure.of("forbidden", "error.forbidden", { permission }, { details: { permission } });
}
