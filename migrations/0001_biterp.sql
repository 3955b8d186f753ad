-- The bundled bitERP. Times are RFC 3339 in UTC; money is whole cents.

CREATE TABLE biterp_users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  language TEXT NOT NULL,
  timezone TEXT NOT NULL
);

CREATE TABLE biterp_tenants (
  number INTEGER PRIMARY KEY,            -- short name of the tenant inside the search index
  id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  company_name TEXT NOT NULL
);

CREATE TABLE biterp_memberships (
  user_id TEXT NOT NULL REFERENCES biterp_users (id),
  tenant_id TEXT NOT NULL REFERENCES biterp_tenants (id),
  role TEXT NOT NULL CHECK (role IN ('admin', 'manager', 'viewer')),
  PRIMARY KEY (user_id, tenant_id)
) WITHOUT ROWID;

CREATE TABLE biterp_products (
  number INTEGER PRIMARY KEY,            -- row id of the product in the search index
  id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL REFERENCES biterp_tenants (id),
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,             -- without case, accents and repeated blanks
  sku TEXT NOT NULL,                     -- '' means none
  sale_price_cents INTEGER NOT NULL CHECK (sale_price_cents BETWEEN 0 AND 99999999999),
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  etag TEXT NOT NULL,
  description TEXT NOT NULL              -- last, so that a long one does not push the others off the page
);

CREATE UNIQUE INDEX biterp_products_live_sku ON biterp_products (tenant_id, sku)
  WHERE deleted_at IS NULL AND sku <> '';
CREATE INDEX biterp_products_sku ON biterp_products (tenant_id, sku) WHERE sku <> '';

-- The order of lists, one index for each value of the filter `deleted`.
CREATE INDEX biterp_products_live ON biterp_products (tenant_id, name_folded, id, is_active, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX biterp_products_deleted ON biterp_products (tenant_id, name_folded, id, is_active, deleted_at)
  WHERE deleted_at IS NOT NULL;
CREATE INDEX biterp_products_all ON biterp_products (tenant_id, name_folded, id, is_active);

-- Every ending of every word, marked with tenant, field and state (sandbox/biterp/search-index.ts), so that a piece
-- of a word is the beginning of some token. The mark has five characters: the prefix indexes serve pieces of one to three.
CREATE VIRTUAL TABLE biterp_product_search USING fts5 (
  tokens,
  content = '',
  contentless_delete = 1,
  detail = none,
  tokenize = 'ascii',
  prefix = '6 7 8'
);

CREATE TABLE biterp_idempotency_keys (
  claim TEXT PRIMARY KEY,                -- the one request that may write under this key
  user_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,           -- milliseconds since the epoch
  UNIQUE (user_id, tenant_id, key)
);
CREATE INDEX biterp_idempotency_keys_age ON biterp_idempotency_keys (created_at);
