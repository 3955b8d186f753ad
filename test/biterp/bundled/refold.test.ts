import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { ANA, createCompany, createProducts } from "../../support/companies";
import { productsOf } from "./client";

/** Stores rows as they were before the rules of folding changed: blanks and marks kept, indexed by nothing. */
async function asBefore(ids: string[]): Promise<void> {
  const marks = ids.map(() => "?").join(", ");
  await env.DB.batch([
    env.DB.prepare(
      `DELETE FROM biterp_product_search WHERE rowid IN (SELECT number FROM biterp_products WHERE id IN (${marks}))`,
    ).bind(...ids),
    env.DB.prepare(
      `UPDATE biterp_products SET name_folded = lower(name), fold_version = 1 WHERE id IN (${marks})`,
    ).bind(...ids),
  ]);
}

it("folds rows of an earlier version anew before they are searched, and only those of the company", async () => {
  const { tenantId } = await createCompany({ members: { [ANA]: "admin" } });
  const other = await createCompany({ members: { [ANA]: "admin" } });
  const names = Array.from({ length: 120 }, (_, at) => `Fita – ${at},5 cm`);
  const rows = await createProducts(
    tenantId,
    [...names, "Piso m²"].map((name) => ({ name })),
  );
  const [foreign] = await createProducts(other.tenantId, [{ name: "Fita – 1,5 cm" }]);
  const all = [...rows, foreign].map((row) => String(row?.id));
  for (let at = 0; at < all.length; at += 50) await asBefore(all.slice(at, at + 50));

  const products = productsOf(ANA, tenantId);
  expect(await products.names({ name: "fita - 7.5cm" })).toEqual(["Fita – 7,5 cm"]);
  expect(await products.names({ search: "m2" })).toEqual(["Piso m²"]);
  expect((await products.list({ search: "5cm", limit: "1" })).body.total).toBe(120);
  const stale = await env.DB.prepare("SELECT id FROM biterp_products WHERE fold_version < 2").all();
  expect(stale.results).toEqual([{ id: foreign?.id }]);
});

it("leaves a new database nothing to fold anew", async () => {
  const { tenantId } = await createCompany({ members: { [ANA]: "admin" } });
  await createProducts(tenantId, [{ name: "Vela" }]);
  const stale = await env.DB.prepare(
    "SELECT count(*) AS found FROM biterp_products WHERE fold_version < 2 AND etag LIKE '\"seed-%'",
  ).first();
  expect(stale).toEqual({ found: 0 });
});
