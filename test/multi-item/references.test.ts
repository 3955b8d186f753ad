import { describe, expect, it } from "vitest";
import { plainSubject, referenceFromText, withSubject } from "../../src/tool/references";

describe("a subject", () => {
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

describe("one plain text", () => {
  it.each<[string, unknown, string | undefined]>([
    ["in quotes keeps them: they hold a name together", '"A e B"', '"A e B"'],
    ["that begins with a quote", '"A", "B"', '"A", "B"'],
    ["of a JSON text with escapes", '"A\\nB"', "A\nB"],
    ["alone in a list as JSON", '["A, B"]', "A, B"],
    ["is no JSON of a list in a text", '"[1]"', undefined],
  ])("%s", (_, raw, expected) => expect(plainSubject(raw)).toBe(expected));
});
