import { describe, expect, it } from "vitest";
import { Failure } from "../../src/errors";
import type { ItemLabel, LedgerItem, ReadItem, Resolution } from "../../src/multi-item/item";
import { actionable, IN_FLIGHT, plan, type RepeatPolicy } from "../../src/multi-item/plan";

const read = (values: string[]): ReadItem<string>[] => values.map((value) => ({ ok: true, value }));
const labelOf = (name: string): ItemLabel => ({ name });
const found = (name: string): Resolution => ({
  kind: "actionable",
  key: name,
  label: { name },
  target: { name },
});
const later = () => new Promise((resolve) => setTimeout(resolve, 1));

function planned(
  values: string[],
  resolve: (value: string) => Promise<Resolution> = async (name) => found(name),
  repeats: RepeatPolicy = "share",
): Promise<LedgerItem[]> {
  return plan(read(values), resolve, labelOf, repeats);
}

const states = (items: LedgerItem[]) => items.map((item) => item.failure?.code ?? item.state);

describe("a plan", () => {
  it("keeps the order of the items, however long each takes", async () => {
    const values = Array.from({ length: 12 }, (_, at) => `${at}`);
    const items = await planned(values, async (name) => {
      for (let wait = Number(name) % 4; wait < 4; wait++) await later();
      return found(name);
    });
    expect(items.map((item) => item.label.name)).toEqual(values);
    expect(items.map((item) => item.index)).toEqual(values.map(Number));
    expect(items.every((item) => item.tries === 0)).toBe(true);
  });

  it("looks up no more than five at once", async () => {
    let now = 0;
    let most = 0;
    await planned(
      Array.from({ length: 20 }, (_, at) => `${at}`),
      async (name) => {
        now += 1;
        most = Math.max(most, now);
        await later();
        now -= 1;
        return found(name);
      },
    );
    expect(most).toBe(IN_FLIGHT);
  });

  it("leaves out the one item that fails and keeps the others", async () => {
    const items = await planned(["a", "x", "b"], async (name) => {
      if (name === "x") throw Failure.of("not_found", "error.not_found", { typed: name });
      return found(name);
    });
    expect(states(items)).toEqual(["actionable", "not_found", "actionable"]);
    expect(items[1]?.label).toEqual({ name: "x" });
  });

  it("leaves out what could not even be read, with its label", async () => {
    const failure = Failure.of("invalid_argument", "product.reference_missing", {}).record;
    const items = await plan(
      [
        { ok: false, failure, label: { typed: "?" } },
        { ok: false, failure },
        { ok: true, value: "a" },
      ],
      async (name: string) => found(name),
      labelOf,
      "share",
    );
    expect(states(items)).toEqual(["invalid_argument", "invalid_argument", "actionable"]);
    expect(items.map((item) => item.label)).toEqual([{ typed: "?" }, {}, { name: "a" }]);
  });

  it("ends as a whole when the fault is not an item's own", async () => {
    const broken = planned(["a", "b"], async () => {
      throw new TypeError("a bug");
    });
    await expect(broken).rejects.toThrow("a bug");
  });
});

describe("two items that reach the same record", () => {
  it("share one outcome where doing it once is doing it twice", async () => {
    const items = await planned(["a", "b", "a", "a"]);
    expect(items.map((item) => item.duplicate_of)).toEqual([undefined, undefined, 0, 0]);
    expect(actionable(items).map((item) => item.index)).toEqual([0, 1]);
    expect(items[2]).not.toHaveProperty("target");
  });

  it("share an outcome that is settled already", async () => {
    const items = await planned(["a", "a"], async (name) => ({
      kind: "settled",
      key: name,
      label: { name },
      entry: { already: true },
    }));
    expect(items.map((item) => [item.state, item.duplicate_of])).toEqual([
      ["done", undefined],
      ["actionable", 0],
    ]);
    expect(actionable(items)).toEqual([]);
  });

  it("are all refused where each would say something else", async () => {
    const items = await planned(["a", "b", "a", "a"], undefined, "refuse");
    expect(states(items)).toEqual(["duplicate_item", "actionable", "duplicate_item", "duplicate_item"]);
    expect(items[2]?.failure?.details).toEqual({ others: [0, 3] });
    expect(actionable(items).map((item) => item.index)).toEqual([1]);
  });

  it.each<RepeatPolicy>(["share", "refuse"])(
    "are none where there is no record yet (%s)",
    async (repeats) => {
      const unkeyed = async (name: string): Promise<Resolution> =>
        ({ ...found(name), key: undefined }) as Resolution;
      const items = await planned(["a", "a"], unkeyed, repeats);
      expect(states(items)).toEqual(["actionable", "actionable"]);
      expect(items.every((item) => item.duplicate_of === undefined)).toBe(true);
    },
  );
});
