import { createMiddleware } from "hono/factory";
import { type Permission, permissions, type TenantAccess } from "../../src/biterp/port";
import type { Bundled } from "./context";
import { notFound, Problem } from "./problems";

/** What a person may do in the tenant of the request. */
export interface Access {
  tenantId: string;
  /** The tenant's short name inside the search index. */
  tenantNumber: number;
  permissions: Permission[];
}

const byRole: Record<string, Permission[]> = {
  admin: [...permissions],
  manager: ["products:read", "products:create", "products:update"],
  viewer: ["products:read"],
};

/** The companies a person can reach, by name. */
export async function tenantsOf(db: D1Database, userId: string): Promise<TenantAccess[]> {
  const { results } = await db
    .prepare(
      `SELECT t.id AS tenant_id, t.slug AS tenant, t.company_name, m.role
       FROM biterp_memberships m JOIN biterp_tenants t ON t.id = m.tenant_id
       WHERE m.user_id = ? ORDER BY t.company_name, t.id`,
    )
    .bind(userId)
    .all<Omit<TenantAccess, "permissions">>();
  return results.map((row) => ({ ...row, permissions: byRole[row.role] ?? [] }));
}

/** Puts the person's access to `:tenant` into the context. Throws 404 when there is none, member or not. */
export const member = createMiddleware<Bundled>(async (c, next) => {
  const row = await c.env.DB.prepare(
    `SELECT t.id, t.number, m.role FROM biterp_memberships m JOIN biterp_tenants t ON t.id = m.tenant_id
     WHERE m.user_id = ? AND m.tenant_id = ?`,
  )
    .bind(c.var.user.id, c.req.param("tenant"))
    .first<{ id: string; number: number; role: string }>();
  if (!row) throw notFound();
  c.set("access", { tenantId: row.id, tenantNumber: row.number, permissions: byRole[row.role] ?? [] });
  await next();
});

/** Throws 403 `missing_permission` unless the role gives this permission. */
export const allowed = (permission: Permission) =>
  createMiddleware<Bundled>(async (c, next) => {
    if (!c.var.access.permissions.includes(permission)) {
      throw new Problem(403, "missing_permission", "The role does not allow this.", { permission });
    }
    await next();
  });
