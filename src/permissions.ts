/** bitERP's permissions, which are this server's OAuth scopes too. */
export const permissions = [
  "products:read",
  "products:create",
  "products:update",
  "products:delete",
] as const;
export type Permission = (typeof permissions)[number];
