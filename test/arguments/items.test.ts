import { describe, expect, it } from "vitest";
import { onePlainText, readItems } from "../../src/arguments";
import { failureMessage } from "../../src/errors";
import { draft, updateItem } from "./declaration";
import { thrown } from "./thrown";

const good = { name: "Pão", sale_price: 1 };
const values = (readings: { ok: boolean }[]) =>
  readings.map((reading) => ("value" in reading ? reading.value : "failed"));

describe("readItems", () => {
  it("keeps the good items in order, whatever stands between them", () => {
    const raw = [good, null, 5, { ...good, preco: 1 }, { ...good, sale_price: "1.234" }, [], "x", "", good];
    const readings = readItems(draft, raw);
    expect(readings.map((reading) => reading.ok)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    const failed = readings.flatMap((reading) => (reading.ok ? [] : [reading.failure]));
    expect(failed.map((failure) => [failure.code, failure.parameter])).toEqual([
      ["invalid_argument", "items[1]"],
      ["invalid_argument", "items[2]"],
      ["invalid_argument", "items[3].preco"],
      ["ambiguous_number", "items[4].sale_price"],
      ["invalid_argument", "items[5]"],
      ["invalid_argument", "items[6]"],
      ["invalid_argument", "items[7]"],
    ]);
    expect(readings[3]).toMatchObject({ raw: { name: "Pão", preco: 1 } });
    const said = failed.map((failure) => failureMessage(failure, "pt-BR"));
    expect(said[2]).toContain("Aceitos aqui: name, sale_price");
  });

  it.each([
    ["a JSON text", '[{"name":"Café Moído","sku":"CM250","sale_price":"12.90"}]'],
    ["JSON texts in a list", ['{"name":"Café Moído","sku":"CM250","sale_price":"12.90"}']],
    ["a list of one that came unwrapped", { name: "Café Moído", sku: "CM250", sale_price: "12.90" }],
    ["one that came unwrapped, as a JSON text", '{"name":"Café Moído","sku":"CM250","sale_price":"12.90"}'],
  ])("reads %s", (_, raw) => {
    expect(values(readItems(draft, raw))).toEqual([
      { name: "Café Moído", sku: "CM250", sale_price: 12.9, is_active: true },
    ]);
  });

  it("reads changes as a JSON text", () => {
    const [reading] = readItems(updateItem, [{ id: 7, changes: '{"sale_price":"1.234,56"}' }]);
    expect(reading).toEqual({ ok: true, value: { id: "7", changes: { sale_price: 1234.56 } } });
  });

  it("says which nested key is unknown, of that item alone", () => {
    const [first, second] = readItems(updateItem, [
      { id: "1", changes: { preco: 10 } },
      { id: "2", changes: {} },
    ]);
    expect(first).toMatchObject({ ok: false, failure: { parameter: "items[0].changes.preco" } });
    expect(second).toEqual({ ok: true, value: { id: "2", changes: {} } });
  });

  it("takes a bare text only where it means something", () => {
    const fromText = (name: string) => ({ name, changes: {} });
    const read = (raw: unknown) => values(readItems(updateItem, raw, { fromText }));
    expect(read(["[Promo] Bolo", " Bolo "])).toEqual([
      { name: "[Promo] Bolo", changes: {} },
      { name: "Bolo", changes: {} },
    ]);
    expect(read(['{"id":"1","changes":{}}', '{"id":', " "])).toEqual([
      { id: "1", changes: {} },
      "failed",
      "failed",
    ]);
    expect(values(readItems(updateItem, ["Bolo"], { fromText: () => null }))).toEqual(["failed"]);
  });

  it("refuses the whole list only for the list itself", () => {
    for (const raw of ["[{bad", "null", "Produto A", null, undefined, "", [], 5, true]) {
      const record = thrown(() => readItems(draft, raw));
      expect(record).toMatchObject({ code: "invalid_argument", parameter: "items" });
      expect(failureMessage(record, "en")).toContain("JSON array");
    }
    const many = thrown(() => readItems(draft, Array(51).fill(good)));
    expect(failureMessage(many, "en")).toBe("items must be a JSON array of 1 to 50 items; it has 51.");
    expect(readItems(draft, Array(50).fill(good))).toHaveLength(50);
    expect(thrown(() => readItems(draft, [], { parameter: "subjects" })).parameter).toBe("subjects");
  });

  it("refuses what is wrong with one that came unwrapped as that item's own fault", () => {
    for (const raw of [{}, "{}", { preco: 1 }, '{"a":1}']) {
      const [reading, ...others] = readItems(draft, raw);
      expect(reading).toMatchObject({ ok: false, failure: { code: "invalid_argument" } });
      expect(reading && "failure" in reading && reading.failure.parameter).toMatch(/^items\[0\]/);
      expect(others).toEqual([]);
    }
  });

  it("takes __proto__ for an unknown key", () => {
    const [reading] = readItems(draft, '[{"__proto__":{"name":"x"},"sale_price":1}]');
    expect(reading).toMatchObject({ ok: false, failure: { parameter: "items[0].__proto__" } });
  });
});

describe("onePlainText", () => {
  it.each<[unknown, string | undefined]>([
    ["Produto A, Produto B e Produto C", "Produto A, Produto B e Produto C"],
    [[" Produto A "], "Produto A"],
    [["[Promo] Bolo"], "[Promo] Bolo"],
    [["A", "B"], undefined],
    [[{ name: "A" }], undefined],
    [['{"name":"A"}'], undefined],
    ["[{bad", undefined],
    ['{"a":1}', undefined],
    ["null", undefined],
    ["12", undefined],
    ["", undefined],
    [[""], undefined],
    [null, undefined],
  ])("%j", (raw, expected) => {
    expect(onePlainText(raw)).toBe(expected);
  });
});
