import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/json";
import { type Answer, Client } from "../support/mcp";
import { namesIn, resetBitErp, shop } from "../support/sets";
import { double } from "../support/worker";

let ana: Client;
let framework: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
  framework = await Client.signIn({ user: "ana", mode: "delegated" });
});
afterEach(resetBitErp);

/** What each entry came to: the product's name, or the error with what it offers. */
const outcomes = (answer: Answer): Json[] =>
  (answer.structured.results ?? []).map((entry) => {
    if (entry.success === true) return String(entry.name);
    const offered = [entry.candidates, entry.suggestions].flatMap((some) => (some ?? []) as JsonObject[]);
    return { [String(entry.error)]: offered.map(({ name }) => String(name)).sort() };
  });

async function look(products: Parameters<typeof shop>[0], items: unknown): Promise<Json[]> {
  const { tenant_id } = await shop(products);
  return outcomes(await ana.call("get_products", { tenant_id, items: items as never }));
}

const WIRE = ["Fio", "Fio, cobre, 2,5 mm", "Tomada"];
const KITCHEN = ["Alho", "Cebola", "Salsa"];

describe("a text is never read as a shorter thing than it says", () => {
  it.each<[string, string[], unknown, Json[]]>([
    ["lines", WIRE, "Fio, cobre, 2,5 mm\nTomada", ["Fio, cobre, 2,5 mm", "Tomada"]],
    ["semicolons", WIRE, "Fio, cobre, 2,5 mm; Tomada", ["Fio, cobre, 2,5 mm", "Tomada"]],
    ["a name with a slip", WIRE, ["Fio, cobre, 2,5 m"], [{ ambiguous: ["Fio", "Fio, cobre, 2,5 mm"] }]],
    ["a sentence's full stop", ["Copo", "Copo e Pires"], "Copo e Pires.", ["Copo e Pires"]],
    ["the same in a list", ["Copo", "Copo e Pires"], ["Copo e Pires."], ["Copo e Pires"]],
    ["the same as an object", ["Copo", "Copo e Pires"], [{ name: "Copo e Pires." }], ["Copo e Pires"]],
    ["several e", KITCHEN, "Alho e Cebola e Salsa", KITCHEN],
    ["commas, e and a full stop", KITCHEN, "Alho, Cebola e Salsa.", KITCHEN],
    ["quotes", KITCHEN, '"Alho", "Cebola" e "Salsa"', KITCHEN],
    ["curly quotes", KITCHEN, "“Alho”, “Cebola”", ["Alho", "Cebola"]],
    ["single quotes", KITCHEN, "'Alho','Cebola'", ["Alho", "Cebola"]],
    ["emphasis", KITCHEN, ["**Alho**"], ["Alho"]],
    ["backticks", KITCHEN, "`Alho`, `Cebola`", ["Alho", "Cebola"]],
    ["check boxes", KITCHEN, "☐ Alho\n☐ Cebola", ["Alho", "Cebola"]],
    ["letters", KITCHEN, "a) Alho\nb) Cebola", ["Alho", "Cebola"]],
    [
      "an e in a name",
      ["Balde", "Rodo P/ Piso E Balde", "Vassoura"],
      "Vassoura e Rodo P/ Piso E Balde",
      ["Vassoura", "Rodo P/ Piso E Balde"],
    ],
    [
      "a name whose halves are none",
      ["Pão de Alho e Ervas", "Leite"],
      "Leite, Pão de Alho e Ervas",
      ["Leite", "Pão de Alho e Ervas"],
    ],
    ["an inch mark", ['Torneira 1/2"'], "Torneira 1/2”", ['Torneira 1/2"']],
    ["a double prime", ['Torneira 1/2"'], "Torneira 1/2″", ['Torneira 1/2"']],
    ["two primes", ['Torneira 1/2"'], "Torneira 1/2''", ['Torneira 1/2"']],
    [
      "dash and unit",
      ["Fita – larga", "Suco 1,5L"],
      ["Fita - larga", "Suco 1.5 L"],
      ["Fita – larga", "Suco 1,5L"],
    ],
  ])("%s", async (_, products, items, expected) => {
    expect(await look(products, items)).toEqual(expected);
  });
});

describe("what looks like less than it says", () => {
  it.each<[string, string[], string[]]>([
    ["a name that was cut", ["Vela", "Vela Aromática"], ["Vela…", "Vela...", "Vela . ."]],
    ["signs raised behind a digit", ["Cano 12", "Cano 11/2"], ["Cano １²", "Cano １½", "Cano 1②"]],
  ])("is no name: %s", async (_, products, items) => {
    const found = await look(products, items);
    expect(found.map((one) => (typeof one === "string" ? one : Object.keys(one as JsonObject)[0]))).toEqual(
      items.map(() => "not_found"),
    );
  });
});

describe("what a text leaves open is asked about", () => {
  it.each<[string, string[], unknown, Json[]]>([
    [
      "a choice",
      ["Copo", "Prato"],
      "Copo ou Prato",
      [{ ambiguous: ["Copo", "Prato"] }, { ambiguous: ["Copo", "Prato"] }],
    ],
    ...[
      "Copo,ou Prato",
      "Copo; ou; Prato",
      "Copo, ou, Prato",
      "- Copo\n- ou Prato",
      "- Copo\n- ou\n- Prato",
    ].map((text): [string, string[], unknown, Json[]] => [
      `a choice beside other joints: ${JSON.stringify(text)}`,
      ["Copo", "Prato"],
      text,
      [{ ambiguous: ["Copo", "Prato"] }, { ambiguous: ["Copo", "Prato"] }],
    ]),
    ["a choice that is a name", ["Copo", "Prato", "Copo ou Prato"], "Copo ou Prato", ["Copo ou Prato"]],
    [
      "a choice of three",
      ["Copo", "Prato", "Garfo", "Faca"],
      "Faca; Copo, Prato ou Garfo",
      ["Faca", ...Array(3).fill({ ambiguous: ["Copo", "Garfo", "Prato"] })],
    ],
    [
      "two readings",
      ["Arroz", "Feijão", "Milho", "Feijão e Milho"],
      "Arroz, Feijão e Milho",
      ["Arroz", { ambiguous: ["Feijão", "Feijão e Milho", "Milho"] }],
    ],
    [
      "a name taken apart",
      WIRE,
      ["Fio", "cobre", "2,5 mm", "Tomada"],
      [
        { ambiguous: ["Fio", "Fio, cobre, 2,5 mm"] },
        ...Array(2).fill({ ambiguous: ["Fio, cobre, 2,5 mm"] }),
        "Tomada",
      ],
    ],
    [
      "two names that together are one",
      ["Copo", "Pires", "Copo e Pires", "Garfo"],
      [{ name: "Copo" }, "Pires", "Garfo"],
      [{ ambiguous: ["Copo", "Copo e Pires"] }, { ambiguous: ["Copo e Pires", "Pires"] }, "Garfo"],
    ],
    [
      "the beginning of a longer name",
      ["Rodo", "Balde", "Rodo P/ Piso e Balde 40cm"],
      "Rodo P/ Piso e Balde",
      [{ ambiguous: ["Balde", "Rodo P/ Piso e Balde 40cm"] }],
    ],
    [
      "a longer name with a slip",
      ["Sabão", "Sabão, coco em barra"],
      "Sabão, cocco em barra",
      [{ ambiguous: ["Sabão", "Sabão, coco em barra"] }],
    ],
  ])("%s", async (_, products, items, expected) => {
    expect(await look(products, items)).toEqual(expected);
  });

  it("keeps apart what only looks alike to a careless eye", async () => {
    const products = ["Cano 1²", "Cano 12", "Saco 1.000 g", "Saco 1,000 g"];
    expect(await look(products, products)).toEqual(products);
  });

  it("is ambiguous where two products look the same, even if one is typed exactly", async () => {
    expect(await look(["Fita – larga", "Fita - larga"], ["Fita - larga"])).toEqual([
      { ambiguous: ["Fita - larga", "Fita – larga"] },
    ]);
  });

  it("never joins what is given by an id or a SKU", async () => {
    const { tenant_id, ids } = await shop(["Copo", { name: "Pires", sku: "P-1" }, "Copo e Pires"]);
    const byId = { tenant_id, items: [{ id: ids[0] }, { name: "Pires" }] as never };
    expect(outcomes(await ana.call("get_products", byId))).toEqual(["Copo", "Pires"]);
    const bySku = { tenant_id, items: [{ name: "Copo" }, { sku: "P-1" }] as never };
    expect(outcomes(await ana.call("get_products", bySku))).toEqual(["Copo", "Pires"]);
  });

  it("holds for changes, too: nothing is written where a name was taken apart", async () => {
    const { tenant_id } = await shop(WIRE);
    const items = ["Fio", "cobre", "2,5 mm"].map((name) => ({ name, changes: { sale_price: 1 } }));
    const done = await framework.call("update_products", { tenant_id, items });
    expect(done.structured).toMatchObject({ status: "FAILED", summary: { failed: 3 } });
    expect(double.counts.writes).toBe(0);
  });

  it("reads a subject as the tool reads its items, and the answer is taken as it is", async () => {
    const { tenant_id } = await shop([...KITCHEN, "Copo", "Copo e Pires"]);
    const subject = "1. **Alho**\n2. Copo e Pires.\n3. Salsa";
    const { structured } = await ana.call("validate_products", { tenant_id, subject });
    expect(structured).toMatchObject({ eligible: true, status: "ELIGIBLE" });
    const { resolved_arguments } = structured.transaction_decision as { resolved_arguments: JsonObject };
    const done = await framework.call("delete_products", resolved_arguments);
    expect(outcomes(done)).toEqual(["Alho", "Copo e Pires", "Salsa"]);
    expect(await namesIn(ana, tenant_id)).toEqual(["Cebola", "Copo"]);
  });

  it("looks a short list up with few requests, at most five at once", async () => {
    const names = Array.from({ length: 20 }, (_, at) => `Copo ${at} e Pires ${at}`);
    const { tenant_id } = await shop(names);
    double.reset();
    double.delay(5);
    const answer = await ana.call("get_products", { tenant_id, items: names.join(", ") });
    expect(outcomes(answer)).toEqual(names);
    const looked = double.log.filter(({ path }) => path.includes("/products?"));
    expect(looked.length).toBeLessThanOrEqual(2 * 40 + 10);
    expect(double.counts.maxInFlight).toBeLessThanOrEqual(5);
  });

  it("refuses a text beyond the limits before anything is looked up", async () => {
    const { tenant_id } = await shop(["A"]);
    const lookedUp = () => double.log.filter(({ path }) => path.includes("/products?")).length;
    for (const items of [
      "a".repeat(10_001),
      `${"a, ".repeat(50)}a`,
      "a\u2028".repeat(51),
      ["\u2029a".repeat(51)],
    ]) {
      const { error } = await ana.call("get_products", { tenant_id, items: items as never });
      expect(error).toMatchObject({ code: "invalid_argument", parameter: "items" });
    }
    expect(lookedUp()).toBe(0);
  });
});

describe("an unknown SKU", () => {
  it.each<[JsonObject, string]>([
    [{ sku: "987" }, "000987"],
    [{ sku: 987 }, "000987"],
    [{ sku: "0000987" }, "000987"],
    [{ sku: "ab-1" }, "AB-1"],
    [{ sku: "AB1" }, "AB-1"],
  ])("%j suggests %s, which is not applied", async (reference, sku) => {
    const { tenant_id, ids } = await shop([
      { name: "Vela", sku: "000987" },
      { name: "Pavio", sku: "AB-1" },
      { name: "Cera", sku: "1987" },
    ]);
    const answer = await framework.call("delete_products", { tenant_id, items: [reference] });
    const id = ids[sku === "AB-1" ? 1 : 0];
    expect(answer.structured.results).toMatchObject([{ error: "not_found", suggestions: [{ id, sku }] }]);
    expect(answer.structured.results?.[0]?.suggestions).toHaveLength(1);
    expect(double.counts.writes).toBe(0);
  });

  it("is refused where a spreadsheet kept only its first digits, which says why", async () => {
    const { tenant_id } = await shop([{ name: "Vela", sku: "7891234567895" }]);
    const looked = await ana.call("get_products", { tenant_id, items: [{ sku: "7,89E+12" }] });
    expect(looked.structured.results).toMatchObject([
      { error: "invalid_argument", parameter: "sku", suggestions: [{ sku: "7891234567895" }] },
    ]);
    expect(String(looked.structured.results?.[0]?.message)).toContain("planilha");
    const items = [{ name: "Nova", sale_price: 1, sku: "7.89E+12" }];
    const made = await framework.call("create_products", { tenant_id, items });
    expect(made.structured.results).toMatchObject([{ error: "invalid_argument", parameter: "sku" }]);
  });
});

describe("a new product", () => {
  it("is made, and named together with what it can be mistaken for", async () => {
    const { tenant_id, ids } = await shop(["Fita – larga", "Outra", { name: "Fita larga", deleted: true }]);
    const items = [
      { name: "fita - Larga", sale_price: 1 },
      { name: "Fita", sale_price: 1 },
    ];
    const many = await framework.call("create_products", { tenant_id, items });
    expect(many.structured.results).toMatchObject([
      { success: true, similar: [{ id: ids[0], name: "Fita – larga" }] },
      { success: true },
    ]);
    expect(many.structured.results?.[1]).not.toHaveProperty("similar");
    const one = await framework.call("create_product", { tenant_id, name: "Outra", sale_price: 1 });
    expect(one.structured.similar).toMatchObject([{ id: ids[1] }]);
  });

  it("is made all the same where that cannot be looked up", async () => {
    const { tenant_id } = await shop(["Vela"]);
    double.refuse({ method: "GET", path: "name=", with: { status: 500 } });
    const made = await framework.call("create_product", { tenant_id, name: "Vela", sale_price: 1 });
    expect(made.structured.product).toMatchObject({ name: "Vela" });
  });
});
