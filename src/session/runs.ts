import { toFailureRecord } from "../errors";
import { log, logFault } from "../log";
import { mayBeDone } from "../multi-item/item";
import { kept } from "../multi-item/kept";
import { isFinal } from "../multi-item/operation";
import type { Ledger } from "./ledger";
import { missingExecutor, type SessionParts } from "./parts";
import { runOperation } from "./runner";
import { MOST_TRIES, type Upkeep } from "./upkeep";
import { type RemoteProgress, Waiting } from "./waiting";

/** What the runs of one session work with. */
export interface RunParts {
  env: Env;
  parts: SessionParts;
  ledger: Ledger;
  upkeep: Upkeep;
  /** A token for the person at a remote bitERP. @param refused one that bitERP has just refused */
  remoteToken(refused?: string): Promise<string>;
  /** Lets work go on that nobody waits for. */
  waitUntil(work: Promise<unknown>): void;
}

/** The runs of a session's taken operations: one per operation, whoever waits for it, and what follows its end. */
export class Runs {
  readonly #running = new Map<string, Promise<void>>();
  readonly #waiting = new Waiting();

  constructor(private readonly own: RunParts) {}

  /** Waits for a run, as long as a call may. */
  waitFor(id: string, progress?: RemoteProgress): Promise<void> {
    return this.#waiting.until(id, this.run(id), progress);
  }

  /** Waits for a run that there is, or does nothing. */
  async waitForOngoing(id: string): Promise<void> {
    if (this.#running.has(id)) await this.waitFor(id);
  }

  /** Runs an operation, or joins its run. Ends at once where it broke before and its next try is not due. */
  run(id: string): Promise<void> {
    const known = this.#running.get(id);
    if (known) return known;
    if (!this.own.upkeep.mayTry(id, Date.now())) return Promise.resolve();
    const running = this.#try(id).finally(() => this.#running.delete(id));
    this.#running.set(id, running);
    return running;
  }

  /** Puts an operation that has ended into the archive; one that cannot be is tried again later. */
  async archive(id: string): Promise<void> {
    const { env, parts, ledger, upkeep } = this.own;
    const status = ledger.status(id);
    if (status === undefined || !isFinal(status)) return;
    try {
      const operation = ledger.get(id);
      if (!operation) return;
      await parts.evidence(env).archive(operation);
      upkeep.setArchived(id, undefined, Date.now());
      // What may have been done can only be sent again as it was, under the key that it had.
      ledger.shorten(id, operation.items.filter((item) => !mayBeDone(item)).map(kept));
    } catch (error) {
      logFault("archive_failed", error, { operation_id: id });
      const { code } = toFailureRecord(error);
      upkeep.setArchived(id, { archive_evidence: { success: false, error: code } }, Date.now());
    }
  }

  /** One try. Whatever breaks it, the next comes later, and the last ends it. */
  async #try(id: string): Promise<void> {
    const { upkeep } = this.own;
    const tries = upkeep.startTry(id, Date.now());
    try {
      // The try before was the last, and took the object down with it.
      if (tries > MOST_TRIES) this.#giveUp(id);
      else await this.#carryOut(id);
    } catch (error) {
      logFault("run_broken", error, { operation_id: id, tries });
      if (tries < MOST_TRIES) upkeep.pause(id, tries, Date.now());
      else this.#giveUp(id);
    }
    await this.archive(id);
    await upkeep.wakeWhenDue();
  }

  #giveUp(id: string): void {
    this.own.ledger.giveUp(id, Date.now());
    log("run_given_up", { operation_id: id });
  }

  async #carryOut(id: string): Promise<void> {
    const { env, parts, ledger, remoteToken, waitUntil } = this.own;
    if (!ledger.isReadable(id)) throw new Error("the operation was stored by a later version");
    const operation = ledger.get(id);
    if (!operation) return;
    for (const item of ledger.unreadable(id)) log("item_unreadable", { operation_id: id, item });
    const executor = parts.executors[operation.tool] ?? missingExecutor;
    const connection = parts.connect(env, {
      userId: operation.user_id,
      remoteToken,
      language: operation.language,
      requestId: operation.request_id,
      traceparent: operation.traceparent,
    });
    try {
      await runOperation(ledger, operation, executor, connection, (done, total) => {
        this.#waiting.tell(id, done, total);
      });
    } finally {
      // Not waited for: the answers are there, and how bitERP takes the farewell changes none of them.
      waitUntil(connection.close?.() ?? Promise.resolve());
    }
  }
}
