import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { createCompany, createProducts, createUser } from "../support/companies";
import type { Client } from "../support/mcp";
import { owner, signInAs } from "../support/people";
import { Published } from "../support/published";

let client: Client;
let tenant_id: string;
let published: Published;
let ids: string[];
beforeAll(async () => {
  ({ client, tenant_id } = await owner());
  published = await Published.by(client);
  const description = "çã".repeat(2_500);
  const seeds = Array.from({ length: 100 }, (_, at) => ({
    name: `Longo ${at} ${"n".repeat(180)}`,
    description,
  }));
  ids = (await createProducts(tenant_id, seeds)).map((row) => row.id);
});

const call = async (tool: string, args: JsonObject) =>
  published.fitting(tool, await client.call(tool, { tenant_id, ...args }));

describe("results that a host would cut (case 26)", { timeout: 60_000 }, () => {
  it("hold a hundred products with their descriptions cut, and say so", async () => {
    const answer = await call("list_products", { limit: 100 });
    const products = answer.structured.products as JsonObject[];
    expect(products).toHaveLength(100);
    for (const { description, description_truncated } of products) {
      expect([...String(description)].length).toBeLessThanOrEqual(200);
      expect(description_truncated).toBe(true);
    }
  });

  it("hold all of fifty looked-up products", async () => {
    const answer = await call("get_products", { items: ids.slice(0, 50).map((id) => ({ id })) });
    expect(answer.structured.results).toHaveLength(50);
  });

  it("hold all of fifty changes, the failures first", async () => {
    const items = [...ids.slice(0, 48), "gone-1", "gone-2"].map((id) => ({ id, changes: { sale_price: 3 } }));
    const asked = await call("update_products", { items });
    expect(asked.structured.items).toHaveLength(50);
    const operation_id = String(asked.structured.operation_id);
    const done = published.fitting(
      "confirm_operation",
      await client.call("confirm_operation", { operation_id }),
    );
    expect(done.structured).toMatchObject({
      summary: { total: 50, succeeded: 48, failed: 2 },
      failures: [48, 49],
    });
    expect(done.structured.results).toHaveLength(50);
    expect(done.text.indexOf('"failures"')).toBeLessThan(done.text.indexOf('"results"'));
    const seen = published.fitting("get_operation", await client.call("get_operation", { operation_id }));
    expect(seen.structured.results).toHaveLength(50);
  });

  it("hold fifty changed descriptions, before and after", async () => {
    const items = ids.slice(50).map((id) => ({ id, changes: { description: "nova ".repeat(1_500) } }));
    const asked = await call("update_products", { items });
    expect(asked.structured.items).toHaveLength(50);
    expect(asked.structured.items?.every(({ state }) => state === "actionable")).toBe(true);
  });

  it("show a single product's description up to 20,000 characters, and then say so", async () => {
    const [huge, fits] = await createProducts(tenant_id, [
      { name: "Imenso", description: "é".repeat(200_000) },
      { name: "Cabe", description: "é".repeat(20_000) },
    ]);
    const cut = (await call("get_product", { id: String(huge?.id) })).structured.product as JsonObject;
    expect([...String(cut.description)]).toHaveLength(20_000);
    expect(cut.description_truncated).toBe(true);
    const whole = (await call("get_product", { id: String(fits?.id) })).structured.product;
    expect(whole).not.toHaveProperty("description_truncated");
  });

  it("list the companies of somebody with sixty", async () => {
    const userId = await createUser();
    for (let at = 0; at < 60; at++) await createCompany({ members: { [userId]: "admin" } });
    const many = await signInAs(userId);
    const answer = published.fitting("list_tenants", await many.call("list_tenants"));
    expect(answer.structured.tenants).toHaveLength(60);
    expect((await many.call("list_products")).error.details?.tenants).toHaveLength(60);
  });

  it("stay small when the caller sends huge names of keys, items and companies", async () => {
    const huge = "k".repeat(20_000);
    const items = Array.from({ length: 50 }, () => ({ [huge]: 1, name: huge, sale_price: 1 }));
    await call("create_products", { items });
    await call("get_products", { items: Array.from({ length: 50 }, () => huge) });
    for (const [tool, args] of [
      ["list_products", { ["k".repeat(100_000)]: 1 }],
      ["get_product", { id: "k".repeat(100_000) }],
      ["create_product", { name: "x", sale_price: "9".repeat(100_000) }],
      ["validate_products", { target_tool: "k".repeat(100_000) }],
      ["list_products", { tenant_id: "k".repeat(100_000) }],
    ] as [string, JsonObject][]) {
      const { text, error } = await client.call(tool, { tenant_id, ...args });
      expect(error.code, tool).toMatch(/invalid_argument|not_found/);
      expect(text.length, tool).toBeLessThan(60_000);
    }
  });
});
