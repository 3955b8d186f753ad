import { describe, expect, it } from "vitest";
import { Failure } from "../../../src/errors";
import { barest, formsOf, partText } from "../../../src/multi-item/reading/parts";

const parts = (text: string) => {
  const parted = partText(text, "items");
  return parted.parts.map(({ start, end }) => parted.text.slice(start, end));
};
const strengths = (text: string) => partText(text, "items").joints.map(({ strength }) => strength);

describe("the places where a text may part", () => {
  it.each<[string, string[]]>([
    ["Produto A, Produto B e Produto C", ["Produto A", "Produto B", "Produto C"]],
    ["Product A and Product B & Product C", ["Product A", "Product B", "Product C"]],
    ["A; B; C", ["A", "B", "C"]],
    ["A\nB\r\nC\u2028D\u2029E\u0085F", ["A", "B", "C", "D", "E", "F"]],
    ["A, B, and C", ["A", "B", "C"]],
    ["A, B, e C", ["A", "B", "C"]],
    ["A,\ne B", ["A", "B"]],
    ["  A ,, B ,  ", ["A", "B"]],
    ["Café E Leite", ["Café", "Leite"]],
    ["Leite 1,5 L, Pão 0,5 kg e Café", ["Leite 1,5 L", "Pão 0,5 kg", "Café"]],
    ["Item 1, 2", ["Item 1", "2"]],
    ["Sand Erva", ["Sand Erva"]],
    ["A&B", ["A&B"]],
    ["e Produto", ["e Produto"]],
    ["Copo ou Prato", ["Copo", "Prato"]],
    ["A", ["A"]],
    ["", []],
    [" , ; ", []],
    ['"Alho, roxo", "Cebola" e Salsa', ['"Alho, roxo"', '"Cebola"', "Salsa"]],
    ['- "Alho, roxo"\n- Salsa', ['- "Alho, roxo"', "- Salsa"]],
    ["«A e B»; “C, D”.", ["«A e B»", "“C, D”."]],
    ["'Alho','Cebola'", ["'Alho'", "'Cebola'"]],
    ["Copo d'água, 'Pires'", ["Copo d'água", "'Pires'"]],
    ['Torneira 1/2", Cano 3/4"', ['Torneira 1/2"', 'Cano 3/4"']],
    ['"Alho, Cebola', ['"Alho', "Cebola"]],
    ['"Alho,\nCebola"', ['"Alho', 'Cebola"']],
    [`"${"a, ".repeat(200)}b", c`, [`"a`, ...Array(199).fill("a"), 'b"', "c"]],
  ])("%j: %j", (text, expected) => expect(parts(text)).toEqual(expected));

  it("are as strong as the strongest sign there, and know a choice", () => {
    expect(strengths("A, B e C; D\nF ,\n G")).toEqual(["comma", "and", "semicolon", "line", "line"]);
    expect(partText("A ou B,\nou C e D", "items").joints.map(({ choice }) => choice)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("are looked for in no text beyond the limit", () => {
    expect(parts("a".repeat(10_000))).toHaveLength(1);
    expect(() => partText("a".repeat(10_001), "items")).toThrow(Failure);
  });
});

describe("what a part may be called", () => {
  it.each<[string, string]>([
    ["- Produto A", "Produto A"],
    ["1. Produto A", "Produto A"],
    ["10) Produto A", "Produto A"],
    ["(b) Produto A", "Produto A"],
    ["☐ Produto A", "Produto A"],
    ["- [x] Produto A", "Produto A"],
    ["**Produto A**", "Produto A"],
    ["* **`Produto A`**.", "Produto A"],
    ["“Produto A”.", "Produto A"],
    ['"Produto A."', "Produto A"],
    ["1.5 L Leite", "1.5 L Leite"],
    ["P. Queijo", "P. Queijo"],
    ['Torneira 1/2"', 'Torneira 1/2"'],
    ["-", "-"],
    ["**", "**"],
    ["", ""],
  ])("%j is at its barest %j", (part, bare) => expect(barest(part)).toBe(bare));

  it("is first what stands there, and behind a digit with and without the inch mark", () => {
    expect(formsOf("- **A**")).toEqual([["- **A**"], ["**A**"], ["A"]]);
    expect(formsOf('"Cano 1"')).toEqual([['"Cano 1"'], ['Cano 1"', "Cano 1"], ["Cano 1"]]);
  });
});
