import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { fitResult, TEXT_LIMIT, tooLong } from "../../src/tool/fit-result";

const long = (letter: string, times = 9_000) => letter.repeat(times);
const row = (at: number, description: string): JsonObject => ({
  id: `id-${at}`,
  name: `Vela ${at}`,
  description,
});
const rows = (count: number, description: string) =>
  Array.from({ length: count }, (_, at) => row(at, description));

describe("a result that is too long", () => {
  it("stays as it is when it fits", () => {
    const whole = { products: rows(3, long("a")), ignored: ["query"] };
    expect(fitResult(whole)).toEqual({ structured: whole, text: JSON.stringify(whole), fits: true });
  });

  it("loses descriptions of listed products, and says so beside each", () => {
    const { structured, fits } = fitResult({ products: [...rows(99, long("ã")), row(99, "curta")] });
    expect(fits).toBe(true);
    const products = structured.products as JsonObject[];
    expect(products).toHaveLength(100);
    expect(products[0]).toEqual({
      id: "id-0",
      name: "Vela 0",
      description: long("ã", 200),
      description_truncated: true,
    });
    expect(products[99]).toEqual(row(99, "curta"));
  });

  it("shows of a single product's description as much as there is room for", () => {
    const { structured, text } = fitResult({ product: row(1, long("\u0001", 20_000)) });
    expect(text.length).toBeLessThanOrEqual(TEXT_LIMIT);
    expect(text.length).toBeGreaterThan(TEXT_LIMIT * 0.97);
    expect(structured.product).toMatchObject({ name: "Vela 1", description_truncated: true });
  });

  it("keeps what is an argument, an id, a cursor, a question or evidence, whatever its length", () => {
    const items = rows(10, long("d"));
    const kept = {
      transaction_decision: { resolved_arguments: { items }, confirmation_message: long("?\n") },
      results: [{ index: 0, before: row(0, long("b")), changes: row(0, long("c")) }],
      next_cursor: long("x"),
    };
    const { structured, fits } = fitResult({ ...kept, products: rows(10, long("p")) });
    expect(fits).toBe(false);
    expect(structured).toMatchObject(kept);
  });

  it("gives up candidates beyond two before reasons of entries, which it never gives up", () => {
    const candidates = rows(5, "").map((one) => ({ ...one, name: long("n", 200) }));
    const results = Array.from({ length: 50 }, (_, index) => ({
      ...{ index, name: long("n", 150), success: false, error: "ambiguous", message: long("m", 200) },
      ...{ candidates, candidates_total: 9 },
    }));
    const failed = results.map(({ index, name, error, message }) => ({ index, name, error, message }));
    const { structured, fits } = fitResult({ failures: results.map(({ index }) => index), failed, results });
    expect(fits).toBe(true);
    for (const [index, entry] of (structured.results as JsonObject[]).entries()) {
      expect(entry).toMatchObject({ index, message: long("m", 200), candidates_total: 9 });
      expect((entry.candidates as JsonObject[]).length).toBeGreaterThanOrEqual(2);
    }
  });

  it("names some of too many companies and counts all", () => {
    const tenants = Array.from({ length: 2_000 }, (_, at) => ({
      tenant_id: `t${at}`,
      company_name: long("c", 90),
    }));
    const { structured, fits } = fitResult({ error: { code: "tenant_required", details: { tenants } } });
    expect(fits).toBe(true);
    expect(structured).toMatchObject({
      error: { details: { tenants_total: 2_000, tenants: { length: 250 } } },
    });
  });

  it("gives up what a framework is told of its own keys before anything else", () => {
    const whole = {
      results: [{ index: 0, before: row(0, long("b", 59_900)) }],
      ignored: rows(50, "x").map(String),
    };
    const { structured, fits } = fitResult(whole);
    expect(fits).toBe(true);
    expect(structured).toEqual({ results: whole.results });
  });
});

it("says how many items would do, and always fewer than there were", () => {
  expect(tooLong(50, 120_000).record).toMatchObject({
    code: "invalid_argument",
    say: { values: { most: 25 } },
  });
  expect(tooLong(50, 60_001).record.say.values).toEqual({ most: 49 });
  expect(tooLong(1, 90_000).record.say.values).toEqual({ most: 1 });
});
