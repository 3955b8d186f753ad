import { expect, it } from "vitest";
import { failureMessage } from "../../../src/errors";
import { Catalogue } from "../../../src/products/catalogue";
import { findProduct } from "../../../src/products/reference";
import { failure } from "../client/bench";
import { bench } from "./support/bench";

const product = (id: string, name: string) => ({ id, name, sale_price: 1, sku: "S", is_active: true });
const page = (products: object[], next_cursor: string | null) => ({
  content: [],
  structuredContent: { products, next_cursor },
});

it.each([
  ["more", true],
  [null, undefined],
])("counts candidates as far as it looked, and says so (cursor %s)", async (cursor, atLeast) => {
  const { erp } = await bench({
    instead: () =>
      page(
        ["1", "2"].map((id) => product(id, "Pão")),
        cursor,
      ),
  });
  for (const reference of [{ name: "pao" }, { sku: "S" }]) {
    const record = await failure(findProduct(new Catalogue(erp, "t"), reference, "live"));
    expect(record.code).toBe("ambiguous");
    expect(record.details?.candidates_total_at_least).toBe(atLeast);
    const message = failureMessage(record, "pt-BR");
    expect(message.includes("ao menos")).toBe(atLeast === true);
  }
});

it("applies no name while rows are left unread, for a second one may stand there", async () => {
  let asked = 0;
  const { erp } = await bench({
    instead: () => {
      asked += 1;
      return page(asked === 1 ? [product("1", "Café")] : [product(`${asked}`, `Café ${asked}`)], "more");
    },
  });
  const record = await failure(findProduct(new Catalogue(erp, "t"), { name: "Café" }, "live"));
  expect(record).toMatchObject({
    code: "ambiguous",
    details: { candidates: [{ id: "1" }], candidates_total_at_least: true },
  });
});

it("finds the second one on a later page", async () => {
  const rows = Array.from({ length: 350 }, (_, at) =>
    product(`${at}`, at === 0 || at === 349 ? "Café" : `Café ${at}`),
  );
  const { erp } = await bench({
    instead: (_, args) => {
      const from = Number(args.cursor ?? 0);
      return page(rows.slice(from, from + 100), from + 100 < rows.length ? String(from + 100) : null);
    },
  });
  const record = await failure(findProduct(new Catalogue(erp, "t"), { name: "cafe" }, "live"));
  expect(record).toMatchObject({
    code: "ambiguous",
    details: { candidates: [{ id: "0" }, { id: "349" }], candidates_total: 2 },
  });
  expect(record.details).not.toHaveProperty("candidates_total_at_least");
});

it("finds a product by its whole name, and suggests where there is none", async () => {
  const { erp, tenantId } = await bench();
  const made = await erp.createProduct(tenantId, { name: "Açúcar Cristal – 1,5 kg", sale_price: 1 });
  const found = await findProduct(new Catalogue(erp, tenantId), { name: "acucar  cristal - 1.5kg" }, "live");
  expect(found.product).toEqual(made);
  const unknown = findProduct(new Catalogue(erp, tenantId), { name: "acucar cristau 1,5 kg" }, "live");
  expect(await failure(unknown)).toMatchObject({
    code: "not_found",
    details: { suggestions: [{ id: made.id }] },
  });
});
