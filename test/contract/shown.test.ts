import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/json";
import { failure } from "../support/failures";
import { type Answer, Client } from "../support/mcp";
import {
  asked,
  codes,
  many,
  operationOf,
  pricesOf,
  repriced,
  resetBitErp,
  shop,
  writesSent,
} from "../support/sets";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
let framework: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
  framework = await Client.signIn({ user: "ana", mode: "delegated" });
});
afterEach(resetBitErp);

const entry = (answer: Answer, at: number) => answer.structured.results?.[at] as JsonObject;
const withoutEnd = ({ deleted_at: _, ...body }: Record<string, unknown>) => body;

describe("bitERP says 200, and shows something else", () => {
  const three = (tool: string, items: (ids: string[]) => JsonObject[]) => async () => {
    const { tenant_id, ids } = await shop(
      many(3).map((one) => ({ ...one, deleted: tool === "restore_products" })),
    );
    return { tenant_id, ids, tool, items: items(ids) };
  };
  const updating = three("update_products", (ids) => repriced(ids));
  const deleting = three("delete_products", (ids) => ids.map((id) => ({ id })));
  const restoring = three("restore_products", (ids) => ids.map((id) => ({ id })));
  const creating = three("create_products", () => many(3).map(({ name }) => ({ name, sale_price: 12 })));

  it.each<
    [
      string,
      ReturnType<typeof three>,
      { method: string; path?: string },
      (body: Record<string, unknown>) => unknown,
      object,
      object,
    ]
  >([
    [
      "the product as it was (case 73)",
      updating,
      { method: "PATCH" },
      (body) => ({ ...body, sale_price: 10 }),
      { sale_price: 12 },
      { sale_price: 10 },
    ],
    [
      "a value that nobody asked for",
      updating,
      { method: "PATCH" },
      (body) => ({ ...body, sale_price: 11.999 }),
      { sale_price: 12 },
      { sale_price: 12, sale_price_exact: "11.999" },
    ],
    [
      "another product (case 74)",
      updating,
      { method: "PATCH" },
      (body) => ({ ...body, id: "elsewhere" }),
      { id: expect.any(String) },
      { id: "elsewhere" },
    ],
    [
      "a product that is there (case 75)",
      deleting,
      { method: "DELETE" },
      withoutEnd,
      { deleted: true },
      { deleted: false },
    ],
    [
      "another deleted product",
      deleting,
      { method: "DELETE" },
      (body) => ({ ...body, id: "elsewhere" }),
      { id: expect.any(String) },
      { id: "elsewhere" },
    ],
    [
      "a product that is deleted after a restore",
      restoring,
      { method: "POST", path: "/restore" },
      (body) => ({ ...body, deleted_at: "2026-01-01T00:00:00Z" }),
      { deleted: false },
      { deleted: true },
    ],
    [
      "another name after a creation",
      creating,
      { method: "POST", path: "/products" },
      (body) => ({ ...body, name: "Outra" }),
      { name: expect.stringContaining("Vela") },
      { name: "Outra" },
    ],
  ])("%s: the item is no success", async (_, prepare, match, as, expected, current) => {
    const { tenant_id, tool, items } = await prepare();
    double.rewrite({ ...match, nth: 2, as });
    const args = { tenant_id, items, idempotency_key: crypto.randomUUID() };
    const done = await framework.call(tool, args);
    const bad = done.structured.failures?.[0 as never] as unknown as number;
    expect(codes(done)?.filter((code) => code !== "ok")).toEqual(["upstream_error"]);
    expect(done.structured).toMatchObject({
      status: "PARTIAL_SUCCESS",
      summary: { total: 3, succeeded: 2, failed: 1 },
    });
    expect(entry(done, bad)).toMatchObject({ success: false, retryable: false, expected, current });
    expect(entry(done, bad).message).toMatch(/outra coisa do que foi pedido/);
    expect(entry(done, bad)).not.toHaveProperty("product");
    expect(JSON.stringify(done.structured)).not.toContain("etag");

    // Never tried again blindly: not by itself, not for the same key; and the evidence tells it.
    expect(codes(await framework.call(tool, args))).toEqual(codes(done));
    expect(writesSent()).toHaveLength(3);
    const kept = await framework.call("get_operation", { operation_id: operationOf(done) });
    expect(entry(kept, bad)).toMatchObject({ error: "upstream_error", expected, current, tries: 1 });
  });

  it.each([
    ["update_product", { sale_price: 12 }, "PATCH", { sale_price: 12 }],
    ["delete_product", {}, "DELETE", { deleted: true }],
  ])("a single write says so, too: %s", async (tool, args, method, expected) => {
    const { tenant_id, ids } = await shop(["Café"]);
    double.rewrite({ method, as: (body) => ({ ...withoutEnd(body), sale_price: 10 }) });
    const error = failure(await ana.call(tool, { tenant_id, id: String(ids[0]), ...args }), "upstream_error");
    expect(error.details).toMatchObject({ expected, current: { name: "Café" } });
    expect(error.retryable).toBe(false);
    expect(writesSent()).toHaveLength(1);
  });

  it("a new product under another name is no new product as asked", async () => {
    const { tenant_id } = await shop([]);
    double.rewrite({ method: "POST", as: (body) => ({ ...body, name: "Outro", sale_price: 3 }) });
    const answer = await ana.call("create_product", { tenant_id, name: "Novo", sale_price: 2 });
    expect(failure(answer, "upstream_error").details).toMatchObject({
      expected: { name: "Novo", sale_price: 2 },
      current: { name: "Outro", sale_price: 3 },
    });
  });

  it("a read that shows another product shows none", async () => {
    const { tenant_id, ids } = await shop(["Café", "Chá"]);
    const [one = "", other = ""] = ids;
    double.rewrite({ method: "GET", path: one, as: (body) => ({ ...body, id: other, name: "Chá" }) });
    failure(await ana.call("get_product", { tenant_id, id: one }), "upstream_error");
    const done = await framework.call("delete_products", { tenant_id, items: [{ id: one }] });
    expect(codes(done)).toEqual(["upstream_error"]);
    expect(writesSent()).toEqual([]);
  });
});

describe("a price with more than two decimals (case 76)", () => {
  const held = (exact: number, ids: string[]) => {
    for (const id of ids)
      double.rewrite({ method: "GET", path: id, as: (body) => ({ ...body, sale_price: exact }) });
  };

  it("is shown exactly, and the price that it rounds to is sent", async () => {
    const { tenant_id, ids } = await shop([
      { name: "Fio", sale_price: 5 },
      { name: "Cabo", sale_price: 5 },
    ]);
    const [fio = ""] = ids;
    held(4.999, [fio]);
    const { structured } = await ana.call("get_product", { tenant_id, id: fio });
    expect(structured.product).toMatchObject({ sale_price: 5, sale_price_exact: "4.999" });
    double.rewrite({
      path: "/products?",
      as: ({ data, ...page }) => ({
        ...page,
        data: (data as JsonObject[]).map((row) => (row.id === fio ? { ...row, sale_price: 4.999 } : row)),
      }),
    });
    const listed = (await ana.call("list_products", { tenant_id })).structured.products as JsonObject[];
    expect(listed.map(({ sale_price_exact }) => sale_price_exact)).toEqual([undefined, "4.999"]);

    const items = repriced(ids, 5);
    const { message } = await asked(ana, "update_products", { tenant_id, items });
    expect(message).toMatch(/“Fio” .*preço R\$ 4,999 → R\$ 5,00/);
    expect(message).toContain("1 já está assim");
    const operation_id = operationOf(await ana.call("update_products", { tenant_id, items }));
    expect(codes(await ana.call("confirm_operation", { operation_id }))).toEqual(["ok", "ok"]);
    expect(writesSent()).toHaveLength(1);
    expect(writesSent()[0]).toContain(fio);
    const kept = await ana.call("get_operation", { operation_id });
    expect(entry(kept, 0)).toMatchObject({
      before: { sale_price: 5, sale_price_exact: "4.999" },
      changes: { sale_price: 5 },
      product: { sale_price: 5 },
    });
    expect(entry(kept, 0).product).not.toHaveProperty("sale_price_exact");
    expect(await pricesOf(ids)).toEqual([5, 5]);
  });

  it("is what a conflict and a deletion show as the value now", async () => {
    const { tenant_id, ids } = await shop([{ name: "Fio", sale_price: 5 }]);
    held(5.899, ids);
    const deletion = await ana.call("delete_products", { tenant_id, items: [{ id: String(ids[0]) }] });
    const operation_id = operationOf(deletion);
    await ana.call("update_product", { tenant_id, id: String(ids[0]), name: "Fio 2" });
    const done = await ana.call("confirm_operation", { operation_id });
    expect(entry(done, 0)).toMatchObject({ error: "conflict", current: { sale_price_exact: "5.899" } });
    const kept = await ana.call("get_operation", { operation_id });
    expect(entry(kept, 0)).toMatchObject({ before: { sale_price_exact: "5.899" } });
  });

  it("warns by what it is, not by what it rounds to", async () => {
    const { tenant_id, ids } = await shop([{ name: "Fio", sale_price: 1 }]);
    held(0.004, ids);
    const free = await asked(ana, "update_products", { tenant_id, items: repriced(ids, 0) });
    expect(free.message).toContain("passa a 0");
    expect(free.message).toMatch(/R\$ 0,004 → R\$ 0,00/);
  });
});

describe("a bitERP that ignores a filter", () => {
  const list = (match: RegExp, rows: (data: JsonObject[]) => JsonObject[]) =>
    double.rewrite({
      method: "GET",
      path: match,
      as: (page) => ({ ...page, data: rows(page.data as JsonObject[]) }),
    });
  const row = (id: string, name: string, more: JsonObject = {}): JsonObject => ({
    id,
    name,
    sale_price: 1,
    description: "",
    sku: "",
    is_active: true,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    etag: '"1"',
    ...more,
  });

  it("of SKUs makes no false conflict, and picks nothing", async () => {
    const { tenant_id, ids } = await shop([{ name: "Café", sku: "C-1" }]);
    list(/[?&]sku=/, () => [row(String(ids[0]), "Café", { sku: "C-1" })]);
    const made = await framework.call("create_product", {
      tenant_id,
      name: "Chá",
      sale_price: 2,
      sku: "C-2",
    });
    expect(made.structured.product).toMatchObject({ name: "Chá", sku: "C-2" });
    const items = [{ name: "Pão", sale_price: 2, sku: "C-3" }];
    expect(codes(await framework.call("create_products", { tenant_id, items }))).toEqual(["ok"]);
    const gone = await framework.call("delete_products", { tenant_id, items: [{ sku: "C-9" }] });
    expect(codes(gone)).toEqual(["not_found"]);
    expect(writesSent()).toHaveLength(2);
  });

  it("of names picks nothing", async () => {
    const { tenant_id, ids } = await shop(["Café"]);
    list(/[?&](name|search)=/, () => [row(String(ids[0]), "Café")]);
    const gone = await framework.call("delete_products", { tenant_id, items: [{ name: "Chá" }] });
    expect(codes(gone)).not.toContain("ok");
    expect(writesSent()).toEqual([]);
  });

  it("of deleted products takes none of them for one that is there, and none there for a deleted one", async () => {
    const { tenant_id, ids } = await shop(["Café", { name: "Antigo", deleted: true }]);
    const [cafe = "", antigo = ""] = ids;
    const ended = row("old", "Café", { deleted_at: "2026-01-01T00:00:00Z" });
    list(/deleted=exclude/, (data) => [ended, ...data]);
    list(/deleted=only/, (data) => [row(cafe, "Café"), ...data]);
    const items = [{ name: "Café" }];
    const found = await framework.call("get_products", { tenant_id, items });
    expect(entry(found, 0)).toMatchObject({ success: true, id: cafe });
    const restored = await framework.call("restore_products", {
      tenant_id,
      items: [{ name: "Antigo" }, ...items],
    });
    expect(entry(restored, 0)).toMatchObject({ success: true, id: antigo });
    expect(entry(restored, 1)).toMatchObject({ success: true, id: cafe, already_live: true });
  });
});
