import { describe, expect, it } from "vitest";
import { realClock } from "../../../src/biterp/clock";
import { type History, nextStep, retryAfterSeconds } from "../../../src/biterp/retry";

const now = Date.parse("2026-01-01T00:00:00Z");
const fresh: History = { faults: 0, waits: 0, waitedMs: 0 };

describe("retryAfterSeconds", () => {
  it.each<[string | null, number | undefined]>([
    ["0", 0],
    [" 12 ", 12],
    ["Thu, 01 Jan 2026 00:00:10 GMT", 10],
    ["Thursday, 01-Jan-26 00:00:10 GMT", 10],
    ["Wed, 31 Dec 2025 23:59:59 GMT", 0],
    ["-5", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j", (value, expected) => {
    const headers = new Headers(value === null ? {} : { "Retry-After": value });
    expect(retryAfterSeconds(headers, now)).toBe(expected);
  });
});

describe("nextStep", () => {
  it("repeats a fault twice, with jitter, and only what may be repeated", () => {
    const step = (faults: number, random: number) =>
      nextStep({ kind: "fault" }, { ...fresh, faults }, true, random);
    expect(step(0, 0)).toEqual({ kind: "again", afterMs: 100 });
    expect(step(0, 0.99)).toEqual({ kind: "again", afterMs: 199 });
    expect(step(1, 0)).toEqual({ kind: "again", afterMs: 200 });
    expect(step(2, 0)).toEqual({ kind: "give_up" });
    expect(nextStep({ kind: "fault" }, fresh, false, 0)).toEqual({ kind: "give_up" });
  });

  it("waits for a limit whatever may be repeated, 25 s in all", () => {
    const step = (retryAfterS: number | undefined, history: Partial<History>) =>
      nextStep({ kind: "throttled", retryAfterS }, { ...fresh, ...history }, false, 0);
    expect(step(25, {})).toEqual({ kind: "again", afterMs: 25_000 });
    expect(step(26, {})).toEqual({ kind: "rate_limited", retryAfterS: 26 });
    expect(step(10, { waits: 1, waitedMs: 15_000 })).toEqual({ kind: "again", afterMs: 10_000 });
    expect(step(10, { waits: 1, waitedMs: 15_001 })).toEqual({ kind: "rate_limited", retryAfterS: 10 });
    expect(step(0, { waits: 5 })).toEqual({ kind: "rate_limited", retryAfterS: 0 });
    expect(step(undefined, { waits: 1 })).toEqual({ kind: "again", afterMs: 1000 });
  });
});

describe("the clock", () => {
  it("sleeps, and wakes when it is told to stop", async () => {
    await realClock.sleep(1);
    const controller = new AbortController();
    const reason = new Error("gone");
    setTimeout(() => controller.abort(reason), 5);
    await expect(realClock.sleep(60_000, controller.signal)).rejects.toBe(reason);
    await expect(realClock.sleep(60_000, controller.signal)).rejects.toBe(reason);
  });
});
