import { createBitErpClient } from "../../../src/biterp/client";
import { Failure, type FailureRecord, failureMessage } from "../../../src/errors";
import { steer } from "../../support/double";
import { tinyBitErp } from "./tiny";

interface BenchOptions {
  honours?: boolean;
  honoursIfMatch?: boolean;
  timeoutMs?: number;
  traceparent?: string;
  /** In place of the tiny bitERP. */
  inner?: (request: Request) => Promise<Response>;
}

/** A client over a steerable tiny bitERP, whose waits take no time and are noted. */
export function bench(options: BenchOptions = {}) {
  const tiny = tinyBitErp();
  const { honours = true, honoursIfMatch = true, timeoutMs = 200, traceparent, inner = tiny.fetch } = options;
  const double = steer(inner);
  double.honoursKeys = honours;
  const slept: number[] = [];
  const hooks = { onSleep: (): void => {}, token: async (_refused?: string): Promise<string> => "secret" };
  const client = createBitErpClient({
    endpoint: {
      baseUrl: "https://biterp.test",
      fetch: double.fetch,
      tokenFor: (_, refused) => hooks.token(refused),
      honoursIfMatch,
      honoursIdempotencyKeys: honours,
    },
    userId: "u1",
    language: "pt-BR",
    requestId: "req-1",
    traceparent,
    timeoutMs,
    clock: {
      now: () => Date.parse("2026-01-01T00:00:00Z"),
      random: () => 0,
      sleep: async (ms, signal) => {
        slept.push(ms);
        hooks.onSleep();
        signal?.throwIfAborted();
      },
    },
  });
  return { client, double, tiny, slept, hooks };
}

/** The failure of a call; also sees to it that its messages tell nothing of bitERP's inside. */
export async function failure(work: Promise<unknown>): Promise<FailureRecord> {
  const error = await work.then(
    () => new Error("It did not fail"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw error;
  for (const language of ["en", "pt-BR"] as const) {
    const message = failureMessage(error.record, language);
    if (message.length < 20 || /secret|<|stack|SQL|undefined|\[object/i.test(message))
      throw new Error(message);
  }
  return error.record;
}
