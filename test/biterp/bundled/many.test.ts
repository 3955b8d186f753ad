import { beforeAll, expect, it } from "vitest";
import { ANA, createCompany, createProducts } from "../../support/companies";
import { productsOf } from "./client";

let products: ReturnType<typeof productsOf>;
const count = 4_200;

/** More matches than are sorted: the list is walked by name instead. */
beforeAll(async () => {
  const { tenantId } = await createCompany({ members: { [ANA]: "admin" } });
  products = productsOf(ANA, tenantId);
  await createProducts(
    tenantId,
    Array.from({ length: count }, (_, at) => ({
      name: `${at % 2 ? "Água" : "Zimbro"} ${String(at).padStart(5, "0")}`,
      description: at < 10 ? "" : "comum",
      deleted: at % 100 === 50,
      is_active: at % 100 !== 51,
    })),
  );
}, 120_000);

it("gives the same list by either way", async () => {
  for (const filter of [{}, { active_only: "true" }, { deleted: "include" }] as Record<string, string>[]) {
    const plain = await products.list({ ...filter, limit: "100" });
    const searched = await products.list({ ...filter, limit: "100", search: "0" });
    expect(searched.body.total).toBe(plain.body.total);
    expect(searched.body.data).toEqual(plain.body.data);
    const next = { ...filter, limit: "100" };
    const plain2 = await products.list({ ...next, cursor: plain.body.next_cursor ?? "" });
    const searched2 = await products.list({ ...next, search: "0", cursor: searched.body.next_cursor ?? "" });
    expect(searched2.body.data).toEqual(plain2.body.data);
  }
});

it("leaves out what does not match", async () => {
  const { body } = await products.list({ search: "comum", deleted: "include", limit: "1" });
  expect(body.total).toBe(count - 10);
  expect(body.data[0]?.name).toBe("Água 00011");
});
