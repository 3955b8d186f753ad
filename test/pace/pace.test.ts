import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PaceObject } from "../../src/pace/object";
import { waitForTurn } from "../../src/pace/turn";

/** Runs with a pace of its own, on a clock that stands still unless it is moved. */
function paced<T>(run: (pace: PaceObject) => T): Promise<T> {
  const stub = env.PACE.getByName(crypto.randomUUID()) as unknown as DurableObjectStub<PaceObject>;
  return runInDurableObject(stub, (pace) => {
    expect(pace).toBeInstanceOf(PaceObject);
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      return run(pace);
    } finally {
      vi.useRealTimers();
    }
  });
}

const turns = (pace: PaceObject, count: number, perSecond: number) =>
  Array.from({ length: count }, () => Math.round(pace.turn(perSecond)));

afterEach(() => {
  vi.useRealTimers();
});

describe("the pace of one company", () => {
  it("lets a second's worth through at once, and spaces the rest", () =>
    paced((pace) => expect(turns(pace, 7, 4)).toEqual([0, 0, 0, 0, 250, 500, 750])));

  it("never lets more through in a second than the burst and the rate together", () =>
    paced((pace) => {
      const start = Date.now();
      const leaves: number[] = [];
      for (let asked = 0; asked < 60; asked += 1) {
        leaves.push(Date.now() - start + pace.turn(3));
        vi.setSystemTime(Date.now() + (asked % 7) * 40);
      }
      for (const from of leaves) {
        const within = leaves.filter((at) => at >= from && at < from + 1_000);
        expect(within.length).toBeLessThanOrEqual(6);
      }
    }));

  it("earns the burst back by being idle, and no more than that", () =>
    paced((pace) => {
      turns(pace, 4, 4);
      vi.setSystemTime(Date.now() + 60_000);
      expect(turns(pace, 5, 4)).toEqual([0, 0, 0, 0, 250]);
    }));

  it("takes a rate below one a second", () =>
    paced((pace) => {
      expect(turns(pace, 3, 0.5)).toEqual([0, 2_000, 4_000]);
      vi.setSystemTime(Date.now() + 60_000);
      expect(turns(pace, 2, 0.5)).toEqual([0, 2_000]);
    }));

  it("is each company's own, and waited for", async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const started = Date.now();
    for (let turn = 0; turn < 20; turn += 1) await waitForTurn(env, one, 20);
    await waitForTurn(env, other, 20);
    const before = Date.now();
    await Promise.all([waitForTurn(env, one, 20), waitForTurn(env, one, 20)]);
    const spent = Date.now() - started;
    expect(spent).toBeGreaterThanOrEqual(before - started);
    // Twenty-two turns at twenty a second, less the burst: the last is due after two twentieths.
    expect(spent).toBeGreaterThanOrEqual(99);
  });
});
