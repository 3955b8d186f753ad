/** The longest that bitERP may ask one operation to wait, in seconds, all waits together. */
export const MAX_WAIT_S = 25;
/** How often one operation waits for bitERP's limit. */
const MAX_WAITS = 5;
/** How often a fault is tried again. */
const MAX_RETRIES = 2;
/** What is waited after the first fault, and after a 429 or 409 that says nothing, in milliseconds; doubles each time. */
const FIRST_BACKOFF_MS = { fault: 200, throttled: 1000 };

/** How an attempt ended, as far as trying again is concerned. */
export type Trouble =
  /** Not done. @property retryAfterS what bitERP asks to wait, in seconds, where it says so */
  | { kind: "throttled"; retryAfterS: number | undefined }
  /** Being done: a request with the same key came before this one and has not ended. */
  | { kind: "under_way"; retryAfterS: number | undefined }
  /** Perhaps done. */
  | { kind: "fault" };

/** What an operation has been through. */
export interface History {
  faults: number;
  waits: number;
  waitedMs: number;
}

export type Step =
  | { kind: "again"; afterMs: number }
  | { kind: "rate_limited"; retryAfterS: number }
  | { kind: "give_up" };

/**
 * Whether and when an operation is tried again.
 * @param history without this trouble
 * @param repeatable doing it twice is doing it once: a read, or a write whose key bitERP honours
 * @param random 0..1
 */
export function nextStep(trouble: Trouble, history: History, repeatable: boolean, random: number): Step {
  // Half to whole: items of one set that failed together do not come back together.
  const jittered = (ms: number) => Math.round(ms * (0.5 + random / 2));
  if (trouble.kind === "fault") {
    if (!repeatable || history.faults >= MAX_RETRIES) return { kind: "give_up" };
    return { kind: "again", afterMs: jittered(FIRST_BACKOFF_MS.fault * 2 ** history.faults) };
  }
  if (trouble.kind === "under_way" && !repeatable) return { kind: "give_up" };
  const backoffMs = FIRST_BACKOFF_MS.throttled * 2 ** history.waits;
  const afterMs = trouble.retryAfterS === undefined ? jittered(backoffMs) : trouble.retryAfterS * 1000;
  if (history.waits >= MAX_WAITS || history.waitedMs + afterMs > MAX_WAIT_S * 1000)
    return { kind: "rate_limited", retryAfterS: trouble.retryAfterS ?? Math.ceil(backoffMs / 1000) };
  return { kind: "again", afterMs };
}

/**
 * `Retry-After` in whole seconds, from seconds or an HTTP date; never negative.
 * @param now milliseconds since the epoch
 * @returns undefined when the header is absent or means nothing
 */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const value = headers.get("Retry-After")?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  // Only real dates: Date.parse takes "-5" for a year.
  const at = /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
