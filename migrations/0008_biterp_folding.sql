-- By which rules a row's name and search index were folded (sandbox/biterp/rows.ts). Rows of earlier rules are folded
-- anew when their company's products are listed for the first time.
ALTER TABLE biterp_products ADD COLUMN fold_version INTEGER NOT NULL DEFAULT 1;

-- In a new database the sandbox's rows, and with them all there are, came folded by the second rules.
UPDATE biterp_products SET fold_version = 2
WHERE EXISTS (
  SELECT 1 FROM biterp_products
  WHERE id = 'c0000000-0000-4000-8000-000000001014' AND name_folded = 'pao de hamburguer brioche 4un'
);

CREATE INDEX biterp_products_stale ON biterp_products (tenant_id) WHERE fold_version < 2;
