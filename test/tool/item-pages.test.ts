import { describe, expect, it } from "vitest";
import type { Failure } from "../../src/errors";
import type { JsonObject } from "../../src/json";
import { TEXT_LIMIT } from "../../src/tool/fit-result";
import { type PagePlace, pageOfItems, placeOf } from "../../src/tool/item-pages";
import { gathered } from "../support/item-pages";
import { random } from "../support/random";

const ID = "op_1a.2b";

/** Every page of an operation, as a client walks them, and each within the limit. */
function walk(whole: JsonObject): JsonObject[] {
  const pages: JsonObject[] = [];
  let from: PagePlace | undefined;
  do {
    const page = pageOfItems(whole, ID, from);
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(TEXT_LIMIT);
    pages.push(page);
    from = typeof page.next_cursor === "string" ? placeOf(page.next_cursor, ID) : undefined;
  } while (from);
  return pages;
}

describe.each(["results", "items"] as const)("the pages of an operation with %s", (list) => {
  it("hold every entry once, in order, and every value whole, whatever the texts", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const { text, whole } = random(seed);
      const entries = Array.from({ length: whole(1, 50) }, (_, index) => ({
        index,
        id: `id-${index}`,
        name: text(200),
        before: { name: text(200), description: text(10_000) },
        changes: { name: text(200), description: text(10_000) },
        tries: 1,
      }));
      const failed = entries.map(({ index, name }) => ({
        index,
        name,
        error: "conflict",
        message: text(300),
      }));
      const structured = {
        status: "PARTIAL_SUCCESS",
        failures: [1],
        failed,
        operation_id: ID,
        [list]: entries,
      };
      const pages = walk(structured);
      expect(gathered(pages, list)).toEqual(entries);
      for (const page of pages) expect(page).toMatchObject({ status: "PARTIAL_SUCCESS", operation_id: ID });
    }
  });
});

it("tells on every page how every item stands, where there is room for that", () => {
  const results = Array.from({ length: 50 }, (_, index) => ({
    ...{ index, id: `id-${index}`, name: `Vela ${index}`, success: true },
    ...{ before: { description: "a".repeat(8_000) }, changes: { description: "b".repeat(9_000) }, tries: 1 },
  }));
  const pages = walk({ status: "SUCCESS", failures: [], failed: [], results });
  expect(pages.length).toBeLessThan(30);
  for (const page of pages) {
    const entries = page.results as JsonObject[];
    expect(entries.map(({ index, success }) => [index, success])).toEqual(
      results.map(({ index }) => [index, true]),
    );
    const { first, last } = page.page as { first: number; last: number };
    for (const [index, entry] of entries.entries())
      expect("before" in entry, `${index}`).toBe(index >= first && index <= last);
  }
  expect(gathered(pages, "results")).toEqual(results);
});

it("gives the further pieces of a text beside how the item stands", () => {
  const before = { description: "\u0001".repeat(10_000), note: "\u0002".repeat(7_000) };
  const pages = walk({ results: [{ index: 0, id: "p1", success: true, before }] });
  const [first = {}, second = {}] = pages;
  expect(first.results).toMatchObject([{ index: 0, parted: ["before.description", "before.note"] }]);
  expect(second.results).toMatchObject([
    {
      ...{ index: 0, id: "p1", success: true },
      parts: expect.arrayContaining([expect.objectContaining({ field: "before.note", of: 7_000 })]),
    },
  ]);
  expect(gathered(pages, "results")).toEqual([{ index: 0, id: "p1", success: true, before }]);
});

describe("a cursor", () => {
  const code = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      return (error as Failure).code;
    }
    return undefined;
  };

  it.each(["", "x", "0.0", "op.0", `${ID}.-1.0`, `${ID}.0`, `${ID}.1e3.0`, `${ID}.0.0.`])(
    "%j is refused",
    (cursor) => expect(code(() => placeOf(cursor, ID))).toMatch(/^(invalid_cursor|cursor_mismatch)$/),
  );

  it("of another operation is told apart", () => {
    expect(code(() => placeOf("op_other.1.0", ID))).toBe("cursor_mismatch");
  });

  it("behind the last item is refused", () => {
    const structured = { results: [{ index: 0 }] };
    for (const place of [
      { index: 1, part: 0 },
      { index: 0, part: 1 },
    ])
      expect(code(() => pageOfItems(structured, ID, place))).toBe("invalid_cursor");
  });
});
