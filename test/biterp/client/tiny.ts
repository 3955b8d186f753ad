import type { Product } from "../../../src/biterp/port";

/** What a tiny bitERP holds. */
export interface Tiny {
  products: Map<string, Product>;
  /** The headers of the last request. */
  headers: Headers;
  fetch(request: Request): Promise<Response>;
  /** Forgets every key. */
  forget(): void;
}

const at = "2026-01-01T00:00:00-03:00";
const json = (body: object, status = 200) =>
  Response.json(body, {
    status,
    headers: { "Content-Type": status < 300 ? "application/json" : "application/problem+json" },
  });

/** Just enough of the HTTP contract to try the client on: one company, products in a map, keys honoured. */
export function tinyBitErp(): Tiny {
  const products = new Map<string, Product>();
  const answers = new Map<string, { request: string; body: Product }>();
  let version = 0;
  const put = (product: Omit<Product, "etag">): Product => {
    const stored = { ...product, etag: `"v${++version}"` };
    products.set(product.id, stored);
    return stored;
  };
  const blank = { description: "", sku: "", is_active: true, created_at: at, updated_at: at };
  put({ ...blank, id: "p1", name: "Café Torrado 500g", sale_price: 19.9, sku: "000123" });

  function write(request: Request, path: string, body: Partial<Product>): Response | Product {
    if (path === "") {
      const sku = body.sku ?? "";
      if (sku && [...products.values()].some((product) => product.sku === sku))
        return json({ status: 409, code: "sku_taken", product_id: "p1" }, 409);
      return put({ ...blank, name: "", sale_price: 0, ...body, id: `p${products.size + 1}` });
    }
    const product = products.get(path.split("/")[0] ?? "");
    if (!product) return json({ status: 404, code: "not_found" }, 404);
    const ifMatch = request.headers.get("If-Match");
    if (ifMatch && ifMatch !== product.etag) return json({ status: 412, code: "precondition_failed" }, 412);
    if (request.method === "DELETE") return put({ ...product, deleted_at: at });
    if (request.method === "PATCH")
      return product.deleted_at
        ? json({ status: 410, code: "deleted", deleted_at: at }, 410)
        : put({ ...product, ...body });
    const { deleted_at: _, ...live } = product;
    return put(live);
  }

  const tiny: Tiny = {
    products,
    headers: new Headers(),
    forget: () => answers.clear(),
    async fetch(request) {
      tiny.headers = request.headers;
      const url = new URL(request.url);
      if (url.pathname === "/v1/me")
        return json({ id: "u1", email: "a@b", name: "Ana", language: "pt-BR", timezone: "UTC", extra: 1 });
      if (url.pathname === "/v1/tenants")
        return json({
          data: [
            {
              tenant_id: "t1",
              tenant: "t",
              company_name: "T",
              role: "admin",
              permissions: ["products:read", "other"],
            },
          ],
        });
      const path = decodeURIComponent(url.pathname.replace(/^\/v1\/tenants\/[^/]+\/products\/?/, ""));
      if (request.method === "GET" && path === "")
        return json({ data: [...products.values()], has_next_page: false, next_cursor: null, total: 1 });
      if (request.method === "GET") {
        const product = products.get(path);
        if (!product) return json({ status: 404, code: "not_found" }, 404);
        const gone = product.deleted_at && url.searchParams.get("deleted") !== "include";
        return gone ? json({ status: 410, code: "deleted", deleted_at: at }, 410) : json(product);
      }
      const text = await request.text();
      const key = request.headers.get("Idempotency-Key");
      const same = `${request.method} ${path} ${text}`;
      const earlier = key === null ? undefined : answers.get(key);
      if (earlier) return earlier.request === same ? json(earlier.body) : json({ code: "key_reused" }, 409);
      const outcome = write(request, path, text ? (JSON.parse(text) as Partial<Product>) : {});
      if (outcome instanceof Response) return outcome;
      if (key !== null) answers.set(key, { request: same, body: outcome });
      return json(outcome, request.method === "POST" && path === "" ? 201 : 200);
    },
  };
  return tiny;
}
