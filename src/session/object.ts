import { DurableObject } from "cloudflare:workers";
import { SignInRefused } from "../biterp/port";
import type { SignInTokens } from "../biterp/sign-in";
import { Failure, toFailureRecord } from "../errors";
import { kept, standing } from "../multi-item/item";
import { type ConfirmedBy, isFinal, type Mode, type OperationDraft, stricter } from "../multi-item/operation";
import { keyReused, type OperationAnswer, unknownOperation } from "./answer";
import { Choices, type SessionState } from "./choices";
import { Ledger, WATCH_MS } from "./ledger";
import { missingExecutor, type SessionParts } from "./parts";
import { runOperation } from "./runner";
import { Settings } from "./settings";
import { SignInKeeper } from "./sign-in";
import { type RemoteProgress, Waiting } from "./waiting";

/** How many questions may be open at a time in one session; nobody reads more, and each takes room. */
const MOST_OPEN = 100;
/** How long a failed alarm waits before the next try, in milliseconds. */
const ALARM_RETRY_MS = 5_000;

/**
 * One person's connection from one client: the chosen company, the confirmation mode and the operations.
 * @returns the Durable Object class, bound to the parts it executes with
 */
export function sessionObject(parts: SessionParts) {
  return class SessionObject extends DurableObject<Env> {
    readonly ledger = new Ledger(this.ctx.storage);
    readonly settings = new Settings(this.ctx.storage.sql);
    readonly choices = new Choices(this.settings);
    readonly runs = new Map<string, Promise<void>>();
    readonly indexing = new Map<string, Promise<void>>();
    signInKeeper: SignInKeeper | undefined;
    readonly waiting = new Waiting();

    state(connectionId: string): SessionState {
      return this.choices.state(connectionId);
    }

    select(connectionId: string, tenantId: string): void {
      this.choices.select(connectionId, tenantId);
    }

    setMode(connectionId: string, mode: Mode): void {
      this.choices.setMode(connectionId, mode);
    }

    /** Ends what a connection has chosen and asked; a call of its that is still on the way writes nothing any more. */
    async endConnection(connectionId: string): Promise<void> {
      this.choices.end(connectionId);
      for (const id of this.ledger.pendingOf(connectionId)) await this.cancel(id);
    }

    /**
     * Erases what the person did until then, and what was chosen for connections that are no more.
     * @param kept the connections that there are
     * @returns whether all is erased; what runs goes on to its end first
     */
    async erase(until: number, kept: readonly string[]): Promise<boolean> {
      if (kept.length === 0) await this.endSignIn();
      this.ledger.erase(until);
      this.settings.eraseConnectionsBut(kept);
      return this.ledger.running().length === 0;
    }

    /** Keeps the person's sign-in at a remote bitERP. */
    async keepSignIn(tokens: SignInTokens): Promise<void> {
      await this.keeper()?.keep(tokens);
    }

    async hasSignIn(): Promise<boolean> {
      return (await this.keeper()?.has()) ?? true;
    }

    /** A good access token for a remote bitERP; `refused` instead when the person has to sign in again. */
    async signInToken(refused?: string): Promise<SignInTokens | { refused: true }> {
      try {
        return await this.goodToken(refused);
      } catch (error) {
        if (error instanceof SignInRefused) return { refused: true };
        throw error;
      }
    }

    /** Ends the sign-in at a remote bitERP, there too. */
    async endSignIn(): Promise<void> {
      await this.keeper()?.end();
    }

    /**
     * Stores an operation, or finds the one that the same question or the same idempotency key already made.
     * An operation that nobody has to confirm is executed at once.
     * @param newId of the operation, if it is a new one; repeating the call with it makes no other
     */
    async prepare(draft: OperationDraft, newId: string, progress?: RemoteProgress): Promise<OperationAnswer> {
      const now = Date.now();
      if (this.choices.hasEnded(draft.connection_id)) return { ended: true };
      this.ledger.expire(now);
      const keyed = draft.idempotency_key ? this.ledger.withKey(draft.idempotency_key) : undefined;
      if (keyed && keyed.digest !== draft.digest) return keyReused();
      const mode = this.choices.mode(draft.connection_id);
      const asked = mode === "browser" || (mode === "assistant" && draft.asks);
      const begun = this.ledger.get(newId) ? newId : undefined;
      const known = begun ?? keyed?.id ?? (asked ? this.sameQuestion(draft, now) : undefined);
      if (!known && asked && this.ledger.open() >= MOST_OPEN) {
        return { failure: Failure.of("rate_limited", "operation.too_many_open", {}).record };
      }
      const id = known ?? newId;
      if (!known) this.ledger.add(id, draft, { mode, asked }, now);
      else if (draft.idempotency_key) this.ledger.setKey(id, draft.idempotency_key);
      try {
        await this.index(id);
      } catch {
        return {
          failure: Failure.of("internal_error", "operation.not_recorded", {}, { retryable: true }).record,
        };
      }
      await this.wakeWhenDue();
      // What was stored decides, not this call: an operation that was asked about stays a question.
      if (this.ledger.get(id)?.asked === false) return this.carry(id, undefined, progress);
      return this.answer(id, keyed !== undefined && !begun);
    }

    /** What an earlier call with this key came to; undefined when there was none. */
    async replay(key: string, digest: string): Promise<OperationAnswer | undefined> {
      this.ledger.expire(Date.now());
      const keyed = this.ledger.withKey(key);
      if (!keyed) return undefined;
      if (keyed.digest !== digest) return keyReused();
      await this.indexing.get(keyed.id)?.catch(() => undefined);
      if (!this.ledger.get(keyed.id)) return undefined;
      if (this.ledger.get(keyed.id)?.status === "RUNNING") await this.waitFor(keyed.id);
      return this.answer(keyed.id, true);
    }

    /**
     * Executes an operation once, however many call; the others wait for the same end. Where the person wants to
     * approve on the page, what a client says changes nothing.
     * @param connectionId the connection that says yes; absent: the person does, on the page
     */
    async execute(id: string, connectionId?: string, progress?: RemoteProgress): Promise<OperationAnswer> {
      if (connectionId === undefined) return this.carry(id, "page", progress);
      if (this.choices.hasEnded(connectionId)) return { ended: true };
      const { operation } = this.get(id);
      const open = operation?.status === "AWAITING_CONFIRMATION" && operation.asked;
      if (!open || stricter(operation.mode, this.choices.mode(connectionId)) !== "browser")
        return this.carry(id, "client", progress);
      return { operation: { ...operation, mode: "browser" }, replayed: false };
    }

    private async carry(
      id: string,
      by: ConfirmedBy | undefined,
      progress?: RemoteProgress,
    ): Promise<OperationAnswer> {
      const operation = this.ledger.get(id);
      if (!operation) return unknownOperation(id);
      const taken = this.ledger.take(id, Date.now(), by);
      // In the same step as the taking, so that no crash can leave a taken operation without an alarm.
      if (taken) await this.ctx.storage.setAlarm(Date.now() + WATCH_MS);
      else if (operation.status === "AWAITING_CONFIRMATION") this.ledger.expire(Date.now());
      if (this.ledger.get(id)?.status === "RUNNING") await this.waitFor(id, progress);
      return this.answer(id, !taken);
    }

    /** Drops an open question, or stops a running operation's items that have not been sent. */
    async cancel(id: string): Promise<OperationAnswer> {
      if (!this.ledger.get(id)) return unknownOperation(id);
      this.ledger.expire(Date.now());
      this.ledger.close(id, "CANCELLED", Date.now());
      this.ledger.requestStop(id);
      const running = this.runs.get(id);
      if (running) await this.waitFor(id);
      await this.archive(id);
      await this.wakeWhenDue();
      return this.answer(id, false);
    }

    get(id: string): OperationAnswer {
      this.ledger.expire(Date.now());
      return this.ledger.get(id) ? this.answer(id, false) : unknownOperation(id);
    }

    override async alarm(): Promise<void> {
      // Re-armed first: a crash in the middle must find another alarm waiting, the platform's own retries are limited.
      await this.ctx.storage.setAlarm(Date.now() + ALARM_RETRY_MS);
      this.ledger.expire(Date.now());
      await Promise.allSettled(this.ledger.running().map((id) => this.run(id)));
      await Promise.allSettled(this.ledger.unarchived().map((id) => this.archive(id)));
      this.ledger.purge(Date.now());
      await this.ctx.storage.deleteAlarm();
      await this.wakeWhenDue();
    }

    /** The open question that this one repeats: same request, and every item still stands where it stood. */
    private sameQuestion(draft: OperationDraft, now: number): string | undefined {
      const id = this.ledger.pendingWith(draft, now);
      if (id === undefined || standing(this.ledger.items(id)) === standing(draft.items)) return id;
      // What the open question shows is no longer true, so it cannot be the one that a person says yes to.
      this.ledger.close(id, "CANCELLED", now);
      return undefined;
    }

    private keeper(): SignInKeeper | undefined {
      const how = parts.signIn(this.env);
      if (how) this.signInKeeper ??= new SignInKeeper(this.settings, how.sealer, how.server);
      return this.signInKeeper;
    }

    private async goodToken(refused?: string): Promise<SignInTokens> {
      const keeper = this.keeper();
      if (!keeper) throw new SignInRefused();
      return keeper.token(refused);
    }

    private answer(id: string, replayed: boolean): OperationAnswer {
      const operation = this.ledger.get(id);
      if (!operation) return unknownOperation(id);
      // The person may have changed the mode since; the stricter of then and now holds.
      const mode = stricter(operation.mode, this.choices.mode(operation.connection_id));
      return { operation: { ...operation, mode }, replayed };
    }

    /** The row in D1 comes before anything is asked or sent; without it the operation does not exist. */
    private index(id: string): Promise<void> {
      if (this.ledger.isIndexed(id)) return Promise.resolve();
      const known = this.indexing.get(id);
      if (known) return known;
      const operation = this.ledger.get(id);
      const writing = (async () => {
        try {
          if (!operation) throw new Error("the operation is gone");
          await parts.evidence(this.env).index(operation);
          this.ledger.setIndexed(id);
        } catch (error) {
          this.ledger.drop(id);
          throw error;
        } finally {
          this.indexing.delete(id);
        }
      })();
      this.indexing.set(id, writing);
      return writing;
    }

    private waitFor(id: string, progress?: RemoteProgress): Promise<void> {
      return this.waiting.until(id, this.run(id), progress);
    }

    private run(id: string): Promise<void> {
      const known = this.runs.get(id);
      if (known) return known;
      const running = this.carryOut(id).finally(() => this.runs.delete(id));
      this.runs.set(id, running);
      return running;
    }

    private async carryOut(id: string): Promise<void> {
      const operation = this.ledger.get(id);
      if (operation?.status !== "RUNNING") return;
      const executor = parts.executors[operation.tool] ?? missingExecutor;
      const connection = parts.connect(this.env, {
        userId: operation.user_id,
        remoteToken: async (refused) => (await this.goodToken(refused)).accessToken,
        language: operation.language,
        requestId: operation.request_id,
        traceparent: operation.traceparent,
      });
      try {
        await runOperation(this.ledger, operation, executor, connection, (done, total) => {
          this.waiting.tell(id, done, total);
        });
      } finally {
        // Not waited for: the answers are there, and how bitERP takes the farewell changes none of them.
        this.ctx.waitUntil(connection.close?.() ?? Promise.resolve());
      }
      await this.archive(id);
      await this.wakeWhenDue();
    }

    private async archive(id: string): Promise<void> {
      const operation = this.ledger.get(id);
      if (!operation || !isFinal(operation.status)) return;
      try {
        await parts.evidence(this.env).archive(operation);
        this.ledger.setArchived(id, undefined);
        this.ledger.shorten(id, operation.items.map(kept));
      } catch (error) {
        const { code } = toFailureRecord(error);
        this.ledger.setArchived(id, { archive_evidence: { success: false, error: code } });
      }
    }

    private async wakeWhenDue(): Promise<void> {
      const due = this.ledger.nextDue(Date.now());
      if (due === undefined) return;
      const set = await this.ctx.storage.getAlarm();
      if (set === null || set > due) await this.ctx.storage.setAlarm(due);
    }
  };
}
