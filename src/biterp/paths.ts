import type { ProductQuery } from "./port";
import { notFound } from "./problems";

/**
 * An id as one segment of a path. What would name another path is no id of anything.
 * @throws Failure `not_found`
 */
function segment(id: string): string {
  if (id === "" || id === "." || id === ".." || !id.isWellFormed()) throw notFound(id);
  return encodeURIComponent(id);
}

/** `/v1/tenants/{tenant}/products` */
export function productsPath(tenantId: string): string {
  return `/v1/tenants/${segment(tenantId)}/products`;
}

/** `/v1/tenants/{tenant}/products/{id}` */
export function productPath(tenantId: string, id: string): string {
  return `${productsPath(tenantId)}/${segment(id)}`;
}

/** The company that a path of ours is about; undefined for the person's own. */
export function tenantIn(path: string): string | undefined {
  const segment = /^\/v1\/tenants\/([^/?]+)\//.exec(path)?.[1];
  return segment === undefined ? undefined : decodeURIComponent(segment);
}

/** A list's filters as a query string, `?` included; what is not set is not sent. */
export function queryString(query: ProductQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") parameters.set(name, String(value));
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
