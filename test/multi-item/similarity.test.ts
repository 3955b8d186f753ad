import { describe, expect, it } from "vitest";
import { similarity } from "../../src/products/similarity";
import { fold, words } from "../../src/text";

describe("how alike two names are", () => {
  it.each<[string, string, number]>([
    ["Café Torrado", "CAFE  TORRADO", 1],
    ["", "", 1],
    ["a", "a", 1],
    ["a", "b", 0],
    ["abc", "", 0],
    ["night", "nacht", 0.25],
    ["aaaa", "aa", 0.5],
  ])("%j and %j: %d", (one, other, expected) => {
    expect(similarity(one, other)).toBeCloseTo(expected);
    expect(similarity(other, one)).toBeCloseTo(expected);
  });

  it("puts a slip of the keyboard far above another product", () => {
    const slip = similarity("Cafe Torado 500g", "Café Torrado 500g");
    expect(slip).toBeGreaterThan(0.85);
    expect(slip).toBeGreaterThan(similarity("Cafe Torado 500g", "Café Torrado 250g"));
    expect(similarity("Cafe Torado 500g", "Vela Antiga")).toBeLessThan(0.2);
  });

  it("does not fall over characters outside the basic plane", () => {
    expect(similarity("🍞🍞", "🍞🍞")).toBe(1);
  });
});

describe("a folded name", () => {
  it.each<[string, string]>([
    ["AÇÚCAR", "acucar"],
    ["Acu\u0327car", "acucar"],
    ["  Pão \u00a0  Francês ", "pao frances"],
  ])("%j is %j", (text, folded) => expect(fold(text)).toBe(folded));

  it("has words", () => {
    expect(words(" Café  Torrado ")).toEqual(["cafe", "torrado"]);
    expect(words(" ")).toEqual([]);
  });
});
