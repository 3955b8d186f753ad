import { setTimeout as pause } from "node:timers/promises";
import type { Rule } from "../../scripts/biterp/faults/switches.ts";
import type { Processes } from "./processes.ts";

/** About two in a hundred requests each; numbers without a common divisor, so that hardly two meet at one request. */
const rules: Rule[] = [
  { every: 47, action: { status: 500 } },
  { every: 49, action: { status: 503, headers: { "Retry-After": "1" } } },
  { every: 50, action: "drop" },
  { every: 51, action: "drop_after" },
  { every: 53, action: "html" },
];

/** Requests that arrive in one of these moments, two in a hundred of the time, are answered late. */
const DELAY = { everyMs: 5_000, forMs: 100, byMs: 2_000 };

/** Lets bitERP fail until the signal. */
export async function fail(processes: Processes, signal: AbortSignal): Promise<void> {
  await processes.control({ rules });
  while (!signal.aborted) {
    await pause(DELAY.everyMs, undefined, { signal }).catch(() => undefined);
    await processes.control({ delayMs: DELAY.byMs });
    await pause(DELAY.forMs);
    await processes.control({ delayMs: 0 });
  }
  await processes.control({ rules: [], delayMs: 0 });
}
