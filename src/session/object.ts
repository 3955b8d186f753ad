import { DurableObject } from "cloudflare:workers";
import { SignInRefused } from "../biterp/port";
import type { SignInTokens } from "../biterp/sign-in";
import { logFault } from "../log";
import type { Mode, OperationDraft } from "../multi-item/operation";
import type { OperationAnswer } from "./answer";
import { Choices, type SessionState } from "./choices";
import { Finding } from "./finding";
import { Ledger } from "./ledger";
import { Operations } from "./operations";
import type { SessionParts } from "./parts";
import { Recordings } from "./recordings";
import { Runs } from "./runs";
import { migrate } from "./schema";
import { Settings } from "./settings";
import { SignInKeeper } from "./sign-in";
import { Upkeep } from "./upkeep";
import type { RemoteProgress } from "./waiting";

/** How long a failed alarm waits before the next try at first, and how long at most, in milliseconds. */
const ALARM_RETRY_MS = 5_000;
const ALARM_LATEST_MS = 600_000;

/**
 * One person's connection from one client: the chosen company, the confirmation mode and the operations. Every method
 * without `#` can be called over RPC by whoever holds the binding, so only what callers need is without.
 * @returns the Durable Object class, bound to the parts it executes with
 */
export function sessionObject(parts: SessionParts) {
  return class SessionObject extends DurableObject<Env> {
    readonly #ledger: Ledger;
    readonly #upkeep: Upkeep;
    readonly #finding: Finding;
    readonly #settings: Settings;
    readonly #choices: Choices;
    readonly #recordings: Recordings;
    readonly #runs: Runs;
    readonly #operations: Operations;
    #signInKeeper: SignInKeeper | undefined;
    #brokenAlarms = 0;

    constructor(ctx: DurableObjectState, env: Env) {
      super(ctx, env);
      const { storage } = ctx;
      migrate(storage);
      this.#ledger = new Ledger(storage);
      this.#upkeep = new Upkeep(storage);
      this.#finding = new Finding(storage.sql);
      this.#settings = new Settings(storage.sql);
      this.#choices = new Choices(this.#settings);
      this.#recordings = new Recordings(() => parts.evidence(env));
      this.#runs = new Runs({
        env,
        parts,
        ledger: this.#ledger,
        upkeep: this.#upkeep,
        remoteToken: async (refused) => (await this.#goodToken(refused)).accessToken,
        waitUntil: (work) => ctx.waitUntil(work),
      });
      this.#operations = new Operations({
        storage,
        choices: this.#choices,
        ledger: this.#ledger,
        finding: this.#finding,
        upkeep: this.#upkeep,
        recordings: this.#recordings,
        runs: this.#runs,
      });
    }

    state(connectionId: string): SessionState {
      return this.#choices.state(connectionId);
    }

    select(connectionId: string, tenantId: string): void {
      this.#choices.select(connectionId, tenantId);
    }

    setMode(connectionId: string, mode: Mode): void {
      this.#choices.setMode(connectionId, mode);
    }

    /** Ends what a connection has chosen and asked; a call of its that is still on the way writes nothing any more. */
    async endConnection(connectionId: string): Promise<void> {
      this.#choices.end(connectionId);
      for (const id of this.#finding.pendingOf(connectionId)) await this.#operations.cancel(id);
    }

    /**
     * Erases what the person did until then, and what was chosen for connections that are no more.
     * @param kept the connections that there are
     * @returns whether all is erased; what runs, or is just being recorded, goes on to its end first
     */
    async erase(until: number, kept: readonly string[]): Promise<boolean> {
      if (kept.length === 0) await this.endSignIn();
      this.#upkeep.erase(until);
      this.#settings.eraseConnectionsBut(kept);
      return this.#upkeep.running().length === 0 && this.#recordings.count === 0;
    }

    /** Keeps the person's sign-in at a remote bitERP. */
    async keepSignIn(tokens: SignInTokens): Promise<void> {
      await this.#keeper()?.keep(tokens);
    }

    async hasSignIn(): Promise<boolean> {
      return (await this.#keeper()?.has()) ?? true;
    }

    /** A good access token for a remote bitERP; `refused` instead when the person has to sign in again. */
    async signInToken(refused?: string): Promise<SignInTokens | { refused: true }> {
      try {
        return await this.#goodToken(refused);
      } catch (error) {
        if (error instanceof SignInRefused) return { refused: true };
        throw error;
      }
    }

    /** Ends the sign-in at a remote bitERP, there too. */
    async endSignIn(): Promise<void> {
      await this.#keeper()?.end();
    }

    prepare(draft: OperationDraft, newId: string, progress?: RemoteProgress): Promise<OperationAnswer> {
      return this.#operations.prepare(draft, newId, progress);
    }

    replay(key: string, digest: string): Promise<OperationAnswer | undefined> {
      return this.#operations.replay(key, digest);
    }

    twin(digest: string, connectionId: string): Promise<OperationAnswer | undefined> {
      return this.#operations.twin(digest, connectionId);
    }

    execute(id: string, connectionId?: string, progress?: RemoteProgress): Promise<OperationAnswer> {
      return this.#operations.execute(id, connectionId, progress);
    }

    cancel(id: string): Promise<OperationAnswer> {
      return this.#operations.cancel(id);
    }

    get(id: string): OperationAnswer {
      return this.#operations.get(id);
    }

    override async alarm(): Promise<void> {
      // Re-armed first: a crash in the middle must find another alarm waiting, the platform's own retries are limited.
      const pause = Math.min(ALARM_RETRY_MS * 2 ** this.#brokenAlarms, ALARM_LATEST_MS);
      await this.ctx.storage.setAlarm(Date.now() + pause);
      try {
        this.#upkeep.expire(Date.now());
        await Promise.allSettled(this.#upkeep.running().map((id) => this.#runs.run(id)));
        await Promise.allSettled(this.#upkeep.unarchived().map((id) => this.#runs.archive(id)));
        this.#upkeep.purge(Date.now());
      } catch (error) {
        this.#brokenAlarms += 1;
        logFault("alarm_broken", error, { tries: this.#brokenAlarms });
        return;
      }
      this.#brokenAlarms = 0;
      await this.ctx.storage.deleteAlarm();
      await this.#upkeep.wakeWhenDue();
    }

    #keeper(): SignInKeeper | undefined {
      const how = parts.signIn(this.env);
      if (how) this.#signInKeeper ??= new SignInKeeper(this.#settings, how.sealer, how.server);
      return this.#signInKeeper;
    }

    async #goodToken(refused?: string): Promise<SignInTokens> {
      const keeper = this.#keeper();
      if (!keeper) throw new SignInRefused();
      return keeper.token(refused);
    }
  };
}
