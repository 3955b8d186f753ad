import type { Permission } from "../permissions";

export { type Permission, permissions } from "../permissions";

/** The signed-in person (`GET /v1/me`). */
export interface Profile {
  id: string;
  email: string;
  name: string;
  /** BCP 47 tag, e.g. `pt-BR`. */
  language: string;
  /** IANA zone, e.g. `America/Sao_Paulo`. */
  timezone: string;
}

/** A company the person can reach (`GET /v1/tenants`). */
export interface TenantAccess {
  tenant_id: string;
  /** The slug. */
  tenant: string;
  company_name: string;
  role: string;
  permissions: Permission[];
}

/** A product as bitERP serves it. Absent text is `""`; times are RFC 3339 with an offset. */
export interface Product {
  id: string;
  name: string;
  /** In the currency's main unit, at most two decimals. */
  sale_price: number;
  /** The price to its last decimal, where bitERP holds more than two. */
  sale_price_exact?: string;
  description: string;
  sku: string;
  is_active: boolean;
  created_at: string;
  updated_at: string;
  /** Changes with every write; sent back in `If-Match`. */
  etag: string;
  /** Only on deleted products. */
  deleted_at?: string;
  /** A row of a list whose description is not whole: what is decided on it has to be read by its id first. */
  shortened?: true;
}

/** What a product may be created with. */
export interface ProductDraft {
  name: string;
  sale_price: number;
  description?: string | undefined;
  sku?: string | undefined;
  is_active?: boolean | undefined;
}

/** What an update may change; what is not named stays. */
export interface ProductChanges {
  name?: string | undefined;
  sale_price?: number | undefined;
  description?: string | undefined;
  is_active?: boolean | undefined;
}

/** Which products a list holds with regard to soft deletion. */
export type DeletedFilter = "exclude" | "only" | "include";

/** Filters of a product list. `name` and `sku` are whole matches; `search` looks for every word. */
export interface ProductQuery {
  search?: string | undefined;
  /** Where `search` looks; default name, SKU and description. */
  fields?: "name,sku" | undefined;
  name?: string | undefined;
  sku?: string | undefined;
  active_only?: boolean | undefined;
  deleted?: DeletedFilter | undefined;
  cursor?: string | undefined;
  /** 1..100. */
  limit?: number | undefined;
}

/** One page of products. */
export interface ProductPage {
  data: Product[];
  next_cursor?: string | undefined;
  has_next_page: boolean;
  /** How many products the filter fits in all. */
  total: number;
  /** `total` counts only what was looked at: there may be more. */
  totalIsAtLeast?: boolean | undefined;
}

/** What a write may carry besides its values. */
export interface WriteCall {
  /** The same key with the same body gives the first answer again. */
  idempotencyKey?: string | undefined;
  /** Refuse (`conflict`) when the product's etag is another by now. */
  ifMatch?: string | undefined;
  /**
   * This very write was sent before and its answer is lost. It is repeated only under a key that bitERP honours, elsewhere
   * only looked up, and no refusal counts as "not done": it may be said because it was done.
   */
  sentBefore?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** What a read may carry. */
export interface ReadCall {
  signal?: AbortSignal | undefined;
}

/**
 * bitERP as this server sees it, on behalf of one person. Every method throws a `Failure` with a code of the tool
 * contract (`forbidden`, `not_found`, `deleted`, `conflict`, `rate_limited`, `upstream_unavailable`, `upstream_error`,
 * `unknown_outcome`, `invalid_argument`, `invalid_cursor`, `cursor_mismatch`, `key_reused`), or `SignInRefused`.
 * Source: the bitERP HTTP contract, docs/biterp-http.md.
 */
export interface BitErp {
  me(call?: ReadCall): Promise<Profile>;
  tenants(call?: ReadCall): Promise<TenantAccess[]>;
  listProducts(tenantId: string, query: ProductQuery, call?: ReadCall): Promise<ProductPage>;
  getProduct(
    tenantId: string,
    id: string,
    options?: { deleted?: "include" | undefined },
    call?: ReadCall,
  ): Promise<Product>;
  createProduct(tenantId: string, draft: ProductDraft, call?: WriteCall): Promise<Product>;
  updateProduct(tenantId: string, id: string, changes: ProductChanges, call?: WriteCall): Promise<Product>;
  deleteProduct(tenantId: string, id: string, call?: WriteCall): Promise<Product>;
  restoreProduct(tenantId: string, id: string, call?: WriteCall): Promise<Product>;
}

/** bitERP refused the token itself: the person has to sign in again (HTTP 401 for the MCP client). */
export class SignInRefused extends Error {
  override readonly name = "SignInRefused";
}
