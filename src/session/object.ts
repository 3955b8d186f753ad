import { DurableObject } from "cloudflare:workers";
import { SignInRefused } from "../biterp/port";
import type { SignInTokens } from "../biterp/sign-in";
import { Failure, type FailureRecord, toFailureRecord } from "../errors";
import { kept, type LedgerItem } from "../multi-item/item";
import {
  type ConfirmedBy,
  isFinal,
  type Mode,
  modes,
  type OperationDraft,
  type OperationRecord,
  stricter,
} from "../multi-item/operation";
import { Ledger, WATCH_MS } from "./ledger";
import { missingExecutor, type SessionParts } from "./parts";
import { runOperation } from "./runner";
import { SignInKeeper } from "./sign-in";
import { type RemoteProgress, Waiting } from "./waiting";

/** In the place of the mode of a connection that is no more. */
const ENDED = "ended";
/** How many questions may be open at a time in one session; nobody reads more, and each takes room. */
const MOST_OPEN = 100;
/** How long a failed alarm waits before the next try, in milliseconds. */
const ALARM_RETRY_MS = 5_000;

/** An operation, or why there is none; errors lose their class on the way over RPC, so they travel as data. */
export type OperationAnswer =
  | { operation: OperationRecord; replayed: boolean; failure?: undefined; ended?: undefined }
  | { failure: FailureRecord; operation?: undefined; ended?: undefined }
  /** The connection was ended while its call was under way. */
  | { ended: true; operation?: undefined; failure?: undefined };

/** What a session remembers besides operations. */
export interface SessionState {
  selected_tenant_id?: string;
  mode: Mode;
}

/**
 * One person's connection from one client: the chosen company, the confirmation mode and the operations.
 * @returns the Durable Object class, bound to the parts it executes with
 */
export function sessionObject(parts: SessionParts) {
  return class SessionObject extends DurableObject<Env> {
    readonly ledger = new Ledger(this.ctx.storage);
    readonly runs = new Map<string, Promise<void>>();
    readonly indexing = new Map<string, Promise<void>>();
    signInKeeper: SignInKeeper | undefined;
    readonly waiting = new Waiting();

    /** Several connections of one client share this object; what is chosen for one says nothing of another. */
    state(connectionId: string): SessionState {
      const selected = this.ledger.setting(`selected_tenant_id:${connectionId}`);
      return { ...(selected && { selected_tenant_id: selected }), mode: this.mode(connectionId) };
    }

    select(connectionId: string, tenantId: string): void {
      this.ledger.setSetting(`selected_tenant_id:${connectionId}`, tenantId);
    }

    setMode(connectionId: string, mode: Mode): void {
      this.ledger.setSetting(`mode:${connectionId}`, mode);
    }

    /** Of a connection that nothing is known of the strictest: each is given its mode before its first call. */
    mode(connectionId: string): Mode {
      const kept = this.ledger.setting(`mode:${connectionId}`);
      return modes.find((mode) => mode === kept) ?? "browser";
    }

    /** Ends what a connection has chosen and asked; a call of its that is still on the way writes nothing any more. */
    async endConnection(connectionId: string): Promise<void> {
      this.ledger.setSetting(`mode:${connectionId}`, ENDED);
      this.ledger.removeSetting(`selected_tenant_id:${connectionId}`);
      for (const id of this.ledger.pendingOf(connectionId)) await this.cancel(id);
    }

    private hasEnded(connectionId: string): boolean {
      return this.ledger.setting(`mode:${connectionId}`) === ENDED;
    }

    /**
     * Erases what the person did until then, and what was chosen for connections that are no more.
     * @param kept the connections that there are
     * @returns whether all is erased; what runs goes on to its end first
     */
    async erase(until: number, kept: readonly string[]): Promise<boolean> {
      if (kept.length === 0) await this.endSignIn();
      this.ledger.erase(until, kept);
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
        const keeper = this.keeper();
        if (!keeper) throw new SignInRefused();
        return await keeper.token(refused);
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
      if (this.hasEnded(draft.connection_id)) return { ended: true };
      this.ledger.expire(now);
      const keyed = draft.idempotency_key ? this.ledger.withKey(draft.idempotency_key) : undefined;
      if (keyed && keyed.digest !== draft.digest) return keyReused();
      const mode = this.mode(draft.connection_id);
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
      if (this.hasEnded(connectionId)) return { ended: true };
      const { operation } = this.get(id);
      const open = operation?.status === "AWAITING_CONFIRMATION" && operation.asked;
      if (!open || stricter(operation.mode, this.mode(connectionId)) !== "browser")
        return this.carry(id, "client", progress);
      return { operation: { ...operation, mode: "browser" }, replayed: false };
    }

    private async carry(
      id: string,
      by: ConfirmedBy | undefined,
      progress?: RemoteProgress,
    ): Promise<OperationAnswer> {
      const operation = this.ledger.get(id);
      if (!operation) return this.unknown(id);
      const taken = this.ledger.take(id, Date.now(), by);
      // In the same step as the taking, so that no crash can leave a taken operation without an alarm.
      if (taken) await this.ctx.storage.setAlarm(Date.now() + WATCH_MS);
      else if (operation.status === "AWAITING_CONFIRMATION") this.ledger.expire(Date.now());
      if (this.ledger.get(id)?.status === "RUNNING") await this.waitFor(id, progress);
      return this.answer(id, !taken);
    }

    /** Drops an open question, or stops a running operation's items that have not been sent. */
    async cancel(id: string): Promise<OperationAnswer> {
      if (!this.ledger.get(id)) return this.unknown(id);
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
      return this.ledger.get(id) ? this.answer(id, false) : this.unknown(id);
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
      if (how) this.signInKeeper ??= new SignInKeeper(this.ledger, how.sealer, how.server);
      return this.signInKeeper;
    }

    private answer(id: string, replayed: boolean): OperationAnswer {
      const operation = this.ledger.get(id);
      if (!operation) return this.unknown(id);
      // The person may have changed the mode since; the stricter of then and now holds.
      const mode = stricter(operation.mode, this.mode(operation.connection_id));
      return { operation: { ...operation, mode }, replayed };
    }

    private unknown(id: string): OperationAnswer {
      return { failure: Failure.of("not_found", "operation.not_found", { id }).record };
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
        remoteToken: async (refused) => {
          const keeper = this.keeper();
          if (!keeper) throw new SignInRefused();
          return (await keeper.token(refused)).accessToken;
        },
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
        for (const item of operation.items) this.ledger.saveItem(id, kept(item));
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

const standing = (items: readonly LedgerItem[]) =>
  JSON.stringify(
    items.map(({ state, label, failure, target, shown }) => [state, label.id, failure?.code, target, shown]),
  );

function keyReused(): OperationAnswer {
  return { failure: Failure.of("key_reused", "operation.key_reused", {}).record };
}
