import { env } from "cloudflare:workers";
import { bundledBitErp } from "../../../sandbox/biterp/index";
import type { Product, ProductPage } from "../../../src/biterp/port";

export const erp = bundledBitErp(env, env.SIGNING_SECRET);

export interface Reply<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

/** Sends one request as this person. */
export async function send<T = Record<string, unknown>>(
  userId: string,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply<T>> {
  const response = await erp.fetch(
    new Request(erp.baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${await erp.tokenFor(userId)}`, ...options.headers },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    }),
  );
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

/** The product routes of one company, as one person. */
export function productsOf(userId: string, tenantId: string) {
  const base = `/v1/tenants/${tenantId}/products`;
  type Headers = Record<string, string>;
  return {
    list: (query: Record<string, string> = {}) =>
      send<ProductPage>(userId, "GET", `${base}?${new URLSearchParams(query)}`),
    get: (id: string, query = "") => send<Product>(userId, "GET", `${base}/${id}${query}`),
    create: (body: unknown, headers: Headers = {}) => send<Product>(userId, "POST", base, { body, headers }),
    patch: (id: string, body: unknown, headers: Headers = {}) =>
      send<Product>(userId, "PATCH", `${base}/${id}`, { body, headers }),
    remove: (id: string, headers: Headers = {}) =>
      send<Product>(userId, "DELETE", `${base}/${id}`, { headers }),
    restore: (id: string, headers: Headers = {}) =>
      send<Product>(userId, "POST", `${base}/${id}/restore`, { headers }),
    /** Names that a query finds, in order. */
    names: async (query: Record<string, string>) => {
      const { body } = await send<ProductPage>(
        userId,
        "GET",
        `${base}?${new URLSearchParams({ limit: "100", ...query })}`,
      );
      if (body.total !== body.data.length) throw new Error(`total ${body.total}, rows ${body.data.length}`);
      return body.data.map((product) => product.name);
    },
  };
}
