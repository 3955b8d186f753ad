import type { Access } from "../access";
import type { Position } from "../cursor";
import { type ProductRow, productColumns } from "../rows";
import { searchExpression } from "../search-index";
import type { ListFilter } from "./query";

/** A row with its place in the list. */
export interface ListedRow extends ProductRow {
  name_folded: string;
}

/** Rows behind a position, in list order, and the count of the whole filter. */
export interface Selection {
  rows: ListedRow[];
  total: number;
}

/**
 * With more matches than this, walking the names in order and testing each is cheaper than sorting the matches.
 * Measured: bench/README.md.
 */
const sortAtMost = 4_000;

const columns = `${productColumns}, name_folded`;
const order = "ORDER BY name_folded, id LIMIT ?";
const matches = "SELECT rowid FROM biterp_product_search WHERE biterp_product_search MATCH ?";
const orderIndex = {
  exclude: "biterp_products_live",
  only: "biterp_products_deleted",
  include: "biterp_products_all",
} as const;
const deletion = { exclude: "deleted_at IS NULL", only: "deleted_at IS NOT NULL", include: "TRUE" } as const;

/** Named, because the planner would count the live ones through the index of all and read every row. */
function table(filter: ListFilter): string {
  const index = filter.sku === undefined ? orderIndex[filter.deleted] : "biterp_products_sku";
  return `biterp_products INDEXED BY ${index}`;
}

interface Condition {
  sql: string;
  values: (string | number)[];
}

const all = (conditions: Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(" AND "),
  values: conditions.flatMap(({ values }) => values),
});

function stored(tenantId: string, filter: ListFilter): Condition[] {
  const conditions: Condition[] = [
    { sql: "tenant_id = ?", values: [tenantId] },
    { sql: deletion[filter.deleted], values: [] },
  ];
  if (filter.activeOnly) conditions.push({ sql: "is_active = 1", values: [] });
  if (filter.name !== undefined) conditions.push({ sql: "name_folded = ?", values: [filter.name] });
  if (filter.sku !== undefined) conditions.push({ sql: "sku = ? AND sku <> ''", values: [filter.sku] });
  return conditions;
}

function behind(position: Position | undefined): Condition[] {
  if (!position) return [];
  return [{ sql: "(name_folded, id) > (?, ?)", values: [position.nameFolded, position.id] }];
}

/**
 * @param limit at most this many rows
 * @param position the row that the first one comes behind; absent: the beginning
 */
export async function selectProducts(
  db: D1Database,
  access: Access,
  filter: ListFilter,
  limit: number,
  position: Position | undefined,
): Promise<Selection> {
  const { tenantId, tenantNumber } = access;
  const expression = searchExpression(tenantNumber, filter.search, filter.field, filter);
  const conditions = stored(tenantId, filter);
  if (expression !== undefined && filter.name === undefined && filter.sku === undefined) {
    return searched(db, tenantId, filter, expression, limit, position);
  }
  if (expression !== undefined) {
    // Few rows have this name or SKU: test those.
    conditions.push({ sql: `EXISTS (${matches} AND rowid = biterp_products.number)`, values: [expression] });
  }
  const whole = all(conditions);
  const page = all([...conditions, ...behind(position)]);
  const [count, rows] = await db.batch([
    db.prepare(`SELECT count(*) AS total FROM ${table(filter)} WHERE ${whole.sql}`).bind(...whole.values),
    db
      .prepare(`SELECT ${columns} FROM ${table(filter)} WHERE ${page.sql} ${order}`)
      .bind(...page.values, limit),
  ]);
  const [counted] = (count?.results ?? []) as { total: number }[];
  return { rows: (rows?.results ?? []) as ListedRow[], total: counted?.total ?? 0 };
}

/** The state is part of the expression, so the index alone counts, and only the page's rows are read. */
async function searched(
  db: D1Database,
  tenantId: string,
  filter: ListFilter,
  expression: string,
  limit: number,
  position: Position | undefined,
): Promise<Selection> {
  const counted = await db
    .prepare("SELECT count(*) AS total FROM biterp_product_search WHERE biterp_product_search MATCH ?")
    .bind(expression)
    .first<{ total: number }>();
  const total = counted?.total ?? 0;
  if (total === 0) return { rows: [], total };
  const place = all([{ sql: "tenant_id = ?", values: [tenantId] }, ...behind(position)]);
  const few = `SELECT ${columns} FROM (${matches}) AS found CROSS JOIN biterp_products ON number = found.rowid
     WHERE ${place.sql} ${order}`;
  const many = `SELECT ${columns} FROM ${table(filter)}
     WHERE ${deletion[filter.deleted]} AND +number IN (${matches}) AND ${place.sql} ${order}`;
  const { results } = await db
    .prepare(total <= sortAtMost ? few : many)
    .bind(expression, ...place.values, limit)
    .all<ListedRow>();
  return { rows: results, total };
}
