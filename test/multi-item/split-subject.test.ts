import { describe, expect, it, vi } from "vitest";
import { referenceFromText, referenceItems, splitSubject, withSubject } from "../../src/tool/references";

describe("one text that names several products", () => {
  it.each<[string, string[]]>([
    ["Produto A, Produto B e Produto C", ["Produto A", "Produto B", "Produto C"]],
    ["Produto A e Produto B", ["Produto A", "Produto B"]],
    ["Product A and Product B", ["Product A", "Product B"]],
    ["A; B; C", ["A", "B", "C"]],
    ["A\nB\r\nC", ["A", "B", "C"]],
    ["A, B, and C", ["A", "B", "C"]],
    ["A, B, e C", ["A", "B", "C"]],
    ["  A ,, B ,  ", ["A", "B"]],
    ["Café E Leite", ["Café", "Leite"]],
    ["Leite 1,5 L", ["Leite 1,5 L"]],
    ["Leite 1,5 L, Pão 0,5 kg e Café", ["Leite 1,5 L", "Pão 0,5 kg", "Café"]],
    ["Item 1, 2", ["Item 1", "2"]],
    ["Sand Erva", ["Sand Erva"]],
    ["Candeeiro", ["Candeeiro"]],
    ["Pão e Manteiga, Café", ["Pão e Manteiga", "Café"]],
    ["e Produto", ["e Produto"]],
    ["A", ["A"]],
    ["", []],
    [" , ; ", []],
  ])("%j is %j", (subject, parts) => expect(splitSubject(subject)).toEqual(parts));

  it("stays whole when the whole is a product's name", async () => {
    const text = "Pão, Queijo e Presunto";
    expect(await referenceItems(text, async () => true)).toEqual([text]);
    expect(await referenceItems([text], async () => false)).toEqual(["Pão", "Queijo", "Presunto"]);
  });

  it("is not looked up when there is nothing to split", async () => {
    const isName = vi.fn(async () => false);
    expect(await referenceItems("Pão", isName)).toEqual(["Pão"]);
    expect(await referenceItems([{ id: "1" }, "A, B"], isName)).toEqual([{ id: "1" }, "A, B"]);
    expect(isName).not.toHaveBeenCalled();
  });

  const left = (name: string) => ({ name, eligible: false, reason: "ambiguous" });
  it.each<[string, string[], unknown[]]>([
    ["Leite, integral e Pao", ["Leite, integral"], [left("Leite, integral"), "Pao"]],
    ["Pao, Leite; integral, Sal", ["Leite; integral"], ["Pao", left("Leite; integral"), "Sal"]],
    ["A, B e C", ["B e C"], ["A", left("B e C")]],
    ["A, B e C", ["A, B", "B e C"], [left("A, B"), left("B e C")]],
    ["A\nB\nC", ["A\nB"], ["A", "B", "C"]],
    ["A, B, C, D, E, F, G e H", ["A, B", "G e H"], ["A", "B", "C", "D", "E", "F", left("G e H")]],
  ])("%j is not guessed where %j are names", async (text, names, items) => {
    expect(await referenceItems(text, async (name) => names.includes(name))).toEqual(items);
  });

  it("asks for each pair of a short text, for the last of a long one, and for nothing too long for a name", async () => {
    const isName = vi.fn(async (_: string) => false);
    await referenceItems("A, B, C, D, P e Q", isName);
    expect(isName.mock.calls.flat()).toEqual([
      "A, B, C, D, P e Q",
      ...["A, B", "B, C", "C, D", "D, P", "P e Q"],
    ]);
    isName.mockClear();
    await referenceItems("A, B, C, D, E, F e G", isName);
    expect(isName.mock.calls.flat()).toEqual(["A, B, C, D, E, F e G", "F e G"]);
    isName.mockClear();
    await referenceItems(`${"A".repeat(199)}, B e ${"C".repeat(201)}`, isName);
    expect(isName).not.toHaveBeenCalled();
  });

  it.each<[string, string[]]>([
    ["- Produto A\n- Produto B", ["Produto A", "Produto B"]],
    ["• Produto A\n\n• Produto B\n", ["Produto A", "Produto B"]],
    ["1. Produto A\r\n2) Produto B\n 10. Produto C", ["Produto A", "Produto B", "Produto C"]],
    ["- Produto A\nProduto B", ["- Produto A", "Produto B"]],
    ["1.5 L Leite\n2.5 L Leite", ["1.5 L Leite", "2.5 L Leite"]],
    ["1. Produto A", ["1. Produto A"]],
  ])("of a list, %j, is %j", async (text, parts) => {
    expect(await referenceItems(text, async () => false)).toEqual(parts);
  });

  it.each<[string, unknown, unknown]>([
    ["takes the place of absent items", { subject: "A, B", x: 1 }, { items: "A, B", x: 1 }],
    ["takes the place of blank items", { subject: "A", items: "" }, { items: "A" }],
    ["does not overrule items", { subject: "A", items: ["B"] }, { subject: "A", items: ["B"] }],
    ["has to be text", { subject: 1 }, { subject: 1 }],
    ["has to be in an object", ["subject"], ["subject"]],
  ])("%s", (_, raw, expected) => expect(withSubject(raw)).toEqual(expected));
});

describe("a bare text item", () => {
  it.each<[string, object]>([
    ["c0000000-0000-4000-8000-000000001001", { id: "c0000000-0000-4000-8000-000000001001" }],
    ["C0000000-0000-4000-8000-00000000100A", { id: "C0000000-0000-4000-8000-00000000100A" }],
    ["Produto A", { name: "Produto A" }],
    ["c0000000-0000-4000-8000-00000000100", { name: "c0000000-0000-4000-8000-00000000100" }],
  ])("%s is %j", (text, reference) => expect(referenceFromText(text)).toEqual(reference));
});
