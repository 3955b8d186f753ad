import type { Permission, TenantAccess } from "../biterp/port";
import { Failure } from "../errors";

/** Why the person may not do this here: the role lacks it, or the connection was not given it; undefined when allowed. */
export function missingPermission(
  tenant: TenantAccess,
  permission: Permission,
  scopes: readonly string[],
): Failure | undefined {
  const may = tenant.permissions.includes(permission);
  if (may && scopes.includes(permission)) return undefined;
  // To connect again would not help a role that lacks it.
  const why = may ? "operation.scope_missing" : "error.forbidden";
  return Failure.of("forbidden", why, { permission }, { details: { permission } });
}
