import { describe, expect, it } from "vitest";
import type { ItemState, LedgerItem } from "../../src/multi-item/item";
import { isFinal, type OperationStatus, stricter } from "../../src/multi-item/operation";
import { outcome } from "../../src/multi-item/outcome";

const item = (index: number, state: ItemState, duplicate_of?: number): LedgerItem => ({
  index,
  state,
  label: {},
  tries: 0,
  ...(duplicate_of !== undefined && { duplicate_of }),
});

describe("the outcome of a set", () => {
  it.each<[string, LedgerItem[], ReturnType<typeof outcome>]>([
    [
      "is SUCCESS when every item was done",
      [item(0, "done"), item(1, "done")],
      { status: "SUCCESS", summary: { total: 2, succeeded: 2, failed: 0 }, failures: [] },
    ],
    [
      "is PARTIAL_SUCCESS when some were, and names the others",
      [item(0, "left_out"), item(1, "done"), item(2, "failed")],
      { status: "PARTIAL_SUCCESS", summary: { total: 3, succeeded: 1, failed: 2 }, failures: [0, 2] },
    ],
    [
      "is FAILED when none was",
      [item(0, "left_out"), item(1, "failed")],
      { status: "FAILED", summary: { total: 2, succeeded: 0, failed: 2 }, failures: [0, 1] },
    ],
    [
      "counts a repeat as what it repeats",
      [item(0, "done"), item(1, "actionable", 0), item(2, "failed"), item(3, "actionable", 2)],
      { status: "PARTIAL_SUCCESS", summary: { total: 4, succeeded: 2, failed: 2 }, failures: [2, 3] },
    ],
  ])("%s", (_, items, expected) => expect(outcome(items)).toEqual(expected));
});

describe("an operation", () => {
  it.each<[OperationStatus, boolean]>([
    ["AWAITING_CONFIRMATION", false],
    ["RUNNING", false],
    ["CANCELLED", true],
    ["EXPIRED", true],
    ["SUCCESS", true],
    ["PARTIAL_SUCCESS", true],
    ["FAILED", true],
  ])("that is %s has ended: %s", (status, final) => expect(isFinal(status)).toBe(final));

  it("keeps the stricter of two modes", () => {
    expect(stricter("delegated", "assistant")).toBe("assistant");
    expect(stricter("browser", "delegated")).toBe("browser");
    expect(stricter("assistant", "assistant")).toBe("assistant");
  });
});
