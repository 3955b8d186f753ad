import { describe, expect, it } from "vitest";
import { moneyFromNumber, moneyFromText } from "../../src/arguments/money";

const outcome = (value: number | string) => {
  const read = typeof value === "number" ? moneyFromNumber(value) : moneyFromText(value);
  return read.ok ? read.amount : read.why === "ambiguous" ? [read.thousands, read.decimal] : read.why;
};

describe("money", () => {
  it.each<[number | string, unknown]>([
    [19.9, 19.9],
    [0, 0],
    [-0, 0],
    [999_999_999.99, 999_999_999.99],
    [1_000_000_000, "too_high"],
    [0.300_000_000_000_000_04, 0.3],
    [0.1 + 0.2, 0.3],
    [1.005, "decimals"],
    [19.999, "decimals"],
    [-1, "negative"],
    [Number.POSITIVE_INFINITY, "not_money"],
    [Number.NaN, "not_money"],
    ["19.90", 19.9],
    ["19,90", 19.9],
    ["19,9", 19.9],
    ["20", 20],
    ["R$ 1.234,56", 1234.56],
    ["R$\u00a01.234,56", 1234.56],
    ["r$19,90", 19.9],
    ["1.234,56", 1234.56],
    ["1,234.56", 1234.56],
    ["1.234.567", 1_234_567],
    ["1,234,567.8", 1_234_567.8],
    ["1234,56", 1234.56],
    [",89", 0.89],
    [".89", 0.89],
    ["999.999.999,99", 999_999_999.99],
    ["1.000.000.000,00", "too_high"],
    ["99999999999999999999", "too_high"],
    ["1.234", [1234, 1.234]],
    ["1,234", [1234, 1.234]],
    ["R$ 10.500", [10_500, 10.5]],
    ["19.999", "decimals"],
    ["0.123", "decimals"],
    ["1234.567", "decimals"],
    ["1.234,567", "decimals"],
    ["0.30000000000000004", "decimals"],
    ["-1", "negative"],
    ["-R$ 1,00", "negative"],
    ["R$ -1,00", "negative"],
    ["1.23,45", "not_money"],
    ["1e400", "not_money"],
    ["1e2", "not_money"],
    ["0x14", "not_money"],
    ["20abc", "not_money"],
    ["Infinity", "not_money"],
    ["NaN", "not_money"],
    ["null", "not_money"],
    ["R$", "not_money"],
    [".", "not_money"],
    ["12.", "not_money"],
  ])("%j", (value, expected) => {
    expect(outcome(value)).toEqual(expected);
  });

  it("reads back what it gave, for every cent up to a hundred", () => {
    for (let cents = 0; cents <= 10_000; cents++) {
      const amount = outcome((cents / 100).toFixed(2));
      expect(amount).toBe(cents / 100);
      expect(outcome(cents / 100)).toBe(amount);
    }
  });
});
