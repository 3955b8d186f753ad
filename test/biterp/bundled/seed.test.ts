import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { searchTokens } from "../../../sandbox/biterp/search-index";
import { fold } from "../../../src/text";
import {
  ACUCAR,
  ANA,
  ARROZ,
  AURORA,
  BEIRA,
  CAFE250,
  CAFE500,
  CELESTE,
  PAO,
  PRODUTO_A,
  PRODUTO_B,
  PRODUTO_C,
  VELA,
} from "../../support/companies";
import { productsOf } from "./client";

const aurora = productsOf(ANA, AURORA);
const beira = productsOf(ANA, BEIRA);

it("has the fixture's products", async () => {
  const expected: [string, object][] = [
    [PAO, { name: "Pão Francês 50g", sku: "000123" }],
    [CAFE500, { name: "Café Torrado 500g", sale_price: 19.9 }],
    [CAFE250, { name: "Café Torrado 250g", sale_price: 11.5 }],
    [ACUCAR, { name: "Açúcar Cristal 1kg", sale_price: 4.99 }],
    [VELA, { name: "Vela Antiga", is_active: false }],
    [PRODUTO_A, { name: "Produto A" }],
    [PRODUTO_B, { name: "Produto B" }],
    [PRODUTO_C, { name: "Produto C" }],
  ];
  for (const [id, product] of expected) expect((await aurora.get(id)).body).toMatchObject(product);
  expect((await beira.get(ARROZ)).body.sku).toBe("000123");
  expect((await aurora.list()).body.total).toBeGreaterThanOrEqual(120);
  expect((await beira.list()).body.total).toBeGreaterThanOrEqual(60);
  const held = await env.DB.prepare(
    "SELECT name FROM biterp_products WHERE tenant_id = ? AND name = 'Torta Holandesa'",
  )
    .bind(CELESTE)
    .first();
  expect(held).not.toBeNull();
});

it("is folded and indexed as the application would", async () => {
  const { results } = await env.DB.prepare(
    `SELECT p.number, t.number AS tenant, p.name, p.name_folded, p.sku, p.description, p.is_active
     FROM biterp_products p JOIN biterp_tenants t ON t.id = p.tenant_id WHERE p.etag LIKE '"seed-%'`,
  ).all<
    Record<"name" | "name_folded" | "sku" | "description", string> &
      Record<"number" | "tenant" | "is_active", number>
  >();
  expect(results.length).toBeGreaterThan(180);
  const lookUps = results.map((row) => {
    expect(row.name_folded).toBe(fold(row.name));
    const tokens = searchTokens(row.tenant, {
      name: row.name_folded,
      sku: fold(row.sku),
      description: fold(row.description),
      isActive: row.is_active === 1,
      isDeleted: false,
    });
    const every = tokens.split(" ").map((token) => `"${token}"`);
    return env.DB.prepare(
      "SELECT count(*) AS found FROM biterp_product_search WHERE biterp_product_search MATCH ? AND rowid = ?",
    ).bind(every.join(" AND "), row.number);
  });
  const found = await env.DB.batch<{ found: number }>(lookUps);
  const missing = results.filter((_, at) => found[at]?.results[0]?.found !== 1).map(({ name }) => name);
  expect(missing).toEqual([]);
});
