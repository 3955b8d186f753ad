import { beforeAll, expect, it } from "vitest";
import { AURORA, BEIRA, type Bench, codes, created, entries, errorOf, names, productOf, word } from "./bench";

/** Searching, paging, getting, and finding by name. */
export function reading(bench: () => Bench): void {
  const tag = word();
  let ids: string[];
  beforeAll(async () => {
    ids = await created(bench().bruno, [
      { name: `Pão Francês ${tag}`, sku: `${tag}-1`, sale_price: 19.9, description: "Assado às 5h" },
      { name: `Açúcar Mascavo ${tag}` },
      { name: `Café Torrado ${tag} 250g` },
      { name: `Café Torrado ${tag} 500g`, is_active: false },
      { name: `Broa ${tag}` },
      { name: `broa  ${tag}` },
      { name: `Rosquinha de Coco ${tag}` },
    ]);
  });
  const list = (args: Record<string, unknown>) =>
    bench().bruno.call("list_products", { tenant_id: BEIRA, ...args });
  const look = (...items: Record<string, unknown>[]) =>
    bench().bruno.call("get_products", { tenant_id: BEIRA, items });

  it.each([
    ["acucar mascavo", ["Açúcar Mascavo"]],
    ["AÇÚCAR", ["Açúcar Mascavo"]],
    ["pao", ["Pão Francês"]],
    ["torrado café", ["Café Torrado 250g", "Café Torrado 500g"]],
    ["nada disso", []],
  ])("finds for %j what a person means", async (search, expected) => {
    const found = names(await list({ search: `${search} ${tag}` }));
    expect(found.map((name) => String(name).replace(` ${tag}`, ""))).toEqual(expected);
  });

  it("leaves out inactive products where that is asked", async () => {
    const found = await list({ search: `cafe ${tag}`, active_only: true });
    expect(names(found)).toEqual([`Café Torrado ${tag} 250g`]);
  });

  it("pages to the end: everything once, and no cursor after the last page", async () => {
    const seen: unknown[] = [];
    let cursor: unknown;
    for (let page = 1; page <= 3; page++) {
      const { structured } = await list({ search: tag, limit: 3, ...(page > 1 && { cursor }) });
      const products = structured.products as Record<string, unknown>[];
      seen.push(...products.map(({ id }) => id));
      expect(structured.has_next_page).toBe(page < 3);
      expect("next_cursor" in structured).toBe(page < 3);
      cursor = structured.next_cursor;
    }
    expect([...seen].sort()).toEqual([...ids].sort());
  });

  it("refuses a cursor that is none, and a limit out of range", async () => {
    expect(errorOf(await list({ cursor: "x" })).code).toBe("invalid_cursor");
    expect(errorOf(await list({ limit: 101 })).code).toBe("invalid_argument");
  });

  it("gets one product whole", async () => {
    const reply = await bench().bruno.call("get_product", { tenant_id: BEIRA, id: ids[0] });
    const product = productOf(reply);
    expect(product).toEqual({
      id: ids[0],
      name: `Pão Francês ${tag}`,
      sale_price: 19.9,
      description: "Assado às 5h",
      sku: `${tag}-1`,
      is_active: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/),
      updated_at: expect.stringMatching(/^\d{4}-/),
    });
  });

  it("says not_found alike for no product and for another company's", async () => {
    const { ana } = bench();
    const texts: string[] = [];
    for (const id of [ids[0], crypto.randomUUID()]) {
      const reply = await ana.call("get_product", { tenant_id: AURORA, id });
      const { code, message } = errorOf(reply);
      texts.push(`${code} ${message}`.replaceAll(String(id), "…"));
    }
    expect(texts[0]).toMatch(/^not_found/);
    expect(texts[0]).toBe(texts[1]);
  });

  it("gets many by id, SKU and whole name, in order, each with its answer", async () => {
    const reply = await look(
      { name: `  AÇUCAR   mascavo ${tag}` },
      { id: crypto.randomUUID() },
      { sku: `${tag}-1` },
      { id: ids[2] },
    );
    expect(codes(reply)).toEqual(["ok", "not_found", "ok", "ok"]);
    expect(reply.structured).toMatchObject({ status: "PARTIAL_SUCCESS", failures: [1] });
    expect(entries(reply).map(({ index, id }) => [index, id])).toEqual([
      [0, ids[1]],
      [1, expect.anything()],
      [2, ids[0]],
      [3, ids[2]],
    ]);
  });

  it("names the candidates of an ambiguous name, and counts them", async () => {
    const [same, inside] = entries(await look({ name: `BROA ${tag}` }, { name: `café torrado ${tag}` }));
    for (const entry of [same, inside]) {
      expect(entry).toMatchObject({ success: false, error: "ambiguous", candidates_total: 2 });
      expect(entry?.candidates).toMatchObject([{ sale_price: 10 }, { sale_price: 10 }]);
    }
  });

  it("counts more candidates than one page holds, or says at least how many there are", async () => {
    const { bruno, can } = bench();
    const many = word();
    const drafts = Array.from({ length: 51 }, (_, at) => ({ name: `Caneta ${many} ${at}` }));
    await created(bruno, drafts.slice(0, 50));
    await created(bruno, drafts.slice(50));
    const [entry] = entries(await look({ name: `Caneta ${many}` }));
    expect(entry).toMatchObject({ error: "ambiguous" });
    expect(entry?.candidates).toHaveLength(5);
    const atLeast = entry?.candidates_total_at_least;
    if (can.lookUpByName) expect(atLeast).toBeUndefined();
    if (atLeast) expect(entry?.candidates_total).toBeGreaterThanOrEqual(50);
    else expect(entry?.candidates_total).toBe(51);
  });

  it("suggests what a wrong name may mean, and does not take it", async () => {
    const [part, misspelt] = entries(
      await look({ name: `coco ${tag}` }, { name: `Rosquina de Coco ${tag}` }),
    );
    for (const entry of [part, misspelt]) {
      expect(entry).toMatchObject({ success: false, error: "not_found" });
      const [first] = (entry?.suggestions ?? []) as unknown[];
      expect(first).toMatchObject({ id: ids[6] });
    }
  });
}
