import { isRecord } from "../json";
import type { Answer } from "./body";
import { SignInRefused } from "./port";
import { gaveUp, rateLimited, unavailable, unknownOutcome } from "./problems";
import { attempt, type Operation, type Wire } from "./request";
import { type History, nextStep, retryAfterSeconds, type Trouble } from "./retry";

/**
 * What may be said of a repeated write because the first one was done, or is being done: its product is gone, its SKU
 * taken, its state another. It says nothing about the first one.
 */
const perhapsBecauseDone: ReadonlySet<number> = new Set([404, 409, 410, 422]);

/** Codes of a 409 that is about the state of things, not about a request of the same key that is still under way. */
const aboutTheState: ReadonlySet<unknown> = new Set(["sku_taken", "key_reused"]);
const underWay = /in_?progress|in_?flight|being_?processed/i;

/** @param doubtful whether this write may have been done before by an attempt without an answer */
function troubleOf(answer: Answer, doubtful: boolean, now: number): Trouble | null {
  const { status, headers } = answer;
  const retryAfterS = retryAfterSeconds(headers, now);
  if (status === 429) return { kind: "throttled", retryAfterS };
  // Without Retry-After a 503 may come from anything in between, after the work was done.
  if (status === 503 && retryAfterS !== undefined) return { kind: "throttled", retryAfterS };
  if (status >= 500 || status === 408) return { kind: "fault" };
  const code = isRecord(answer.body) ? answer.body.code : undefined;
  if (status === 409 && typeof code === "string" && underWay.test(code))
    return { kind: "under_way", retryAfterS };
  if (!doubtful || !perhapsBecauseDone.has(status)) return null;
  return status === 409 && !aboutTheState.has(code) ? { kind: "under_way", retryAfterS } : { kind: "fault" };
}

/**
 * Brings one operation to an answer: waits where bitERP asks to, tries again where that is safe.
 * @returns a success or a refusal that is meant for this operation
 * @throws Failure `rate_limited`, `upstream_unavailable`, `upstream_error`, `unknown_outcome`; SignInRefused; the
 * signal's reason when the caller stopped it and nothing can have been written
 */
export async function perform(wire: Wire, operation: Operation): Promise<Answer> {
  const { clock, endpoint } = wire;
  const isRead = operation.method === "GET";
  const repeatable = isRead || (!!operation.idempotencyKey && endpoint.honoursIdempotencyKeys);
  const history: History = { faults: 0, waits: 0, waitedMs: 0 };
  let doubtful = !isRead && operation.sentBefore === true;
  // After a write that got no answer, whatever is no word about that write leaves its outcome unknown.
  const orUnknown = (error: unknown) => (doubtful ? unknownOutcome() : error);

  // A 401 says nothing was done: the token may just have ended, so another is tried, once.
  let refused: string | undefined;
  for (;;) {
    const outcome = await attempt(wire, operation, refused).catch((error: unknown) => {
      throw orUnknown(error);
    });
    if (outcome.kind === "unsent") throw orUnknown(unavailable());
    if (outcome.kind === "stopped")
      throw outcome.sent && !isRead ? unknownOutcome() : orUnknown(operation.signal?.reason);

    let trouble: Trouble = { kind: "fault" };
    let status: number | undefined;
    if (outcome.kind === "answer") {
      if (outcome.answer.status === 401 && refused === undefined) {
        refused = outcome.token;
        continue;
      }
      const found = troubleOf(outcome.answer, doubtful, clock.now());
      if (!found) return settled(outcome.answer, orUnknown);
      trouble = found;
      status = outcome.answer.status;
    }
    const step = nextStep(trouble, history, repeatable, clock.random());
    if (trouble.kind !== "throttled") doubtful ||= !isRead;
    if (trouble.kind === "fault") history.faults++;
    else history.waits++;
    if (step.kind === "give_up") throw orUnknown(gaveUp(status));
    if (step.kind === "rate_limited") throw orUnknown(rateLimited(step.retryAfterS));
    if (trouble.kind !== "fault") history.waitedMs += step.afterMs;
    await clock.sleep(step.afterMs, operation.signal).catch((reason: unknown) => {
      throw orUnknown(reason);
    });
  }
}

function settled(answer: Answer, orUnknown: (error: unknown) => unknown): Answer {
  const { status } = answer;
  if (status < 300) return answer;
  const doubt = orUnknown(null);
  if (doubt) throw doubt;
  if (status === 401) throw new SignInRefused();
  return answer;
}
