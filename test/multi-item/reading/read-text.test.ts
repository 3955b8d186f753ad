import { describe, expect, it } from "vitest";
import type { Named } from "../../../src/multi-item/reading/names";
import { doubtsInList } from "../../../src/multi-item/reading/read-list";
import { type Reading, readText } from "../../../src/multi-item/reading/read-text";
import { shelf } from "./shelf";

const ID = "c0000000-0000-4000-8000-000000001001";
const isId = (text: string) => text === ID;

const shown = (reading: Reading<Named>) =>
  reading.kind === "name"
    ? reading.text
    : { [reading.kind]: reading.things.map(({ name }) => name).sort(), text: reading.text };
const read = async (names: string[], text: string) =>
  (await readText(text, shelf(names), isId, "items")).map(shown);

describe("a text", () => {
  it.each<[string, string[], string, unknown[]]>([
    ["is whole where it is a name", ["A", "B", "A, B e C"], "A, B e C", ["A, B e C"]],
    ["is whole over lines", ["Copo", "Pires", "Copo Pires"], "Copo\nPires", ["Copo\nPires"]],
    ["parts at lines first", ["A, B", "C"], "A, B\nC", ["A, B", "C"]],
    ["parts inside a line that is no name", ["A", "B", "C"], "A e B\nC", ["A", "B", "C"]],
    ["parts inside what semicolons leave", ["A", "B; C", "D"], "A, D\nB; C", ["A", "D", "B; C"]],
    ["leaves what nobody knows", ["A"], "A, X e Y", ["A", "X", "Y"]],
    ["keeps ids", ["A", "B"], `A, ${ID} e B`, ["A", ID, "B"]],
    [
      "joins up to eight",
      ["a, b, c, d, e1, f, g, h"],
      "x; a, b, c, d, e1, f, g, h, i",
      ["x", "a, b, c, d, e1, f, g, h", "i"],
    ],
    [
      "leaves nine to be found by their name as one",
      ["a, b, c, d, e1, f, g, h, i"],
      "x; a, b, c, d, e1, f, g, h, i, j",
      ["x", "a, b, c, d, e1, f, g, h, i", "j"],
    ],
    [
      "is open where two ways are equally good",
      ["A, B1", "A", "B1, C1", "C1"],
      "A, B1, C1",
      [{ ambiguous: ["A", "A, B1", "B1, C1", "C1"], text: "A, B1, C1" }],
    ],
    [
      "is no choice of one",
      ["A"],
      "A ou X",
      [
        { ambiguous: ["A"], text: "A" },
        { ambiguous: ["A"], text: "X" },
      ],
    ],
  ])("%s", async (_, names, text, expected) => {
    expect(await read(names, text)).toEqual(expected);
  });

  it.each<[string, string[], string, boolean]>([
    ["the whole longer name", ["Balde", "Rodo e Balde"], "Rodo e Balde, Pano", false],
    ["its beginning", ["Balde", "Rodo e Balde 40cm"], "Pano, Rodo e Balde", false],
    ["its end", ["Rodo", "Conjunto Rodo e Balde"], "Pano, Rodo e Balde", false],
    ["all but its last word", ["Rodo", "Rodo e Balde azul", "Balde"], "Rodo e Balde", false],
    ["all but its middle", ["Rodo", "Rodo, cabo longo, azul"], "Rodo, azul", false],
    ["two slips and a word left out", ["Sal", "Sal, refinado, grosso", "Mar"], "Sal, grosos", false],
    [
      "one that holds other names among its own words",
      ["Rodo", "Kit Rodo e Balde azul", "Balde"],
      "Rodo e Balde",
      true,
    ],
    ["one beyond a semicolon", ["Kit", "Kit; rodo; balde; pano", "Sal"], "- Sal\n- Kit; balde; pano", false],
    ["one beyond a line", ["Rodo", "Rodo e Balde azul"], "Rodo\nBalde verde", true],
    ["one slip", ["Rodo", "Rodo e Balde azul"], "Rodo e Bald azul", false],
    ["two slips", ["Rodo", "Rodo e Balde azul"], "Rodo e Bald azull", false],
    ["one that is about something else", ["Rodo", "Rodo de Pia", "Balde"], "Rodo e Balde", true],
    [
      "one of which only half a name stands there",
      ["Rodo", "Balde Azul", "Rodo Balde Verde"],
      "Rodo e Balde Azul",
      true,
    ],
    ["one that only begins with the joining word", ["Copo", "Copo e Pires", "Prato"], "Copo e Prato", true],
  ])("applies a piece beside %s: %j, %j, %s", async (_, names, text, applied) => {
    const readings = await readText(text, shelf(names), isId, "items");
    const piece = names[0] ?? "";
    expect(readings.some((one) => one.kind === "name" && one.text === piece)).toBe(applied);
    if (!applied) expect(JSON.stringify(readings.map(shown))).toContain(names[1]);
  });

  it("asks once more where rows stay unread, and is in doubt where they still do", async () => {
    const many = Array.from({ length: 9 }, (_, at) => `Fio ${at}`);
    const few = shelf(["Fio", "Fita", ...many, "Fio fita larga"], 5);
    expect((await readText("Fio, Tomada", few, isId, "items")).map(shown)).toEqual(["Fio", "Tomada"]);
    expect(few.asked).toContain("Fio tomada");
    expect((await readText("Fio, Fita larga", few, isId, "items")).map(shown)).toEqual([
      { ambiguous: ["Fio", "Fio fita larga"], text: "Fio, Fita larga" },
    ]);
    const blind = shelf(["Fio", ...many.map((name) => `${name} tomada`)], 5);
    const [first] = await readText("Fio, Tomada", blind, isId, "items");
    expect(first).toMatchObject({ kind: "ambiguous", atLeast: true });
  });

  it("is looked up part by part, once each", async () => {
    const names = shelf(["A", "B", "C"]);
    await readText("A, B e C", names, isId, "items");
    expect(names.asked).toEqual(["A", "B", "C"]);
    expect(names.expected).toBe(3);
    const alone = shelf(["A"]);
    expect(await readText(" A ", alone, isId, "items")).toEqual([{ kind: "name", text: "A" }]);
    expect(alone.asked).toEqual([]);
  });
});

describe("a list", () => {
  const doubts = async (names: string[], texts: (string | undefined)[]) =>
    (await doubtsInList(texts, shelf(names))).map((doubt) => doubt?.things.map(({ name }) => name).sort());

  it.each<[string, string[], (string | undefined)[], (string[] | undefined)[]]>([
    ["of names is not doubted", ["A1", "B1"], ["A1", "B1"], [undefined, undefined]],
    ["of one is not doubted", ["Copo", "Copo e Pires"], ["Copo"], [undefined]],
    ["of unknown names is answered for one by one", ["Copo azul"], ["Copo", "Pires"], [undefined, undefined]],
    ["may be one name", ["Copo e Pires"], ["Copo", "Pires"], [["Copo e Pires"], ["Copo e Pires"]]],
    [
      "is not joined over an id",
      ["Copo", "Pires", "Copo Pires"],
      ["Copo", undefined, "Pires"],
      [undefined, undefined, undefined],
    ],
    [
      "offers both readings",
      ["Copo", "Pires", "Copo, Pires"],
      ["Copo", "Pires"],
      [
        ["Copo", "Copo, Pires"],
        ["Copo, Pires", "Pires"],
      ],
    ],
  ])("%s", async (_, names, texts, expected) => expect(await doubts(names, texts)).toEqual(expected));
});
