import { TRACEPARENT } from "../context";
import type { Language } from "../messages";
import { type Answer, readAnswer } from "./body";
import type { Clock } from "./clock";
import type { BitErpEndpoint } from "./endpoint";
import { tenantIn } from "./paths";
import { SignInRefused } from "./port";

/** What every request of one client shares. */
export interface Wire {
  endpoint: BitErpEndpoint;
  userId: string;
  language: Language;
  requestId: string;
  traceparent: string | undefined;
  /** For one attempt, from its sending to the end of its body. */
  timeoutMs: number;
  clock: Clock;
}

/** One operation of the HTTP contract. */
export interface Operation {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With the query, from `/v1` on. */
  path: string;
  body?: object;
  idempotencyKey?: string | undefined;
  ifMatch?: string | undefined;
  /** As of a `WriteCall`. */
  sentBefore?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * How one attempt ended. `fault`: it was sent and no whole answer came. `unsent`: there was no token to send it
 * with. `stopped`: the caller's signal.
 */
export type Outcome =
  | { kind: "answer"; answer: Answer; token: string }
  | { kind: "fault" }
  | { kind: "unsent" }
  | { kind: "stopped"; sent: boolean };

/** A header takes visible ASCII only; a person's key may hold anything. */
function headerSafe(value: string): string {
  return /^[\x21-\x7e]+$/.test(value) ? value : encodeURIComponent(value.toWellFormed());
}

function requestOf(wire: Wire, operation: Operation, token: string, signal: AbortSignal): Request {
  const { language, requestId, traceparent } = wire;
  const headers = new Headers({
    Authorization: `Bearer ${token}`,
    Accept: "application/json, application/problem+json",
    "Accept-Language": language,
    "X-Request-Id": requestId,
  });
  if (traceparent && TRACEPARENT.test(traceparent)) headers.set("traceparent", traceparent);
  if (operation.idempotencyKey) headers.set("Idempotency-Key", headerSafe(operation.idempotencyKey));
  if (operation.ifMatch) headers.set("If-Match", operation.ifMatch);
  if (operation.body) headers.set("Content-Type", "application/json");
  return new Request(wire.endpoint.baseUrl + operation.path, {
    method: operation.method,
    headers,
    // bitERP never redirects; following one would hand the token to whoever it names.
    redirect: "manual",
    signal,
    ...(operation.body ? { body: JSON.stringify(operation.body) } : {}),
  });
}

/** Makes one attempt. @param refused a token that bitERP has just refused  @throws SignInRefused from the endpoint's token */
export async function attempt(wire: Wire, operation: Operation, refused?: string): Promise<Outcome> {
  const { signal } = operation;
  if (signal?.aborted) return { kind: "stopped", sent: false };
  let token: string;
  try {
    token = await wire.endpoint.tokenFor(wire.userId, refused);
    const tenantId = tenantIn(operation.path);
    if (tenantId !== undefined) await wire.endpoint.turn?.(tenantId);
  } catch (error) {
    if (error instanceof SignInRefused) throw error;
    return { kind: "unsent" };
  }
  if (signal?.aborted) return { kind: "stopped", sent: false };

  const controller = new AbortController();
  const request = requestOf(wire, operation, token, controller.signal);
  const stop = () => controller.abort();
  // Not AbortSignal.timeout: it cannot be cleared, and keeps a Durable Object awake for its whole time.
  const timer = setTimeout(stop, wire.timeoutMs);
  signal?.addEventListener("abort", stop, { once: true });
  const stopped = new Promise<null>((resolve) => {
    controller.signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  const answering = (async () => readAnswer(await wire.endpoint.fetch(request)))();
  try {
    // A bitERP in process does not listen to the signal, hence the race. The loser reads its body all the same.
    const answer = await Promise.race([answering, stopped]);
    if (answer) return { kind: "answer", answer, token };
  } catch {
    // Network faults carry texts that nobody outside may see; that there was one is all that counts.
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    answering.catch(() => {});
  }
  return signal?.aborted ? { kind: "stopped", sent: true } : { kind: "fault" };
}
