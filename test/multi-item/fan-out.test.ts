import { describe, expect, it } from "vitest";
import { fanOut } from "../../src/multi-item/fan-out";

/** A promise that a test settles. */
function gate(): { open(): void; opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

const soon = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

describe("a fan-out", () => {
  it("starts in input order, so many at once, and the next when one has ended", async () => {
    const gates = Array.from({ length: 5 }, gate);
    const started: number[] = [];
    const all = fanOut(gates, 2, async (one, index) => {
      started.push(index);
      await one.opened;
      return index;
    });
    await soon();
    expect(started).toEqual([0, 1]);
    gates[1]?.open();
    await soon();
    expect(started).toEqual([0, 1, 2]);
    for (const one of gates) one.open();
    const settled = await all;
    expect(started).toEqual([0, 1, 2, 3, 4]);
    expect(settled).toEqual([0, 1, 2, 3, 4].map((value) => ({ status: "fulfilled", value })));
  });

  it("goes on after failures, and tells each at its own place", async () => {
    const settled = await fanOut(["a", "x", "b", "x", "c"], 1, async (value) => {
      if (value === "x") throw new Error(value);
      return value;
    });
    expect(settled.map((one) => (one.status === "fulfilled" ? one.value : "failed"))).toEqual([
      "a",
      "failed",
      "b",
      "failed",
      "c",
    ]);
  });

  it("catches what throws before it ever waits", async () => {
    const settled = await fanOut([1, 2, 3], 2, (value) => {
      if (value === 1) throw new Error("at once");
      return Promise.resolve(value);
    });
    expect(settled.map((one) => one.status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  it("is content with nothing", async () => {
    expect(await fanOut([], 5, async () => 1)).toEqual([]);
  });
});
