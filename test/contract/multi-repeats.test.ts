import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/json";
import { Client } from "../support/mcp";
import { codes, namesIn, resetBitErp, shop } from "../support/sets";
import { double } from "../support/worker";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 30_000 });

let ana: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana", mode: "delegated" });
});
afterEach(resetBitErp);

const call = (tool: string, args: JsonObject) => ana.call(tool, args);

describe("two items that reach one product", () => {
  it("are deleted once and both told", async () => {
    const { tenant_id, ids } = await shop([{ name: "Vela", sku: "V-1" }, "Outra"]);
    const items = [{ id: ids[0] }, "Outra", { name: "vela" }, { sku: "V-1" }] as never;
    const done = await call("delete_products", { tenant_id, items });
    expect(codes(done)).toEqual(["ok", "ok", "ok", "ok"]);
    expect(done.structured.results?.map((entry) => entry.duplicate_of)).toEqual([undefined, undefined, 0, 0]);
    expect(done.structured.summary).toEqual({ total: 4, succeeded: 4, failed: 0 });
    expect(double.counts.writes).toBe(2);
  });

  it("share a failure, too", async () => {
    const { tenant_id, ids } = await shop(["Vela", "Outra"]);
    double.refuse({ method: "DELETE", path: String(ids[0]), with: { status: 422 } });
    const items = [{ id: ids[0] }, { id: ids[1] }, { name: "Vela" }] as never;
    const done = await call("delete_products", { tenant_id, items });
    expect(codes(done)).toEqual(["invalid_argument", "ok", "invalid_argument"]);
    expect(done.structured.failures).toEqual([0, 2]);
  });

  it("are read once each and told so", async () => {
    const { tenant_id, ids } = await shop(["Vela"]);
    const { structured } = await call("get_products", {
      tenant_id,
      items: [{ name: "Vela" }, { id: ids[0] }] as never,
    });
    expect(structured.results?.[1]).toMatchObject({
      success: true,
      duplicate_of: 0,
      product: { id: ids[0] },
    });
  });

  it("are both refused in an update, which could mean either", async () => {
    const { tenant_id, ids } = await shop(["Vela", "Outra"]);
    const items = [
      { id: ids[0], changes: { sale_price: 1 } },
      { id: ids[1], changes: { sale_price: 2 } },
      { name: "Vela", changes: { sale_price: 3 } },
    ] as never;
    const done = await call("update_products", { tenant_id, items });
    expect(codes(done)).toEqual(["duplicate_item", "ok", "duplicate_item"]);
    // A person counts items from one, as the page does; a program goes by the index.
    expect(done.structured.results?.[0]?.message).toMatch(/item 3\b.*\(\S+ 2\)/i);
    expect(double.counts.writes).toBe(1);
  });

  it("are both refused where two new products want one SKU", async () => {
    const { tenant_id } = await shop([]);
    const items = [
      { name: "Um", sale_price: 1, sku: "S-1" },
      { name: "Dois", sale_price: 1, sku: "S-1" },
      { name: "Igual", sale_price: 1 },
      { name: "Igual", sale_price: 1 },
    ];
    const done = await call("create_products", { tenant_id, items });
    expect(codes(done)).toEqual(["duplicate_item", "duplicate_item", "ok", "ok"]);
    expect(await namesIn(ana, tenant_id)).toEqual(["Igual", "Igual"]);
  });
});

describe("a deleted product", () => {
  it("cannot be updated or read, and the error says that it is deleted", async () => {
    const { tenant_id, ids } = await shop([{ name: "Vela", deleted: true }]);
    const [id] = ids as [string];
    expect(
      codes(await call("update_products", { tenant_id, items: [{ id, changes: { sale_price: 1 } }] })),
    ).toEqual(["deleted"]);
    expect(codes(await call("get_products", { tenant_id, items: [{ id }] }))).toEqual(["deleted"]);
  });

  it("is deleted already: that is success, and nothing is sent", async () => {
    const { tenant_id, ids } = await shop([{ name: "Vela", deleted: true }, "Outra"]);
    const done = await call("delete_products", { tenant_id, items: ids.map((id) => ({ id })) });
    expect(done.structured).toMatchObject({
      status: "SUCCESS",
      results: [
        { already_deleted: true, deleted_at: expect.any(String) },
        { deleted_at: expect.any(String) },
      ],
    });
    expect(done.structured.results?.[1]).not.toHaveProperty("already_deleted");
    expect(double.counts.writes).toBe(1);
  });

  it("comes back, by id, SKU and name; one that is there counts as restored", async () => {
    const { tenant_id, ids } = await shop([
      { name: "A", deleted: true },
      { name: "B", sku: "B-1", deleted: true },
      { name: "Bolo de Fubá", deleted: true },
      "Lá",
    ]);
    const items = [{ id: ids[0] }, { sku: "B-1" }, "bolo de fuba", { id: ids[3] }] as never;
    const done = await call("restore_products", { tenant_id, items });
    expect(codes(done)).toEqual(["ok", "ok", "ok", "ok"]);
    expect(done.structured.results?.map((entry) => entry.already_live)).toEqual([
      undefined,
      undefined,
      undefined,
      true,
    ]);
    expect(double.counts.writes).toBe(3);
    expect(await namesIn(ana, tenant_id)).toHaveLength(4);
  });

  it("stays away when another product took its SKU meanwhile", async () => {
    const { tenant_id, ids } = await shop([
      { name: "Antigo", sku: "S-1", deleted: true },
      { name: "Novo", sku: "S-1" },
      { name: "Outro", deleted: true },
    ]);
    const done = await call("restore_products", {
      tenant_id,
      items: [{ id: ids[0] }, { id: ids[2] }] as never,
    });
    expect(codes(done)).toEqual(["conflict", "ok"]);
    expect(await namesIn(ana, tenant_id)).toEqual(["Novo", "Outro"]);
  });

  it("leaves the SKU to one of two when both are to come back", async () => {
    const { tenant_id, ids } = await shop([
      { name: "A", sku: "S-1", deleted: true },
      { name: "B", sku: "S-1", deleted: true },
    ]);
    const done = await call("restore_products", { tenant_id, items: ids.map((id) => ({ id })) });
    expect(codes(done)?.toSorted()).toEqual(["conflict", "ok"]);
  });
});
