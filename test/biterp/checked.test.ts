import { describe, expect, it } from "vitest";
import { connectBitErp } from "../../src/biterp/connect";
import type { BitErp, Product } from "../../src/biterp/port";
import { heldPrice, isPriced } from "../../src/biterp/price";
import { failure } from "./client/bench";
import { packaged } from "./over-mcp/support/server";

// Before the first test, whose time it would take.
await import("../../src/apart/protocol-client");

type Shown = Record<string, unknown>;

const at = "2026-01-01T00:00:00Z";
const stored: Shown = {
  id: "7",
  name: "Café",
  sale_price: 10,
  description: "Torrado",
  sku: "S7",
  is_active: true,
  created_at: at,
  updated_at: at,
  etag: '"1"',
};
const gone: Shown = { ...stored, deleted_at: at };

interface Saying {
  /** What every write answers. */
  write?: Shown;
  /** What reading the product answers; undefined: that there is none. */
  read?: Shown | undefined;
  /** What every list answers. */
  rows?: Shown[];
}

const who = { userId: "u1", language: "en" as const, requestId: "r1" };
const tokenFor = async () => "secret";
let writes = 0;

function overHttp({ write = stored, read, rows = [] }: Saying): BitErp {
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "GET") {
      writes++;
      return Response.json(write);
    }
    if (pathname.endsWith("/products"))
      return Response.json({ data: rows, has_next_page: true, next_cursor: "c", total: 99 });
    return read ? Response.json(read) : Response.json({ code: "not_found" }, { status: 404 });
  };
  const honours = { honoursIdempotencyKeys: true, honoursIfMatch: true };
  return connectBitErp({ baseUrl: "https://biterp.test", fetch, tokenFor, ...honours }, who).erp;
}

function overMcp({ write = stored, read, rows = [] }: Saying): BitErp {
  const text = (value: unknown) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
  const fetch = packaged(async (tool) => {
    if (tool === "list_products") return text({ products: rows, next_cursor: "c" });
    if (tool === "get_product")
      return read ? text(read) : { ...text({ error: { code: "not_found" } }), isError: true };
    writes++;
    return text(write);
  });
  return connectBitErp({ mcpUrl: "https://biterp.test/mcp", fetch, tokenFor }, who).erp;
}

const ways: [string, (saying: Saying) => BitErp][] = [
  ["over HTTP", overHttp],
  ["over its MCP server", overMcp],
];

describe.each(ways)("bitERP %s says 200", (_, erpOf) => {
  const draft = { name: "Café", sale_price: 10, sku: "S7", description: "Torrado", is_active: true };
  const update = (write: Shown) => erpOf({ write, read: write }).updateProduct("t", "7", { sale_price: 12 });
  const remove = (write: Shown) => erpOf({ write, read: stored }).deleteProduct("t", "7");
  const create = (write: Shown) => erpOf({ write }).createProduct("t", draft);

  it.each<[string, (write: Shown) => Promise<Product>, Shown, object, object]>([
    ["the old price", update, stored, { id: "7", sale_price: 12 }, { id: "7", name: "Café", sale_price: 10 }],
    ["another price", update, { ...stored, sale_price: 11 }, { sale_price: 12 }, { sale_price: 11 }],
    [
      "a price that rounds to it",
      update,
      { ...stored, sale_price: 12.004 },
      { sale_price: 12 },
      { sale_price: 12, sale_price_exact: "12.004" },
    ],
    ["another id", update, { ...stored, id: "8", sale_price: 12 }, { id: "7" }, { id: "8" }],
    ["a deleted product", update, { ...gone, sale_price: 12 }, { deleted: false }, { deleted: true }],
    ["a deleted product of another id", remove, { ...gone, id: "8" }, { id: "7" }, { id: "8" }],
    ["a product still there", remove, stored, { id: "7", deleted: true }, { deleted: false }],
    ["another name after a creation", create, { ...stored, name: "Chá" }, { name: "Café" }, { name: "Chá" }],
    ["another SKU after a creation", create, { ...stored, sku: "S8" }, { sku: "S7" }, { sku: "S8" }],
    [
      "no description",
      create,
      { ...stored, description: null },
      { description: "Torrado" },
      { description: "" },
    ],
    ["it is not active", create, { ...stored, is_active: false }, { is_active: true }, { is_active: false }],
    ["a new product is deleted", create, gone, { deleted: false }, { deleted: true }],
  ])("but shows %s: that is no success", async (_, write, answer, expected, current) => {
    writes = 0;
    const record = await failure(write(answer));
    expect(record).toMatchObject({
      code: "upstream_error",
      retryable: false,
      details: { expected, current },
    });
    expect(JSON.stringify(record)).not.toContain("etag");
    expect(writes).toBe(1);
  });

  it("tells of another product nothing but its id", async () => {
    const { details } = await failure(update({ ...stored, id: "8", name: "of another company" }));
    expect(details?.current).toEqual({ id: "8" });
  });

  it("and shows what was asked, written as its database writes texts", async () => {
    const asked = { name: "Cafe\u0301", description: "a\r\nb " };
    const write = { ...stored, name: "Café", description: "a\nb" };
    expect((await erpOf({ write }).updateProduct("t", "7", asked)).name).toBe("Café");
    expect((await erpOf({ write }).createProduct("t", { name: "Café", sale_price: 10, sku: "" })).sku).toBe(
      "S7",
    );
    expect((await erpOf({ write: gone }).deleteProduct("t", "7")).deleted_at).toBe(at);
  });

  it("to a read, but shows another product: it is none of those asked for", async () => {
    const erp = erpOf({ read: { ...stored, id: "8" } });
    expect((await failure(erp.getProduct("t", "7"))).code).toBe("upstream_error");
    expect((await failure(erpOf({ read: gone }).getProduct("t", "7"))).code).toBe("deleted");
    const uuid = "ABCDEF00-0000-4000-8000-000000000001";
    const folded = erpOf({ read: { ...stored, id: uuid.toLowerCase() } });
    expect((await folded.getProduct("t", uuid)).name).toBe("Café");
  });

  it("and ignores the filters of a list: rows that do not fit are none", async () => {
    const rows = [stored, { ...stored, id: "8", sku: "S8" }, { ...gone, id: "9" }];
    const erp = erpOf({ rows });
    const ids = async (query: object) => (await erp.listProducts("t", query)).data.map(({ id }) => id);
    expect(await ids({ sku: "S8" })).toEqual(["8"]);
    expect(await ids({ sku: "S9", limit: 1 })).toEqual([]);
    expect(await ids({})).toEqual(["7", "8"]);
    // Over its MCP server deleted products are not asked for: none are shown there.
    expect(["9", undefined]).toContain((await ids({ deleted: "only" }))[0]);
    expect(await erp.listProducts("t", { sku: "S8" })).toMatchObject({ total: 1, totalIsAtLeast: true });
  });
});

it.each([
  [3, ["250"], undefined],
  [9, [], true],
])(
  "a bitERP that ignores SKUs is searched, as far as is decent (%i pages)",
  async (pages, found, atLeast) => {
    const asked: string[] = [];
    const fetch = async (request: Request) => {
      const query = new URL(request.url).searchParams;
      asked.push(`${query.get("sku") ?? query.get("search")}`);
      const page = Number(query.get("cursor") ?? 0);
      const size = Number(query.get("limit"));
      const data = Array.from({ length: size }, (_, row) => {
        const at = page * size + row;
        return { ...stored, id: String(at), sku: at === (pages === 3 ? 250 : 850) ? "S" : `S${at}` };
      });
      const more = page + 1 < pages;
      return Response.json({
        data,
        has_next_page: more,
        total: 900,
        ...(more && { next_cursor: `${page + 1}` }),
      });
    };
    const honours = { honoursIdempotencyKeys: true, honoursIfMatch: true };
    const { erp } = connectBitErp({ baseUrl: "https://biterp.test", fetch, tokenFor, ...honours }, who);
    const { data, totalIsAtLeast } = await erp.listProducts("t", { sku: "S", limit: 2 });
    expect(data.map(({ id }) => id)).toEqual(found);
    expect(totalIsAtLeast).toBe(atLeast);
    expect(asked.length).toBe(1 + Math.min(pages, 5));
  },
);

describe("a deletion that bitERP's MCP server shows as a product", () => {
  it("is one when reading finds nothing", async () => {
    expect((await overMcp({ write: stored }).deleteProduct("t", "7")).deleted_at).toBeTruthy();
  });

  it("is one when it says so in a word of its own", async () => {
    const erp = overMcp({ write: { id: "7", deleted: true }, read: stored });
    expect(await erp.deleteProduct("t", "7")).toMatchObject({ id: "7", deleted_at: expect.any(String) });
    const other = overMcp({ write: { id: "8", deleted: true }, read: stored });
    expect((await failure(other.deleteProduct("t", "7"))).details).toEqual({
      expected: { id: "7" },
      current: { id: "8" },
    });
  });
});

it("a restored product that is still deleted is no success", async () => {
  expect(await failure(overHttp({ write: gone }).restoreProduct("t", "7"))).toMatchObject({
    code: "upstream_error",
    details: { expected: { id: "7", deleted: false }, current: { deleted: true, deleted_at: at } },
  });
});

describe("a price", () => {
  it.each<[number | string, number, string | undefined]>([
    [19.9, 19.9, undefined],
    ["19.90", 19.9, undefined],
    ["0019.9000", 19.9, undefined],
    [19.900000000000002, 19.9, undefined],
    [0.1 + 0.2, 0.3, undefined],
    [4.999, 5, "4.999"],
    [5.899, 5.9, "5.899"],
    ["5.8990", 5.9, "5.899"],
    [19.900000000001, 19.9, "19.900000000001"],
    ["19.9000000000000000001", 19.9, "19.9000000000000000001"],
    [0.001, 0, "0.001"],
    [1e-7, 0, "0.0000001"],
    [0, 0, undefined],
    [999_999_999.99, 999_999_999.99, undefined],
    [999_999_999.999, 1_000_000_000, "999999999.999"],
  ])("%s is read to its last decimal", (served, sale_price, exact) => {
    const held = heldPrice(served);
    expect(held).toEqual({ sale_price, ...(exact !== undefined && { sale_price_exact: exact }) });
    expect(isPriced(held, sale_price)).toBe(exact === undefined);
  });
});
