import { SignInRefused } from "../biterp/port";
import type { SignInTokens } from "../biterp/sign-in";
import { Failure } from "../errors";
import type { Mode, OperationDraft, OperationRecord } from "../multi-item/operation";
import type { OperationAnswer } from "./answer";
import type { SessionState } from "./choices";
import { newOperationId } from "./operation-id";
import type { RemoteProgress } from "./waiting";

/** An operation and whether this call only repeats an earlier answer. */
export interface Answered {
  operation: OperationRecord;
  replayed: boolean;
}

/** The methods of the session object, as a caller sees them; written out because RPC types do not bear recursive JSON. */
interface SessionRpc {
  keepSignIn(tokens: SignInTokens): Promise<void>;
  hasSignIn(): Promise<boolean>;
  signInToken(refused?: string): Promise<SignInTokens | { refused: true }>;
  endSignIn(): Promise<void>;
  state(connectionId: string): Promise<SessionState>;
  select(connectionId: string, tenantId: string): Promise<void>;
  setMode(connectionId: string, mode: Mode): Promise<void>;
  endConnection(connectionId: string): Promise<void>;
  erase(until: number, kept: readonly string[]): Promise<boolean>;
  prepare(draft: OperationDraft, id: string, progress?: RemoteProgress): Promise<OperationAnswer>;
  replay(key: string, digest: string): Promise<OperationAnswer | undefined>;
  twin(digest: string, connectionId: string): Promise<OperationAnswer | undefined>;
  execute(id: string, connectionId?: string, progress?: RemoteProgress): Promise<OperationAnswer>;
  cancel(id: string): Promise<OperationAnswer>;
  get(id: string): Promise<OperationAnswer>;
}

/** The session of one person and one client. Methods throw a `Failure`. */
export interface SessionClient {
  /** Keeps the person's sign-in at a remote bitERP. */
  keepSignIn(tokens: SignInTokens): Promise<void>;
  /** Whether the person is still signed in where bitERP is; always so with the bundled one. */
  hasSignIn(): Promise<boolean>;
  /** A token for a remote bitERP. @throws SignInRefused when the person has to sign in again */
  signInToken(refused?: string): Promise<SignInTokens>;
  /** Ends the sign-in at a remote bitERP, there too. */
  endSignIn(): Promise<void>;
  state(connectionId: string): Promise<SessionState>;
  select(connectionId: string, tenantId: string): Promise<void>;
  setMode(connectionId: string, mode: Mode): Promise<void>;
  /** Forgets what was chosen for a connection that has ended, and drops what it left unanswered. */
  endConnection(connectionId: string): Promise<void>;
  /** Erases what the person did until then, but for these connections' settings. @returns whether all is erased */
  erase(until: number, kept: readonly string[]): Promise<boolean>;
  prepare(draft: OperationDraft, progress?: RemoteProgress): Promise<Answered>;
  /** What an earlier call with this idempotency key came to. @throws Failure `key_reused` */
  replay(key: string, digest: string): Promise<Answered | undefined>;
  /** The last operation that the same words of the same connection have made a moment ago. */
  twin(digest: string, connectionId: string): Promise<Answered | undefined>;
  /**
   * Executes an operation, once, and waits for it as long as a call may. Still AWAITING_CONFIRMATION in the answer
   * means that the person has to approve on the page.
   * @param connectionId the connection that says yes; absent: the person does, on the page
   */
  execute(id: string, connectionId?: string, progress?: RemoteProgress): Promise<Answered>;
  cancel(id: string): Promise<Answered>;
  get(id: string): Promise<Answered>;
}

/**
 * The session of a verified user and a verified client. The name never comes from a header or an argument, so nobody
 * reaches another's session.
 */
export function sessionOf(env: Env, userId: string, clientId: string): SessionClient {
  const name = JSON.stringify([userId, clientId]);
  const stub = () => env.SESSION.getByName(name) as unknown as SessionRpc;
  return {
    keepSignIn: (tokens) => stub().keepSignIn(tokens),
    hasSignIn: () => stub().hasSignIn(),
    endSignIn: () => stub().endSignIn(),
    signInToken: async (refused) => {
      const answer = await stub().signInToken(refused);
      if ("refused" in answer) throw new SignInRefused();
      return { ...answer };
    },
    state: async (connectionId) => ({ ...(await stub().state(connectionId)) }),
    select: (connectionId, tenantId) => stub().select(connectionId, tenantId),
    endConnection: (connectionId) => stub().endConnection(connectionId),
    erase: (until, kept) => stub().erase(until, kept),
    setMode: (connectionId, mode) => stub().setMode(connectionId, mode),
    prepare: (draft, progress) => {
      // The id is chosen here, so that after a reset the operation can be found, or is known never to have begun.
      const id = newOperationId();
      const prepare = () => stub().prepare(draft, id, progress);
      return afterReset(prepare, prepare);
    },
    replay: async (key, digest) => {
      const answer = await oncePastReset(() => stub().replay(key, digest));
      return answer && unwrap(answer);
    },
    twin: async (digest, connectionId) => {
      const answer = await oncePastReset(() => stub().twin(digest, connectionId));
      return answer && unwrap(answer);
    },
    execute: (id, connectionId, progress) =>
      afterReset(
        () => stub().execute(id, connectionId, progress),
        () => stub().get(id),
      ),
    cancel: (id) =>
      afterReset(
        () => stub().cancel(id),
        () => stub().get(id),
      ),
    get: async (id) => unwrap(await stub().get(id)),
  };
}

/** A deploy resets the object in the middle of a call; the operation lives on, so the call says where it stands. */
async function afterReset(
  call: () => Promise<OperationAnswer>,
  again: () => Promise<OperationAnswer>,
): Promise<Answered> {
  try {
    return unwrap(await call());
  } catch (error) {
    if (error instanceof Failure || !isReset(error)) throw error;
    return unwrap(await again());
  }
}

/** A question that changes nothing is asked again of the object that the reset has started anew. */
async function oncePastReset<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isReset(error)) throw error;
    return ask();
  }
}

function isReset(error: unknown): boolean {
  return error instanceof Error && (error as { durableObjectReset?: boolean }).durableObjectReset === true;
}

function unwrap(answer: OperationAnswer): Answered {
  if (answer.ended) throw new SignInRefused();
  if (answer.failure) throw Failure.from(structuredClone(answer.failure));
  return { operation: answer.operation, replayed: answer.replayed };
}
