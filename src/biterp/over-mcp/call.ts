import { Failure } from "../../errors";
import type { Clock } from "../clock";
import { SignInRefused } from "../port";
import {
  brokenAnswer,
  gaveUp,
  problemFailure,
  rateLimited,
  type Subject,
  unavailable,
  unknownOutcome,
} from "../problems";
import { type History, nextStep, type Trouble } from "../retry";
import { toolAnswer } from "./answer";
import type { McpConnection } from "./connection";
import { refusalOf } from "./refusal";
import { sentTexts, withoutSent } from "./sent";
import { codeOf, HttpRefusal, NetworkFault, troubleIn } from "./trouble";

/** One of bitERP's tools, called once. */
export interface ToolCall {
  tool: string;
  args: Record<string, unknown>;
  isWrite: boolean;
  /** Whether an error in words may be understood; default: of a read, where no write hangs on it. */
  readsProse?: boolean | undefined;
  subject: Subject;
  /** The company, for its turn; absent for the person's own. */
  tenantId?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface Caller {
  connection: McpConnection;
  /** Gets the token that the next requests carry. @throws SignInRefused */
  renewToken(refused?: string): Promise<void>;
  turn?: ((tenantId: string) => Promise<void>) | undefined;
  timeoutMs: number;
  clock: Clock;
}

type Ended =
  | { kind: "result"; result: unknown }
  /** @property sent the tool may have run */
  | { kind: "error"; error: unknown; sent: boolean }
  /** There was no token, or no turn, to send it with. */
  | { kind: "unsent" };

/** Codes of errors that are said before a tool runs: JSON-RPC's, and other HTTP refusals as the client package tells them. */
const beforeTheTool: ReadonlySet<unknown> = new Set([
  -32700,
  -32600,
  -32601,
  -32602,
  "CLIENT_HTTP_NOT_IMPLEMENTED",
  "ERA_NEGOTIATION_FAILED",
]);
const isBeforeTheTool = (code: unknown): boolean => beforeTheTool.has(code);

/** Codes of the client package for: no answer came. */
const noAnswer: ReadonlySet<unknown> = new Set([
  "REQUEST_TIMEOUT",
  "CONNECTION_CLOSED",
  "SEND_FAILED",
  "NOT_CONNECTED",
]);

/**
 * Brings one tool call to a value. Reads are tried again; a write is sent again only after an answer that says that it
 * was not done, for bitERP's tools take no key.
 * @returns undefined when the answer says nothing that is understood
 * @throws Failure, SignInRefused, or the signal's reason when the caller stopped it and nothing can have been written
 */
export async function callTool(caller: Caller, call: ToolCall): Promise<unknown> {
  const { clock } = caller;
  const history: History = { faults: 0, waits: 0, waitedMs: 0 };
  let refused: string | undefined;
  let sessions = 0;
  const sent = sentTexts(call.args);
  const { isWrite, subject, readsProse = !isWrite } = call;
  for (;;) {
    call.signal?.throwIfAborted();
    const ended = await attempt(caller, call, refused);
    if (ended.kind === "unsent") throw unavailable();
    let trouble: Trouble;
    let status: number | undefined;
    if (ended.kind === "result") {
      const answer = toolAnswer(ended.result, sent);
      if (answer.kind === "broken") return undefined;
      if (answer.kind === "value") return answer.value;
      const refusal = refusalOf(answer, { subject, isWrite, readsProse, sent });
      if (refusal.kind === "failure") throw refusal.failure;
      trouble = refusal;
    } else {
      const doubt = isWrite && ended.sent;
      if (call.signal?.aborted) throw doubt ? unknownOutcome() : call.signal.reason;
      const { error } = ended;
      if (error instanceof HttpRefusal) {
        status = error.status;
        if (error.status === 401 && refused === undefined) {
          refused = error.token;
          continue;
        }
        // The other side has forgotten the session, so it has done nothing.
        if (error.inSession && (error.status === 404 || error.status === 400) && sessions++ === 0) continue;
      }
      const found = troubleOf(error, call);
      if (found.kind === "fault" && doubt) throw unknownOutcome();
      trouble = found;
    }
    const step = nextStep(trouble, history, true, clock.random());
    if (trouble.kind === "fault") history.faults++;
    else history.waits++;
    if (step.kind === "give_up") throw gaveUp(status);
    if (step.kind === "rate_limited") throw rateLimited(step.retryAfterS);
    if (trouble.kind === "throttled") history.waitedMs += step.afterMs;
    await clock.sleep(step.afterMs, call.signal);
  }
}

async function attempt(caller: Caller, call: ToolCall, refused: string | undefined): Promise<Ended> {
  const { connection, timeoutMs } = caller;
  try {
    await caller.renewToken(refused);
    if (call.tenantId !== undefined) await caller.turn?.(call.tenantId);
  } catch (error) {
    if (error instanceof SignInRefused) throw error;
    return { kind: "unsent" };
  }
  let client: Awaited<ReturnType<McpConnection["client"]>>;
  try {
    client = await connection.client();
  } catch (error) {
    return { kind: "error", error: troubleIn(error), sent: false };
  }
  if (call.signal?.aborted) return { kind: "error", error: call.signal.reason, sent: false };
  try {
    const options = { timeout: timeoutMs, ...(call.signal && { signal: call.signal }) };
    const result = await client.callTool({ name: call.tool, arguments: call.args }, options);
    return { kind: "result", result };
  } catch (thrown) {
    const error = troubleIn(thrown);
    const lost = error instanceof HttpRefusal && error.inSession && [400, 404].includes(error.status);
    if (lost) connection.drop(client);
    return { kind: "error", error, sent: !isBeforeTheTool(codeOf(error)) };
  }
}

/** What an error means for trying again. @throws Failure, SignInRefused where it settles the call */
function troubleOf(error: unknown, { isWrite, subject, args }: ToolCall): Trouble {
  if (error instanceof HttpRefusal) {
    const { status, retryAfterS } = error;
    if (status === 401) throw new SignInRefused();
    if (status === 403)
      throw problemFailure({ status, headers: new Headers(), body: {}, broken: false }, subject);
    if (status === 429 || (status === 503 && retryAfterS !== undefined))
      return { kind: "throttled", retryAfterS };
    if (status >= 500 || status === 408) return { kind: "fault" };
    throw brokenAnswer();
  }
  const code = codeOf(error);
  if (error instanceof NetworkFault || noAnswer.has(code)) return { kind: "fault" };
  if (code === -32602) throw refusedArguments(error, sentTexts(args));
  // Something answered, and nothing of ours understands it; only some of that is said before a tool runs.
  throw isWrite && !isBeforeTheTool(code) ? unknownOutcome() : brokenAnswer();
}

/** Their schema does not take our arguments; an unknown tool has the same code, and is no fault of the person. */
function refusedArguments(error: unknown, sent: readonly string[]): Failure {
  const said = error instanceof Error ? withoutSent(error.message, sent) : "";
  const unknownTool = /tool.*(not found|unknown)|unknown tool/i.test(said);
  return unknownTool ? brokenAnswer() : Failure.of("invalid_argument", "biterp.rejected", {});
}
