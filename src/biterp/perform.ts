import { Failure } from "../errors";
import type { Answer } from "./body";
import { SignInRefused } from "./port";
import { attempt, type Operation, type Wire } from "./request";
import { type History, nextStep, retryAfterSeconds, type Trouble } from "./retry";

/** Statuses that are said of the write itself, and so settle an earlier attempt of the same key too. */
const aboutTheWrite: ReadonlySet<number> = new Set([404, 409, 410, 412, 422]);

/** A write was sent and nobody knows what became of it. */
export function unknownOutcome(): Failure {
  return Failure.of("unknown_outcome", "biterp.unknown_outcome", {});
}

/** bitERP cannot be reached, and nothing was changed. */
export function unavailable(): Failure {
  return Failure.of("upstream_unavailable", "biterp.unavailable", {});
}

function troubleOf(answer: Answer, now: number): Trouble | null {
  const { status, headers } = answer;
  const retryAfterS = retryAfterSeconds(headers, now);
  if (status === 429) return { kind: "throttled", retryAfterS };
  // Without Retry-After a 503 may come from anything in between, after the work was done.
  if (status === 503 && retryAfterS !== undefined) return { kind: "throttled", retryAfterS };
  return status >= 500 || status === 408 ? { kind: "fault" } : null;
}

/**
 * Brings one operation to an answer: waits where bitERP asks to, tries again where that is safe.
 * @returns a success or a refusal that is meant for this operation
 * @throws Failure `rate_limited`, `upstream_unavailable`, `unknown_outcome`; SignInRefused; the signal's reason when
 * the caller stopped it and nothing can have been written
 */
export async function perform(wire: Wire, operation: Operation): Promise<Answer> {
  const { clock, endpoint } = wire;
  const isRead = operation.method === "GET";
  const repeatable = isRead || (!!operation.idempotencyKey && endpoint.honoursIdempotencyKeys);
  const history: History = { faults: 0, waits: 0, waitedMs: 0 };
  // After a write that got no answer, whatever is no word about that write leaves its outcome unknown.
  const orUnknown = (error: unknown) => (!isRead && history.faults > 0 ? unknownOutcome() : error);

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
    if (outcome.kind === "answer") {
      if (outcome.answer.status === 401 && refused === undefined) {
        refused = outcome.token;
        continue;
      }
      const found = troubleOf(outcome.answer, clock.now());
      if (!found) return settled(outcome.answer, orUnknown);
      trouble = found;
    }
    const step = nextStep(trouble, history, repeatable, clock.random());
    if (trouble.kind === "fault") history.faults++;
    else history.waits++;
    if (step.kind === "give_up") throw orUnknown(unavailable());
    if (step.kind === "rate_limited") throw orUnknown(rateLimited(step.retryAfterS));
    if (trouble.kind === "throttled") history.waitedMs += step.afterMs;
    await clock.sleep(step.afterMs, operation.signal).catch((reason: unknown) => {
      throw orUnknown(reason);
    });
  }
}

function settled(answer: Answer, orUnknown: (error: unknown) => unknown): Answer {
  const { status } = answer;
  if (status < 300 || aboutTheWrite.has(status)) return answer;
  const doubt = orUnknown(null);
  if (doubt) throw doubt;
  if (status === 401) throw new SignInRefused();
  return answer;
}

/** bitERP takes no more requests for now. */
export function rateLimited(seconds: number): Failure {
  return Failure.of(
    "rate_limited",
    "biterp.rate_limited",
    { seconds },
    { details: { retry_after_s: seconds } },
  );
}
