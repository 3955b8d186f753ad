import { expect, it } from "vitest";
import {
  AURORA,
  BEIRA,
  type Bench,
  codes,
  created,
  entries,
  errorOf,
  productOf,
  toolsOf,
  waiting,
  word,
} from "./bench";
import { codeOfDeleted } from "./differences";

/** Single writes, sets, and undoing. */
export function writing(bench: () => Bench): void {
  const one = (name: string, args: Record<string, unknown>) =>
    bench().bruno.call(name, { tenant_id: BEIRA, ...args });
  const got = async (id: unknown) => one("get_product", { id });

  it("creates, changes in part and deletes one product", async () => {
    const { can } = bench();
    const name = `Único ${word()}`;
    const draft = { name, sale_price: "19,90", description: "Com açúcar", sku: word() };
    const { id, ...made } = productOf(await one("create_product", draft));
    expect(made).toMatchObject({ ...draft, sale_price: 19.9, is_active: true });
    const changed = await one("update_product", { id, sale_price: 21, is_active: false });
    const product = productOf(changed);
    expect(product).toMatchObject({ ...draft, id, sale_price: 21, is_active: false });
    expect(productOf(await got(id))).toEqual(product);
    const cleared = await one("update_product", { id, description: "" });
    expect(productOf(cleared)).toMatchObject({ sale_price: 21, description: "" });

    const gone = await one("delete_product", { id });
    expect(gone.structured, gone.text).toMatchObject({ deleted: true, product: { id } });
    expect(gone.structured).not.toHaveProperty("already_deleted");
    for (const reply of [await got(id), await one("update_product", { id, sale_price: 1 })])
      expect(errorOf(reply).code).toBe(codeOfDeleted(can));
    const again = await one("delete_product", { id });
    if (can.deletedVisible) expect(again.structured).toMatchObject({ deleted: true, already_deleted: true });
    else expect(errorOf(again).code).toBe("not_found");
  });

  it("says what is wrong with a write", async () => {
    const sku = word();
    const [id] = await created(bench().bruno, [{ name: `Certo ${sku}`, sku }]);
    for (const [tool, args, code] of [
      ["create_product", { name: `Outro ${sku}`, sale_price: 1, sku }, "conflict"],
      ["create_product", { name: "Caro", sale_price: "1.234" }, "ambiguous_number"],
      ["create_product", { name: "Barato", sale_price: -1 }, "invalid_argument"],
      ["update_product", { id }, "nothing_to_update"],
      ["update_product", { id: crypto.randomUUID(), sale_price: 1 }, "not_found"],
      ["delete_product", { id: crypto.randomUUID() }, "not_found"],
    ] as const)
      expect([tool, args, errorOf(await one(tool, args)).code]).toEqual([tool, args, code]);
  });

  it("creates many: what can be done is done, in the order of the items", async () => {
    const tag = word();
    const before = await bench().writes();
    const items = [
      { name: `Lote ${tag} 0`, sale_price: 1, sku: tag },
      { name: "", sale_price: 1 },
      { name: `Lote ${tag} 2`, sale_price: 2 },
      { name: `Lote ${tag} 3`, sale_price: "nada" },
      { name: `Lote ${tag} 4`, sale_price: 4 },
    ];
    const reply = await one("create_products", { items });
    expect(codes(reply)).toEqual(["ok", "invalid_argument", "ok", "invalid_argument", "ok"]);
    expect(reply.structured).toMatchObject({
      status: "PARTIAL_SUCCESS",
      partial_success: true,
      summary: { total: 5, succeeded: 3, failed: 2 },
      failures: [1, 3],
      tenant: { tenant: BEIRA },
    });
    expect(entries(reply).map(({ index, product }) => [index, product])).toMatchObject([
      [0, { sale_price: 1, sku: tag }],
      [1, undefined],
      [2, { sale_price: 2 }],
      [3, undefined],
      [4, { sale_price: 4 }],
    ]);
    if (before !== undefined) expect(await bench().writes()).toBe(before + 3);
  });

  it("changes and deletes many by id, SKU and name, one failing beside the others", async () => {
    const { bruno, can } = bench();
    const tag = word();
    const drafts = [
      { name: `Muda ${tag} A` },
      { name: `Muda ${tag} B`, sku: tag },
      { name: `Muda ${tag} C` },
    ];
    const [a, b, c] = await created(bruno, drafts);
    const changes = { sale_price: 12.5 };
    const changed = await one("update_products", {
      items: [
        { id: a, changes },
        { id: crypto.randomUUID(), changes },
        { sku: tag, changes },
        { name: `muda ${tag} c`, changes },
        { id: c, changes: {} },
      ],
    });
    expect(codes(changed)).toEqual(["ok", "not_found", "ok", "ok", "nothing_to_update"]);
    for (const id of [a, b, c]) expect(productOf(await got(id)).sale_price).toBe(12.5);

    const items = [{ name: `MUDA ${tag} A` }, { id: a }, { sku: "nenhum" }, { sku: tag }];
    const gone = await one("delete_products", { items });
    expect(codes(gone)).toEqual(["ok", "ok", "not_found", "ok"]);
    expect(entries(gone)[1]).toMatchObject({ duplicate_of: 0 });
    expect(entries(gone)[3]).toMatchObject({ id: b, sku: tag, deleted_at: expect.stringContaining("T") });
    const left = await one("list_products", { search: tag });
    expect(left.structured.products).toMatchObject([{ id: c }]);
    const after = await one("get_products", { items: [{ id: a }, { id: c }] });
    expect(codes(after)).toEqual([codeOfDeleted(can), "ok"]);
  });

  it("counts what is deleted already as deleted, where that can be seen", async () => {
    const { bruno, can } = bench();
    const ids = await created(bruno, [{ name: `Duas ${word()}` }, { name: `Vezes ${word()}` }]);
    await one("delete_product", { id: ids[0] });
    const reply = await one("delete_products", { items: ids.map((id) => ({ id })) });
    expect(codes(reply)).toEqual([can.deletedVisible ? "ok" : "not_found", "ok"]);
    if (can.deletedVisible) expect(entries(reply)[0]).toMatchObject({ already_deleted: true });
  });

  it("undoes a deletion, where bitERP can", async () => {
    const { bruno, can } = bench();
    if (!can.restore) {
      expect((await toolsOf(bruno)).map(({ name }) => name)).not.toContain("restore_products");
      const { text } = await one("restore_products", { items: [{ name: "Volta" }] });
      expect(text).toMatch(/restore_products|not found/i);
      expect(text).not.toContain('"results"');
      return;
    }
    const tag = word();
    const ids = await created(bruno, [{ name: `Volta ${tag} A` }, { name: `Volta ${tag} B` }]);
    await one("delete_products", { items: ids.map((id) => ({ id })) });
    const back = await one("restore_products", { items: [{ name: `volta ${tag} a` }, { id: ids[1] }] });
    expect(codes(back)).toEqual(["ok", "ok"]);
    for (const id of ids) expect(productOf(await got(id))).toMatchObject({ id, sale_price: 10 });
  });

  it("lets nobody write who may only read", async () => {
    const { ana, carla, can, writes } = bench();
    const name = `Vedado ${word()}`;
    const made = await ana.call("create_product", { tenant_id: AURORA, name, sale_price: 10 });
    const { id } = productOf(made);
    const before = await writes();
    // Where permissions cannot be read, bitERP refuses a write in words, which decide nothing about one.
    const refused = can.permissions ? "forbidden" : "unknown_outcome";
    for (const [tool, args] of [
      ["create_product", { name: "Nada", sale_price: 1 }],
      ["update_product", { id, sale_price: 1 }],
      ["delete_product", { id }],
    ] as const)
      expect(errorOf(await carla.call(tool, { tenant_id: AURORA, ...args })).code).toBe(refused);
    const items = [{ id, changes: { sale_price: 1 } }];
    const set = await carla.call("update_products", { tenant_id: AURORA, items });
    if (can.permissions) expect(codes(set)).toEqual(["forbidden"]);
    else {
      const operation_id = waiting(set);
      expect(codes(await carla.call("confirm_operation", { operation_id }))).toEqual([refused]);
    }
    expect(await writes()).toBe(before);
    const kept = await ana.call("get_product", { tenant_id: AURORA, id });
    expect(productOf(kept)).toMatchObject({ name, sale_price: 10 });
  });
}
