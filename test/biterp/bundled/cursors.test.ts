import { beforeAll, expect, it } from "vitest";
import type { Product } from "../../../src/biterp/port";
import { ANA, addItems, BRUNO, createCompany, createProducts } from "../../support/companies";
import { productsOf } from "./client";

let tenantId: string;
let products: ReturnType<typeof productsOf>;

beforeAll(async () => {
  tenantId = (await createCompany({ members: { [ANA]: "admin", [BRUNO]: "admin" } })).tenantId;
  products = productsOf(ANA, tenantId);
  await addItems(tenantId);
});

type Query = Record<string, string>;

/** Every row of every page. */
async function walk(query: Query) {
  const rows: Product[] = [];
  const totals: number[] = [];
  for (let cursor: string | undefined, page = 0; page < 200; page++) {
    const { status, body } = await products.list({ ...query, ...(cursor ? { cursor } : {}) });
    expect(status).toBe(200);
    rows.push(...body.data);
    totals.push(body.total);
    expect(body.has_next_page).toBe(body.next_cursor !== undefined);
    if (!body.has_next_page) {
      expect(body).not.toHaveProperty("next_cursor");
      return { rows, totals };
    }
    cursor = body.next_cursor;
  }
  throw new Error("no end");
}

it.each<Query>([
  { search: "item", limit: "20" },
  { search: "item", limit: "7" },
  { limit: "40" },
  { name: "item repetido", limit: "9" },
  { search: "prateleira", limit: "100" },
  { search: "repet", deleted: "include", limit: "1" },
])("walks %j: each row once, by name and then id, with a steady total", async (query) => {
  const { rows, totals } = await walk(query);
  const expected = "name" in query || query.search === "repet" ? 40 : 120;
  expect(rows).toHaveLength(expected);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(expected);
  expect(new Set(totals)).toEqual(new Set([expected]));
  const keys = rows.map(({ name, id }) => `${name.toLowerCase()}|${id}`);
  expect(keys).toEqual([...keys].sort());
});

it("takes 20 rows by default", async () => {
  expect((await products.list()).body.data).toHaveLength(20);
});

it("gives every row that stayed exactly once while others come and go", async () => {
  for (const search of ["item", ""]) {
    const company = await createCompany({ members: { [ANA]: "admin" } });
    const here = productsOf(ANA, company.tenantId);
    const kept = await addItems(company.tenantId);
    const passing = await createProducts(
      company.tenantId,
      Array.from({ length: 30 }, (_, at) => ({ name: `Item ${String(at * 3).padStart(3, "0")} vai` })),
    );
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page === 0 || cursor; page++) {
      const { body } = await here.list({ search, cursor, limit: String(15 + page) });
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor ?? "";
      const last = body.data.at(-1);
      // The row the cursor stands on goes too, and new ones come before and behind it.
      const leaving = passing.filter(({ id }, index) => Math.floor(index / 4) === page || id === last?.id);
      await Promise.all(leaving.map(({ id }) => here.remove(id)));
      await createProducts(company.tenantId, [{ name: "Item 000" }, { name: `Item ${page}5 novo` }]);
    }
    expect(new Set(seen).size).toBe(seen.length);
    for (const { id } of kept) expect(seen).toContain(id);
  }
}, 30_000);

async function refused(query: Query, as = products) {
  const { status, headers, body } = await as.list(query);
  expect(headers.get("Content-Type")).toBe("application/problem+json");
  return [status, (body as object as { code: string }).code];
}

it("ties a cursor to company and filter, not to limit, spelling or person", async () => {
  const query = { search: "Item", limit: "20" };
  const cursor = (await products.list(query)).body.next_cursor ?? "";
  const second = (await products.list({ ...query, cursor })).body;
  expect((await products.list({ search: " ITÉM ", limit: "50", cursor })).body.data.slice(0, 20)).toEqual(
    second.data,
  );
  expect((await productsOf(BRUNO, tenantId).list({ ...query, cursor })).body).toEqual(second);

  const elsewhere = await createCompany({ members: { [ANA]: "admin" } });
  expect(await refused({ ...query, cursor }, productsOf(ANA, elsewhere.tenantId))).toEqual([
    400,
    "cursor_mismatch",
  ]);
  const others: Query[] = [
    { search: "repetido" },
    { search: "" },
    { fields: "name,sku" },
    { name: "Item 001" },
    { sku: "1" },
    { active_only: "true" },
    { deleted: "include" },
    { deleted: "only" },
  ];
  for (const other of others) {
    expect(await refused({ ...query, ...other, cursor }), JSON.stringify(other)).toEqual([
      400,
      "cursor_mismatch",
    ]);
  }
});

it("refuses a cursor that is not its own, whichever character is changed", async () => {
  const query = { search: "item", limit: "20" };
  const { data, next_cursor: cursor = "" } = (await products.list(query)).body;
  expect((await products.list({ ...query, cursor: "" })).body.data).toEqual(data);
  for (const bad of ["bogus", "a.b.c", cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, ` ${cursor}`]) {
    expect(await refused({ ...query, cursor: bad })).toEqual([400, "invalid_cursor"]);
  }
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const spots = [0, 5, cursor.indexOf(".") + 3, cursor.length - 20, cursor.length - 2, cursor.length - 1];
  for (const at of spots) {
    // The next letter differs in the last bits, which the end of a signature does not use.
    const letter = alphabet[(alphabet.indexOf(cursor[at] ?? "") + 1) % alphabet.length];
    const flipped = cursor.slice(0, at) + letter + cursor.slice(at + 1);
    expect(await refused({ ...query, cursor: flipped }), `${at} ${letter}`).toEqual([400, "invalid_cursor"]);
  }
});
