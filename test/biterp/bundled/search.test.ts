import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import {
  ACUCAR,
  ANA,
  AURORA,
  CAFE250,
  CAFE500,
  createCompany,
  createProducts,
  PAO,
} from "../../support/companies";
import { productsOf } from "./client";

const aurora = productsOf(ANA, AURORA);
let tenantId: string;
let own: ReturnType<typeof productsOf>;

beforeAll(async () => {
  tenantId = (await createCompany({ members: { [ANA]: "admin" } })).tenantId;
  own = productsOf(ANA, tenantId);
  await createProducts(tenantId, [
    { name: "Desconto 100% Natural", sku: "A_B" },
    { name: "Desconto 100 Natural", sku: "AXB" },
    { name: `Aspas "duplas" 'simples'`, sku: "(x)*" },
    { name: "Torrado Especial", description: "moído\nna   hora, sem_glúten" },
    { name: "Ativo Não", is_active: false },
    { name: "Apagado", deleted: true, sku: "DEAD" },
    { name: "Apagado Inativo", deleted: true, is_active: false },
    { name: "Pão ❤️ 日本茶" },
    {
      name: "Longo",
      description: `${"x".repeat(250_000)} fim https://loja.example/produtos/paes-artesanais-2026`,
    },
  ]);
});

async function ids(products: typeof aurora, query: Record<string, string>): Promise<string[]> {
  return (await products.list({ limit: "100", ...query })).body.data.map(({ id }) => id);
}

describe("in the seed", () => {
  it("is blind to accents, case, composition, blanks and order", async () => {
    const expected = await ids(aurora, { search: "acucar" });
    expect(expected).toContain(ACUCAR);
    for (const search of ["AÇÚCAR", "Açucar", "Açúcar".normalize("NFD"), " açúcar "]) {
      expect(await ids(aurora, { search })).toEqual(expected);
    }
    expect(await ids(aurora, { search: "pao frances" })).toContain(PAO);
    for (const search of ["cafe  torrado", "torrado café", "torr caf"]) {
      expect(await ids(aurora, { search })).toEqual(expect.arrayContaining([CAFE500, CAFE250]));
    }
    expect(await ids(aurora, { search: " CAFÉ " })).toEqual(expect.arrayContaining([CAFE500, CAFE250]));
  });

  it("finds a name whole only, a SKU exactly", async () => {
    expect(await ids(aurora, { name: "ACUCAR  CRISTAL 1KG" })).toEqual([ACUCAR]);
    expect(await ids(aurora, { name: "café torrado 500g" })).toEqual([CAFE500]);
    expect(await ids(aurora, { name: "café torrado" })).toEqual([]);
    expect(await ids(aurora, { sku: "000123" })).toEqual([PAO]);
    expect(await ids(aurora, { sku: "123" })).toEqual([]);
    expect(await ids(aurora, { sku: "caf-500" })).toEqual([]);
  });

  it("does not reach into another company", async () => {
    expect(await ids(aurora, { search: "holandesa" })).toEqual([]);
    expect(await ids(aurora, { search: "picanha" })).toEqual([]);
  });

  it("agrees with a plain look at the text for every piece of every name", async () => {
    const { results } = await env.DB.prepare(
      `SELECT name_folded AS name, sku FROM biterp_products WHERE tenant_id = ? AND deleted_at IS NULL`,
    )
      .bind(AURORA)
      .all<{ name: string; sku: string }>();
    const pieces = [
      "a",
      "o",
      "%",
      "_",
      "0",
      "50",
      "ca",
      "ão",
      "1kg",
      "torr",
      "rrad",
      "kg",
      "(",
      "-",
      "70%",
      "t_l",
    ];
    for (const search of pieces) {
      const folded = search === "ão" ? "ao" : search;
      const expected = results.filter(
        ({ name, sku }) => name.includes(folded) || sku.toLowerCase().includes(folded),
      ).length;
      expect((await aurora.list({ search, fields: "name,sku" })).body.total, search).toBe(expected);
    }
  });
});

describe("words", () => {
  it("takes % and _ and quotes as they are", async () => {
    expect(await own.names({ search: "100%" })).toEqual(["Desconto 100% Natural"]);
    expect(await own.names({ search: "%" })).toEqual(["Desconto 100% Natural"]);
    expect(await own.names({ search: "a_b" })).toEqual(["Desconto 100% Natural"]);
    expect(await own.names({ search: "_" })).toEqual(["Desconto 100% Natural", "Torrado Especial"]);
    expect(await own.names({ search: '"duplas"' })).toEqual([`Aspas "duplas" 'simples'`]);
    expect(await own.names({ search: "'" })).toEqual([`Aspas "duplas" 'simples'`]);
    expect(await own.names({ search: "(x)*" })).toEqual([`Aspas "duplas" 'simples'`]);
    expect(await own.names({ search: "desconto OR torrado" })).toEqual([]);
    expect(await own.names({ search: "desconto NOT natural" })).toEqual([]);
    expect(await own.names({ search: "tokens:desconto" })).toEqual([]);
  });

  it("needs every word, anywhere in words, in name, SKU or description", async () => {
    expect(await own.names({ search: "orrad" })).toEqual(["Torrado Especial"]);
    expect(await own.names({ search: "torr hora" })).toEqual(["Torrado Especial"]);
    expect(await own.names({ search: "torr agora" })).toEqual([]);
    expect(await own.names({ search: "moído na" })).toEqual(["Torrado Especial"]);
    expect(await own.names({ search: "m hor" })).toEqual(["Torrado Especial"]);
    expect(await own.names({ search: "axb" })).toEqual(["Desconto 100 Natural"]);
    expect(await own.names({ search: "natural axb" })).toEqual(["Desconto 100 Natural"]);
    expect(await own.names({ search: "moido especial" })).toEqual(["Torrado Especial"]);
  });

  it("looks at name and SKU alone when asked", async () => {
    expect(await own.names({ search: "hora", fields: "name,sku" })).toEqual([]);
    expect(await own.names({ search: "especial", fields: "name,sku" })).toEqual(["Torrado Especial"]);
    expect(await own.names({ search: "axb natural", fields: "name,sku" })).toEqual(["Desconto 100 Natural"]);
  });

  it("finds other scripts, and a long word in a long text", async () => {
    expect(await own.names({ search: "本" })).toEqual(["Pão ❤️ 日本茶"]);
    expect(await own.names({ search: "❤" })).toEqual(["Pão ❤️ 日本茶"]);
    expect(await own.names({ search: "x".repeat(200) })).toEqual(["Longo"]);
    expect(await own.names({ search: "loja.example/produtos/paes-artesanais" })).toEqual(["Longo"]);
    expect(await own.names({ search: "loja.example/produtos/paes-artificiais" })).toEqual([]);
    expect(await own.names({ search: "fim" })).toEqual(["Longo"]);
  });

  it("is no filter when there is no word", async () => {
    const { total } = (await own.list()).body;
    expect((await own.list({ search: "" })).body.total).toBe(total);
    expect((await own.list({ search: "  " })).body.total).toBe(total);
  });
});

describe("with other filters", () => {
  it("leaves out, takes in, or looks only at the deleted", async () => {
    expect(await own.names({ search: "apagado" })).toEqual([]);
    const dead = ["Apagado", "Apagado Inativo"];
    expect(await own.names({ search: "apagado", deleted: "only" })).toEqual(dead);
    expect(await own.names({ search: "apagado", deleted: "include" })).toEqual(dead);
    expect(await own.names({ search: "apagado", deleted: "only", active_only: "true" })).toEqual(["Apagado"]);
    expect(await own.names({ deleted: "only" })).toEqual(dead);
    expect(await own.names({ deleted: "only", active_only: "true" })).toEqual(["Apagado"]);
    expect(await own.names({ deleted: "include" })).toHaveLength(9);
    expect(await own.names({})).toHaveLength(7);
    expect(await own.names({ sku: "DEAD" })).toEqual([]);
    expect(await own.names({ sku: "DEAD", deleted: "include" })).toEqual(["Apagado"]);
    expect(await own.names({ name: "apagado", deleted: "only" })).toEqual(["Apagado"]);
  });

  it("leaves out the inactive when asked", async () => {
    expect(await own.names({ search: "ativo" })).toEqual(["Ativo Não"]);
    expect(await own.names({ search: "ativo", active_only: "false" })).toEqual(["Ativo Não"]);
    expect(await own.names({ search: "ativo", active_only: "true" })).toEqual([]);
    expect(await own.names({ active_only: "true" })).toHaveLength(6);
  });

  it("joins search with name and SKU", async () => {
    expect(await own.names({ search: "natural", sku: "A_B" })).toEqual(["Desconto 100% Natural"]);
    expect(await own.names({ search: "torrado", sku: "A_B" })).toEqual([]);
    expect(await own.names({ search: "hora", name: "torrado especial" })).toEqual(["Torrado Especial"]);
  });

  it("follows every write at once", async () => {
    const { body } = await own.create({ name: "Zimbro", sale_price: 1, description: "perfumado" });
    expect(await own.names({ search: "imbr" })).toEqual(["Zimbro"]);
    await own.patch(body.id, { name: "Zimbra", description: "" });
    expect(await own.names({ search: "zimbro" })).toEqual([]);
    expect(await own.names({ search: "perfum" })).toEqual([]);
    expect(await own.names({ name: "zimbrá" })).toEqual(["Zimbra"]);
    await own.patch(body.id, { is_active: false });
    expect(await own.names({ search: "zimbra", active_only: "true" })).toEqual([]);
    await own.remove(body.id);
    expect(await own.names({ search: "zimbra" })).toEqual([]);
    expect(await own.names({ search: "zimbra", deleted: "only" })).toEqual(["Zimbra"]);
    await own.restore(body.id);
    expect(await own.names({ search: "zimbra" })).toEqual(["Zimbra"]);
    expect(await own.names({ search: "zimbra", deleted: "only" })).toEqual([]);
  });
});
