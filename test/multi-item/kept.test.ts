import { describe, expect, it } from "vitest";
import { Failure, failureMessage } from "../../src/errors";
import type { LedgerItem } from "../../src/multi-item/item";
import { boundedFailure, boundedItem, kept } from "../../src/multi-item/kept";

const item = (more: Partial<LedgerItem>): LedgerItem => ({
  index: 0,
  state: "actionable",
  label: { name: "Vela" },
  tries: 0,
  ...more,
});

describe("a failure that is kept", () => {
  const failure = (typed: string) => Failure.of("not_found", "error.not_found", { typed }).record;

  it("is as it was where nothing is long", () => {
    const { record } = Failure.of(
      "conflict",
      "biterp.changed",
      {},
      { parameter: "items[0]", details: { current: { description: "d".repeat(10_000), sale_price: 2 } } },
    );
    expect(boundedFailure(record)).toEqual(record);
    expect(boundedFailure(failure("Vela"))).toEqual(failure("Vela"));
  });

  it("says how long it was where it is cut, and is not cut again", () => {
    const once = boundedFailure(failure("é".repeat(1_000_000)));
    expect(JSON.stringify(once).length).toBeLessThan(400);
    expect(failureMessage(once, "en")).toContain("… (1000000)");
    expect(boundedFailure(once)).toEqual(once);
  });

  it("keeps the beginning of a long list", () => {
    const keys = Array.from({ length: 100_000 }, (_, at) => `k${at}`);
    const facts = { parameter: "p".repeat(5_000), details: { keys, text: "x".repeat(2_000_000) } };
    const once = boundedFailure(
      Failure.of("invalid_argument", "argument.unknown_keys", { keys, valid: ["id"], inside: "" }, facts)
        .record,
    );
    expect(JSON.stringify(once).length).toBeLessThan(20_000);
    expect(once).toMatchObject({ code: "invalid_argument", details: { keys: keys.slice(0, 50) } });
  });
});

describe("an item that is stored", () => {
  it("is whole while it is of a usual size: what is to be sent, and the evidence", () => {
    const text = "d".repeat(10_000);
    const whole = item({
      target: { id: "1", changes: { description: text } },
      shown: { before: { description: "ç".repeat(40_000) }, changes: { description: text } },
    });
    expect(boundedItem(whole)).toEqual(whole);
  });

  it("shows less, and says so, where bitERP holds texts of megabytes; what is to be sent stays", () => {
    const target = { id: "1", changes: { name: "Vela" } };
    const huge = "d".repeat(3_000_000);
    const stored = boundedItem(
      item({ target, shown: { before: { description: huge }, changes: { name: "Vela" } } }),
    );
    expect(JSON.stringify(stored).length).toBeLessThan(20_000);
    expect(stored.target).toEqual(target);
    expect(stored.shown).toMatchObject({
      before: { description_truncated: true },
      changes: { name: "Vela" },
    });
  });

  it("keeps, once it has ended unsent, only the beginning of its texts", () => {
    const ended = kept(
      item({ state: "failed", target: { id: "1" }, shown: { changes: { description: "d".repeat(500) } } }),
    );
    expect(ended).not.toHaveProperty("target");
    expect(ended.shown).toEqual({ changes: { description: "d".repeat(200), description_truncated: true } });
  });
});
