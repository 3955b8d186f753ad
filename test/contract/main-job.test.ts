import { expect, it } from "vitest";
import { ANA, createCompany, createProducts } from "../support/companies";
import { Client } from "../support/mcp";

it("deletes three named products with one call, one question and one answer per product", async () => {
  const ana = await Client.signIn({ user: "ana" });
  const { tenantId, name } = await createCompany({ members: { [ANA]: "admin" } });
  await createProducts(tenantId, [{ name: "Produto A" }, { name: "Produto C" }]);

  const asked = await ana.call("delete_products", {
    tenant_id: tenantId,
    items: "Produto A, Produto B e Produto C",
  });
  expect(asked.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
  expect(asked.structured.confirmation_message).toContain(name);
  expect(asked.structured.items?.map((item) => item.state)).toEqual(["actionable", "left_out", "actionable"]);

  const operation_id = String(asked.structured.operation_id);
  const done = await ana.call("confirm_operation", { operation_id });
  expect(done.structured).toMatchObject({
    status: "PARTIAL_SUCCESS",
    summary: { total: 3, succeeded: 2, failed: 1 },
    failures: [1],
  });
  expect(done.structured.results?.map((entry) => [entry.index, entry.success, entry.error])).toEqual([
    [0, true, undefined],
    [1, false, "not_found"],
    [2, true, undefined],
  ]);
  const left = await ana.call("list_products", { tenant_id: tenantId });
  expect(left.structured.products).toEqual([]);
});
