import { vi } from "vitest";

/**
 * Makes timers of one length shorter, for waits that nobody wants to sit out; all other timers keep theirs. To be
 * undone with `vi.restoreAllMocks()`.
 */
export function shorten(ms: number, to: number): void {
  const real = globalThis.setTimeout;
  const short = (run: (...args: unknown[]) => void, wait?: number, ...args: unknown[]) =>
    real(run, wait === ms ? to : wait, ...args);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(short as typeof setTimeout);
}
