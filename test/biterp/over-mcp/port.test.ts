import { describe, expect, it } from "vitest";
import { permissions } from "../../../src/biterp/port";
import { failure } from "../client/bench";
import { bench, type Kind } from "./support/bench";

const kinds: Kind[] = ["modern", "stateless", "sessions", "stream"];

describe.each(kinds)("bitERP's MCP server of the kind %s", (kind) => {
  it("serves every method of the port", async () => {
    const { erp, behind, tenantId, headers, old } = await bench({ kind });
    expect(await erp.me()).toEqual(await behind.me());
    const tenant = (await erp.tenants()).find((one) => one.tenant_id === tenantId);
    expect(tenant).toMatchObject({ role: "admin", permissions: [...permissions] });

    const made = await erp.createProduct(tenantId, { name: "Café Ção", sale_price: 19.9, sku: "000123" });
    expect(made).toMatchObject({ name: "Café Ção", sale_price: 19.9, sku: "000123", is_active: true });
    expect(made).not.toHaveProperty("internal_cost");
    expect(await erp.getProduct(tenantId, made.id)).toEqual(made);
    const page = await erp.listProducts(tenantId, { limit: 10 });
    expect(page).toEqual({ data: [made], has_next_page: false, total: 1 });

    const updated = await erp.updateProduct(tenantId, made.id, { sale_price: 21 }, { ifMatch: made.etag });
    expect(updated).toMatchObject({ name: "Café Ção", sale_price: 21 });
    expect(updated.etag).not.toBe(made.etag);
    const gone = await erp.deleteProduct(tenantId, made.id, { ifMatch: updated.etag });
    expect(gone.deleted_at).toBeTruthy();
    expect((await failure(erp.restoreProduct(tenantId, made.id))).say.key).toBe("biterp.no_restore");
    expect((await erp.getProduct(tenantId, made.id, { deleted: "include" })).deleted_at).toBeTruthy();
    expect((await erp.deleteProduct(tenantId, made.id)).deleted_at).toBeTruthy();

    await erp.close();
    for (const sent of headers) {
      expect(sent.get("Authorization")).toBe("Bearer secret");
      expect(sent.get("X-Request-Id")).toBe("req-1");
    }
    if (kind === "sessions") expect(old.seen).toEqual({ initialized: 1, ended: 1 });
  });

  it("is connected to once for calls side by side", async () => {
    const { erp, tenantId, ran, double } = await bench({ kind });
    await Promise.all([1, 2, 3, 4, 5].map(() => erp.listProducts(tenantId, {})));
    await erp.close();
    expect(ran).toEqual(Array(5).fill("list_products"));
    const opening = { modern: 1, stateless: 3, sessions: 4, stream: 4 }[kind];
    expect(double.counts.requests).toBe(5 + opening);
  });
});

it("opens nothing before it is used, and closing that is nothing", async () => {
  const { erp, double } = await bench();
  await erp.close();
  expect(double.counts.requests).toBe(0);
});

it("waits for the company's turn, and not for the person's own", async () => {
  const turns: string[] = [];
  const { erp, tenantId } = await bench({ turn: async (tenant) => void turns.push(tenant) });
  await erp.me();
  await erp.listProducts(tenantId, {});
  expect(turns).toEqual([tenantId]);
});
