import { expect, it } from "vitest";
import { failureMessage } from "../../../src/errors";
import { findProduct } from "../../../src/products/reference";
import { failure } from "../client/bench";
import { bench } from "./support/bench";

const page = (next_cursor: string | null) => ({
  content: [],
  structuredContent: {
    products: ["1", "2"].map((id) => ({ id, name: "Pão", sale_price: 1, sku: "S", is_active: true })),
    next_cursor,
  },
});

it.each([
  ["more", 10, true],
  [null, 2, undefined],
])("counts candidates as far as it looked, and says so (cursor %s)", async (cursor, total, atLeast) => {
  const { erp } = await bench({ instead: () => page(cursor) });
  for (const reference of [{ name: "pao" }, { sku: "S" }]) {
    const record = await failure(findProduct(erp, "t", reference, "live"));
    expect(record.code).toBe("ambiguous");
    expect(record.details?.candidates_total).toBe(total);
    expect(record.details?.candidates_total_at_least).toBe(atLeast);
    const message = failureMessage(record, "pt-BR");
    expect(message.includes("ao menos")).toBe(atLeast === true);
  }
});

it("finds a product by its whole name, and suggests where there is none", async () => {
  const { erp, tenantId } = await bench();
  const made = await erp.createProduct(tenantId, { name: "Açúcar Cristal", sale_price: 1 });
  const found = await findProduct(erp, tenantId, { name: "acucar  cristal" }, "live");
  expect(found.product).toEqual(made);
  const record = await failure(findProduct(erp, tenantId, { name: "acucar cristau" }, "live"));
  expect(record).toMatchObject({ code: "not_found", details: { suggestions: [{ id: made.id }] } });
});
