import { respond } from "../answers";
import type { BundledContext } from "../context";
import { readCursor, writeCursor } from "../cursor";
import { sha256 } from "../digest";
import { refoldStale, toProduct } from "../rows";
import { type ListFilter, readListQuery } from "./query";
import { selectProducts } from "./select";

function filterDigest(tenantId: string, filter: ListFilter): Promise<string> {
  const { search, field, name, sku, activeOnly, deleted } = filter;
  return sha256(JSON.stringify([tenantId, search, field, name ?? null, sku ?? null, activeOnly, deleted]));
}

/** `GET …/products`: one page in the order of names; or 400 for a cursor, 422. */
export async function listProducts(c: BundledContext): Promise<Response> {
  const { filter, cursor, limit } = readListQuery(c.req.query());
  const { access } = c.var;
  const digest = await filterDigest(access.tenantId, filter);
  const position = cursor === "" ? undefined : await readCursor(c.env.signingSecret, digest, cursor);
  await refoldStale(c.env.DB, access.tenantId, access.tenantNumber);
  // One row more than asked for shows whether there is a next page.
  const { rows, total } = await selectProducts(c.env.DB, access, filter, limit + 1, position);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  const next = more
    ? await writeCursor(c.env.signingSecret, digest, { nameFolded: last.name_folded, id: last.id })
    : undefined;
  return respond({
    status: 200,
    body: {
      data: page.map(toProduct),
      ...(next === undefined ? {} : { next_cursor: next }),
      has_next_page: more,
      total,
    },
  });
}
