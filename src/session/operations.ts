import { Failure } from "../errors";
import { standing } from "../multi-item/item";
import { type Mode, type OperationDraft, type OperationRecord, stricter } from "../multi-item/operation";
import { type KeyReused, keyReused, type OperationAnswer, unknownOperation } from "./answer";
import type { Choices } from "./choices";
import type { Finding } from "./finding";
import type { Ledger } from "./ledger";
import type { Recordings } from "./recordings";
import type { Runs } from "./runs";
import { type Upkeep, WATCH_MS } from "./upkeep";
import type { RemoteProgress } from "./waiting";

/** How many questions may be open at a time in one session; nobody reads more, and each takes room. */
const MOST_OPEN = 100;

/** What the operations of one session stand on. */
export interface OperationParts {
  storage: DurableObjectStorage;
  choices: Choices;
  ledger: Ledger;
  finding: Finding;
  upkeep: Upkeep;
  recordings: Recordings;
  runs: Runs;
}

/** The operations of one session, from the question to the answer. */
export class Operations {
  constructor(private readonly own: OperationParts) {}

  /**
   * Stores an operation, or finds the one that the same question, the same idempotency key or a twin already made.
   * An operation that nobody has to confirm is executed at once.
   * @param newId of the operation, if it is a new one; repeating the call with it makes no other
   */
  async prepare(draft: OperationDraft, newId: string, progress?: RemoteProgress): Promise<OperationAnswer> {
    const { choices, finding, ledger, recordings, upkeep } = this.own;
    const fits = (other: OperationDraft) => other.digest === draft.digest || isKeyed(other, draft);
    for (;;) {
      if (choices.hasEnded(draft.connection_id)) return { ended: true };
      upkeep.expire(Date.now());
      if (ledger.status(newId)) return this.#carried(newId, false, progress);
      const known = this.#known(draft);
      if (known) return "failure" in known ? known : this.#carried(known.id, known.replayed, progress);
      const recording = recordings.find(fits);
      if (!recording) break;
      await recording;
    }
    const mode = choices.mode(draft.connection_id);
    if (asks(mode, draft) && finding.open() + recordings.count >= MOST_OPEN) {
      return { failure: Failure.of("rate_limited", "operation.too_many_open", {}).record };
    }
    try {
      await this.#record(newId, draft, mode);
    } catch {
      return {
        failure: Failure.of("internal_error", "operation.not_recorded", {}, { retryable: true }).record,
      };
    }
    if (!ledger.status(newId)) return { ended: true };
    await upkeep.wakeWhenDue();
    return this.#carried(newId, false, progress);
  }

  /** What an earlier call with this key came to; undefined when there was none. */
  async replay(key: string, digest: string): Promise<OperationAnswer | undefined> {
    await this.#recorded((draft) => draft.idempotency_key === key);
    this.own.upkeep.expire(Date.now());
    const keyed = this.own.finding.withKey(key);
    if (!keyed) return undefined;
    return keyed.digest === digest ? this.#carried(keyed.id, true) : keyReused();
  }

  /** What the same words of the same connection came to a moment ago; undefined when there was nothing like it. */
  async twin(digest: string, connectionId: string): Promise<OperationAnswer | undefined> {
    await this.#recorded((draft) => draft.digest === digest && draft.connection_id === connectionId);
    const id = this.own.finding.twin({ digest, connection_id: connectionId }, Date.now());
    return id === undefined ? undefined : this.#carried(id, true);
  }

  /**
   * Executes an operation once, however many call; the others wait for the same end. Where the person wants to
   * approve on the page, what a client says changes nothing.
   * @param connectionId the connection that says yes; absent: the person does, on the page
   */
  async execute(id: string, connectionId?: string, progress?: RemoteProgress): Promise<OperationAnswer> {
    const { choices, ledger, storage, upkeep } = this.own;
    if (connectionId !== undefined && choices.hasEnded(connectionId)) return { ended: true };
    const operation = ledger.get(id);
    if (!operation) return unknownOperation(id);
    upkeep.expire(Date.now());
    const awaiting = ledger.status(id) === "AWAITING_CONFIRMATION";
    if (connectionId !== undefined && awaiting) {
      const mode = stricter(this.#now(operation).mode, choices.mode(connectionId));
      if (mode === "browser") return { operation: { ...operation, mode }, replayed: false };
    }
    const taken = ledger.take(id, Date.now(), connectionId === undefined ? "page" : "client");
    // In the same step as the taking, so that no crash can leave a taken operation without an alarm.
    if (taken) await storage.setAlarm(Date.now() + WATCH_MS);
    return this.#carried(id, !taken, progress);
  }

  /** Drops an open question, or stops a running operation's items that have not been sent. */
  async cancel(id: string): Promise<OperationAnswer> {
    const { ledger, runs, upkeep } = this.own;
    if (!ledger.status(id)) return unknownOperation(id);
    upkeep.expire(Date.now());
    ledger.close(id, "CANCELLED", Date.now());
    ledger.requestStop(id);
    await runs.waitForOngoing(id);
    await runs.archive(id);
    await upkeep.wakeWhenDue();
    return this.#answer(id, false);
  }

  get(id: string): OperationAnswer {
    this.own.upkeep.expire(Date.now());
    return this.#answer(id, false);
  }

  /** The operation that a draft only repeats, or why its key cannot stand for it. */
  #known(draft: OperationDraft): { id: string; replayed: boolean } | KeyReused | undefined {
    const { choices, finding, ledger } = this.own;
    const { idempotency_key: key, twin } = draft;
    const keyed = key === undefined ? undefined : finding.withKey(key);
    if (keyed) return keyed.digest === draft.digest ? { id: keyed.id, replayed: true } : keyReused();
    const asked = asks(choices.mode(draft.connection_id), draft);
    const pending = asked ? this.#sameQuestion(draft) : undefined;
    if (pending !== undefined) {
      if (key !== undefined) ledger.setKey(pending, key);
      return { id: pending, replayed: false };
    }
    if (twin === undefined) return undefined;
    // One that this call has looked at already is no answer to it: something of it is to be tried anew.
    const last = finding.twin(draft, Date.now());
    return last === undefined || last === twin ? undefined : { id: last, replayed: true };
  }

  /** The open question that this one repeats: same request, and every item still stands where it stood. */
  #sameQuestion(draft: OperationDraft): string | undefined {
    const { finding, ledger } = this.own;
    const now = Date.now();
    const id = finding.pendingWith(draft, now);
    if (id === undefined || standing(ledger.items(id)) === standing(draft.items)) return id;
    // What the open question shows is no longer true, so it cannot be the one that a person says yes to.
    ledger.close(id, "CANCELLED", now);
    return undefined;
  }

  /** The row in the archive comes before anything is asked or sent; without it the operation does not exist. */
  async #record(id: string, draft: OperationDraft, mode: Mode): Promise<void> {
    const { choices, ledger, recordings, storage } = this.own;
    const now = Date.now();
    const row = { ...draft, operation_id: id, created_at: new Date(now).toISOString() };
    let armed: Promise<void> | undefined;
    await recordings.record(draft, row, () => {
      // Meanwhile the connection may have ended, or the person chosen a stricter mode.
      if (choices.hasEnded(draft.connection_id)) return;
      const decided = stricter(mode, choices.mode(draft.connection_id));
      const asked = asks(decided, draft);
      ledger.add(id, draft, { mode: decided, asked }, now);
      if (!asked) armed = storage.setAlarm(Date.now() + WATCH_MS);
    });
    await armed;
  }

  /** Waits until nothing that fits is being recorded. */
  async #recorded(fits: (draft: OperationDraft) => boolean): Promise<void> {
    for (;;) {
      const recording = this.own.recordings.find(fits);
      if (!recording) return;
      await recording;
    }
  }

  async #carried(id: string, replayed: boolean, progress?: RemoteProgress): Promise<OperationAnswer> {
    if (this.own.ledger.status(id) === "RUNNING") await this.own.runs.waitFor(id, progress);
    return this.#answer(id, replayed);
  }

  #answer(id: string, replayed: boolean): OperationAnswer {
    const operation = this.own.ledger.get(id);
    if (!operation) return unknownOperation(id);
    return { operation: this.#now(operation), replayed };
  }

  /** The person may have changed the mode since; the stricter of then and now holds. */
  #now(operation: OperationRecord): OperationRecord {
    return { ...operation, mode: stricter(operation.mode, this.own.choices.mode(operation.connection_id)) };
  }
}

/** Whether a person is asked before anything is sent. */
function asks(mode: Mode, draft: OperationDraft): boolean {
  return mode === "browser" || (mode === "assistant" && draft.asks);
}

function isKeyed(one: OperationDraft, other: OperationDraft): boolean {
  return one.idempotency_key !== undefined && one.idempotency_key === other.idempotency_key;
}
