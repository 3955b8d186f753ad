/**
 * Writes the migrations that seed the sandbox: `node scripts/seed.ts`.
 * Change scripts/seed-products.ts only before the first release: an applied migration is not applied again.
 */
import { writeFileSync } from "node:fs";
import { searchTokens } from "../sandbox/biterp/search-index.ts";
import { fold } from "../src/text.ts";
import { confeitariaCeleste, mercadoBeira, padariaAurora } from "./seed-products.ts";

const uuid = (kind: string, number: number) =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const sql = (value: string | number) =>
  typeof value === "number" ? value : `'${value.replaceAll("'", "''")}'`;
const tuple = (values: (string | number)[]) => `(${values.map(sql).join(", ")})`;

function insert(table: string, columns: string, rows: (string | number)[][]): string {
  return `INSERT INTO ${table} (${columns}) VALUES\n${rows.map(tuple).join(",\n")};\n`;
}

/** D1 takes statements of at most 100 kB. */
function insertInParts(table: string, columns: string, rows: (string | number)[][], size: number): string {
  const parts = [];
  for (let at = 0; at < rows.length; at += size)
    parts.push(insert(table, columns, rows.slice(at, at + size)));
  return parts.join("\n");
}

const zone = "America/Sao_Paulo";
const users = [
  [uuid("a", 1), "ana@padaria-aurora.example", "Ana Ribeiro", "pt-BR", zone],
  [uuid("a", 2), "bruno@mercado-beira.example", "Bruno Tavares", "pt-BR", zone],
  [uuid("a", 3), "carla@padaria-aurora.example", "Carla Nunes", "en", zone],
];
const tenants = [
  [1, uuid("b", 1), "padaria-aurora", "Padaria Aurora"],
  [2, uuid("b", 2), "mercado-beira", "Mercado Beira"],
  [3, uuid("b", 3), "confeitaria-celeste", "Confeitaria Celeste"],
];
const memberships = [
  [uuid("a", 1), uuid("b", 1), "admin"],
  [uuid("a", 1), uuid("b", 2), "manager"],
  [uuid("a", 2), uuid("b", 2), "admin"],
  [uuid("a", 3), uuid("b", 1), "viewer"],
];

const products: (string | number)[][] = [];
const searchRows: (string | number)[][] = [];
[padariaAurora, mercadoBeira, confeitariaCeleste].forEach((catalogue, at) => {
  const tenant = at + 1;
  const lines = catalogue.split("\n").filter((line) => line.includes("|"));
  lines.forEach((line, index) => {
    const inactive = line.startsWith("-");
    const [sku = "", name = "", price = "", description = ""] = line
      .slice(inactive ? 1 : 0)
      .split("|")
      .map((cell) => cell.trim());
    const number = tenant * 1000 + index + 1;
    const created = new Date(Date.UTC(2026, 0, 5, 9) + index * 7 * 3_600_000).toISOString();
    const cents = Math.round(Number(price) * 100);
    const row = [
      number,
      uuid("c", number),
      uuid("b", tenant),
      name,
      fold(name),
      sku,
      cents,
      inactive ? 0 : 1,
    ];
    products.push([...row, created, created, `"seed-${number}"`, description]);
    const tokens = searchTokens(tenant, {
      name: fold(name),
      sku: fold(sku),
      description: fold(description),
      isActive: !inactive,
      isDeleted: false,
    });
    searchRows.push([number, tokens]);
  });
});

const columns =
  "number, id, tenant_id, name, name_folded, sku, sale_price_cents, is_active, created_at, updated_at, etag, description";
const origin = "-- Written by scripts/seed.ts; do not edit.\n\n";

writeFileSync(
  new URL("../migrations/0002_biterp_sandbox.sql", import.meta.url),
  origin +
    [
      insert("biterp_users", "id, email, name, language, timezone", users),
      insert("biterp_tenants", "number, id, slug, company_name", tenants),
      insert("biterp_memberships", "user_id, tenant_id, role", memberships),
      insertInParts("biterp_products", columns, products, 100),
    ].join("\n"),
);
writeFileSync(
  new URL("../migrations/0003_biterp_sandbox_search.sql", import.meta.url),
  origin + insertInParts("biterp_product_search", "rowid, tokens", searchRows, 40),
);
