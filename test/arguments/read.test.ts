import { describe, expect, it } from "vitest";
import { readArguments, record, text } from "../../src/arguments";
import { failureMessage } from "../../src/errors";
import { changes, draft, everything } from "./declaration";
import { thrown } from "./thrown";

const defaults = { limit: 20, active_only: false };
const one = { name: "Chá", sale_price: "8,00" };
const draftOf = (given: object) => ({ ...given, sale_price: 8, is_active: true });
const read = (raw: unknown) => readArguments(everything, { items: [], ...(raw as object) });

describe("what is understood", () => {
  it.each<[string, unknown, Record<string, unknown>]>([
    ["nothing", {}, {}],
    ["blanks and null are left out", { search: null, tenant_id: "", active_only: null, limit: "" }, {}],
    ["blank text", { search: "  ", tags: "", changes: " ", target: "" }, {}],
    ["a number as text", { limit: "20" }, { limit: 20 }],
    ["a number as text with blanks and zeros", { limit: " 30.0 " }, { limit: 30 }],
    ["a boolean as text", { active_only: "TRUE" }, { active_only: true }],
    ["false as text", { active_only: "false" }, { active_only: false }],
    ["false", { active_only: false }, { active_only: false }],
    ["an identifier as number", { tenant_id: 123 }, { tenant_id: "123" }],
    ["leading zeros", { tenant_id: "000123" }, { tenant_id: "000123" }],
    ["the largest exact number", { tenant_id: 2 ** 53 - 1 }, { tenant_id: "9007199254740991" }],
    ["a list as text", { tags: '["a","b"]' }, { tags: ["a", "b"] }],
    ["numbers in a list", { tags: [1, "002"] }, { tags: ["1", "002"] }],
    ["an object for a list", { drafts: one }, { drafts: [draftOf(one)] }],
    ["an object as text for a list", { drafts: JSON.stringify(one) }, { drafts: [draftOf(one)] }],
    ["an object as text", { changes: '{"sale_price":"19,90"}' }, { changes: { sale_price: 19.9 } }],
    [
      "objects as texts in a list",
      { drafts: ['{"name":"Chá Mate","sale_price":8}'] },
      { drafts: [{ name: "Chá Mate", sale_price: 8, is_active: true }] },
    ],
    ["text that looks like a list", { search: "[Promo] Bolo" }, { search: "[Promo] Bolo" }],
    ["text that is JSON", { search: '{"a":1}' }, { search: '{"a":1}' }],
    ["outer blanks", { search: "  café " }, { search: "café" }],
    ["the word null outside an update", { search: "null" }, { search: "null" }],
    ["a choice", { target: "delete_products" }, { target: "delete_products" }],
    ["keys of hosts", { sessionId: "s", action: "x", chatInput: "y", toolCallId: "c", confirmed: true }, {}],
  ])("%s", (_, raw, expected) => {
    expect(read(raw)).toEqual({ items: [], ...defaults, ...expected });
  });

  it("takes no arguments and arguments as text", () => {
    expect(readArguments(record({}), undefined)).toEqual({});
    expect(readArguments(record({}), null)).toEqual({});
    expect(readArguments(changes, '{"is_active":"false"}')).toEqual({ is_active: false });
  });

  it("hands items on untouched", () => {
    expect(readArguments(everything, { items: "null" }).items).toBe("null");
  });
});

describe("a partial update", () => {
  it.each<[unknown, unknown]>([
    [{ sale_price: "21.00", description: null, name: "" }, { sale_price: 21 }],
    [{ name: "   " }, {}],
    [
      { sale_price: 0, is_active: false },
      { sale_price: 0, is_active: false },
    ],
    [{ description: "null", name: "null", sale_price: 22 }, { sale_price: 22 }],
    [{ description: "" }, { description: "" }],
    [{ description: " kept " }, { description: " kept " }],
    [{ name: " Pão " }, { name: "Pão" }],
    [{}, {}],
  ])("%j", (raw, expected) => {
    expect(readArguments(changes, raw)).toEqual(expected);
  });
});

describe("what is refused", () => {
  it.each<[string, unknown, string, string]>([
    ["true as number", { limit: true }, "limit", "argument.expected"],
    ["hexadecimal", { limit: "0x14" }, "limit", "argument.expected"],
    ["trailing letters", { limit: "20abc" }, "limit", "argument.expected"],
    ["the word null as number", { limit: "null" }, "limit", "argument.expected"],
    ["an exponent", { limit: "1e400" }, "limit", "argument.expected"],
    ["infinity", { limit: Number.POSITIVE_INFINITY }, "limit", "argument.expected"],
    ["zero where 1 is least", { limit: 0 }, "limit", "argument.out_of_range"],
    ["101", { limit: "101" }, "limit", "argument.out_of_range"],
    ["a fraction", { limit: 2.5 }, "limit", "argument.out_of_range"],
    ["other words as boolean", { active_only: "yes" }, "active_only", "argument.expected"],
    ["0 as boolean", { active_only: 0 }, "active_only", "argument.expected"],
    ["1 as boolean", { active_only: 1 }, "active_only", "argument.expected"],
    ["the word null as boolean", { active_only: "null" }, "active_only", "argument.expected"],
    ["an inexact identifier", { tenant_id: 2 ** 53 }, "tenant_id", "argument.lost_digits"],
    ["a fraction as identifier", { tenant_id: 1.5 }, "tenant_id", "argument.expected"],
    ["a boolean as text", { search: true }, "search", "argument.expected"],
    ["an object as text", { search: {} }, "search", "argument.expected"],
    ["a long identifier", { tenant_id: "x".repeat(65) }, "tenant_id", "argument.too_long"],
    ["a long search", { search: "x".repeat(201) }, "search", "argument.too_long"],
    ["bad JSON for a list", { tags: "[bad" }, "tags", "argument.bad_json"],
    ["the word null for a list", { tags: "null" }, "tags", "argument.expected"],
    ["an object for a list of texts", { tags: {} }, "tags[0]", "argument.expected"],
    ["an empty list", { tags: [] }, "tags", "argument.item_count"],
    ["a long list", { tags: ["a", "b", "c", "d"] }, "tags", "argument.item_count"],
    ["null in a list", { tags: ["a", null] }, "tags[1]", "argument.missing"],
    ["bad JSON for an object", { changes: "{bad" }, "changes", "argument.bad_json"],
    ["a list for an object", { changes: [] }, "changes", "argument.expected"],
    ["true as money", { changes: { sale_price: true } }, "changes.sale_price", "argument.expected"],
    [
      "the word null as money",
      { changes: { sale_price: "null" } },
      "changes.sale_price",
      "argument.expected",
    ],
    ["1e400", { changes: JSON.parse('{"sale_price":1e400}') }, "changes.sale_price", "argument.expected"],
    ["decimals", { changes: { sale_price: "1.2345" } }, "changes.sale_price", "argument.money_decimals"],
    ["negative", { changes: { sale_price: -1 } }, "changes.sale_price", "argument.money_negative"],
    ["too high", { changes: { sale_price: 1e9 } }, "changes.sale_price", "argument.money_too_high"],
    ["a long name", { changes: { name: "x".repeat(201) } }, "changes.name", "argument.too_long"],
    [
      "a long description",
      { changes: { description: "x".repeat(10_001) } },
      "changes.description",
      "argument.too_long",
    ],
    ["a nested unknown key", { changes: { preco: 10 } }, "changes.preco", "argument.unknown_keys"],
    ["a host key that is nested", { changes: { action: "x" } }, "changes.action", "argument.unknown_keys"],
    ["an unknown key", { searchTerm: "cafe" }, "searchTerm", "argument.unknown_keys"],
    ["confirm", { confirm: true }, "confirm", "argument.unknown_keys"],
    ["force", { force: true }, "force", "argument.unknown_keys"],
    ["query", { query: "x" }, "query", "argument.unknown_keys"],
    ["constructor", { constructor: 1 }, "constructor", "argument.unknown_keys"],
    ["__proto__", JSON.parse('{"__proto__":{"limit":1}}'), "__proto__", "argument.unknown_keys"],
    ["a word that is no choice", { target: "x" }, "target", "argument.one_of"],
    ["a missing name", { drafts: [{ sale_price: 1 }] }, "drafts[0].name", "argument.missing"],
    ["a blank name", { drafts: [{ name: " ", sale_price: 1 }] }, "drafts[0].name", "argument.missing"],
  ])("%s", (_, raw, parameter, key) => {
    const record = thrown(() => readArguments(everything, raw));
    expect(record).toMatchObject({ code: "invalid_argument", parameter, retryable: false, say: { key } });
    for (const language of ["en", "pt-BR"] as const) {
      expect(failureMessage(record, language)).toMatch(/^\S.{15,}[.]$/u);
      expect(failureMessage(record, language)).not.toMatch(/undefined|\[object|NaN/);
    }
    expect(failureMessage(record, "en")).not.toBe(failureMessage(record, "pt-BR"));
  });

  it("lists the unknown and the valid keys", () => {
    const record = thrown(() => readArguments(draft, { name: "a", preco: 1, valor: 2 }));
    expect(failureMessage(record, "en")).toBe(
      "Unknown: “preco”, “valor”. Valid here: name, sale_price, description, sku, is_active.",
    );
    expect(failureMessage(record, "pt-BR")).toContain("Aceitos aqui: name, sale_price");
  });

  it("gives both readings of an ambiguous amount", () => {
    const record = thrown(() => readArguments(changes, { sale_price: "1.234" }));
    expect(record).toMatchObject({
      code: "ambiguous_number",
      parameter: "sale_price",
      details: { readings: [1234, 1.234] },
    });
    expect(failureMessage(record, "en")).toContain("1,234.00 or 1.234");
    expect(failureMessage(record, "pt-BR")).toContain("1.234,00 ou 1,234");
  });

  it("says the limits", () => {
    const said = (raw: unknown) =>
      failureMessage(
        thrown(() => readArguments(everything, raw)),
        "en",
      );
    expect(said({ limit: 0 })).toContain("1 to 100");
    expect(said({ search: "é".repeat(201) })).toContain("201 characters; at most 200");
    expect(said({ changes: { sale_price: 1e9 } })).toContain("999,999,999.99");
  });

  it("counts characters, not code units", () => {
    expect(readArguments(record({ name: text(2) }), { name: "🍞🍞" })).toEqual({ name: "🍞🍞" });
  });

  it("refuses arguments that are no object", () => {
    for (const raw of [[], 1, "[]", "{bad", true])
      expect(thrown(() => readArguments(everything, raw))).toMatchObject({ code: "invalid_argument" });
  });

  it("never ignores a declared key, whatever hosts put under that name", () => {
    const declared = record({ action: text(10) });
    expect(readArguments(declared, { action: "x" })).toEqual({ action: "x" });
  });

  it("pollutes nothing", () => {
    thrown(() => readArguments(everything, JSON.parse('{"__proto__":{"limit":1},"items":[]}')));
    expect(({} as Record<string, unknown>).limit).toBeUndefined();
  });
});
