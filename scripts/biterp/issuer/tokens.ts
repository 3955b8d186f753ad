import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import * as z from "zod";

const entry = z.tuple([z.string(), z.record(z.string(), z.unknown()), z.number()]);
/** Dead entries go each time so many have been written. */
const sweepEvery = 500;

/**
 * Everything the issuer gives out, in one map. Its own memory store forgets the oldest beyond a thousand, and checks
 * that a token is used once a moment before it notes the use, so that of several refreshes at once all would pass.
 */
export class TokenStore {
  readonly #kept = new Map<string, { payload: AdapterPayload; until: number }>();
  #written = 0;

  /** What was written by `snapshot` before. */
  constructor(snapshot: readonly unknown[] = []) {
    for (const one of snapshot) {
      const [key, payload, until] = entry.parse(one);
      this.#kept.set(key, { payload, until });
    }
  }

  /** Everything alive, to be kept over a restart. */
  snapshot(): unknown[] {
    this.#drop(({ until }) => until < Date.now());
    return [...this.#kept].map(([key, { payload, until }]) => [
      key,
      payload,
      until === Number.POSITIVE_INFINITY ? Number.MAX_SAFE_INTEGER : until,
    ]);
  }

  /** Takes back all that a person was given. Returns how many entries that were. */
  revokeAccount(accountId: string): number {
    return this.#drop(({ payload }) => payload.accountId === accountId);
  }

  /** The provider's view of one kind of entry. */
  adapter(model: string): Adapter {
    const key = (id: string) => `${model}:${id}`;
    const alive = (id: string) => {
      const found = this.#kept.get(key(id));
      return found && found.until >= Date.now() ? found.payload : undefined;
    };
    return {
      find: async (id) => alive(id),
      findByUid: async (uid) =>
        [...this.#kept].find(
          ([name, { payload }]) => name.startsWith(`${model}:`) && payload.uid === uid,
        )?.[1].payload,
      // Device codes are switched off.
      findByUserCode: async () => undefined,
      upsert: async (id, payload, expiresIn) => {
        if (++this.#written % sweepEvery === 0) this.#drop(({ until }) => until < Date.now());
        const until = expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY;
        this.#kept.set(key(id), { payload, until });
      },
      consume: async (id) => {
        const payload = alive(id);
        if (!payload || payload.consumed) {
          if (payload?.grantId) this.#revokeGrant(payload.grantId);
          throw new errors.InvalidGrant("already used");
        }
        payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => {
        this.#kept.delete(key(id));
      },
      revokeByGrantId: async (grantId) => {
        this.#drop(({ payload }, name) => name.startsWith(`${model}:`) && payload.grantId === grantId);
      },
    };
  }

  #revokeGrant(grantId: string): void {
    this.#drop(({ payload }, name) => payload.grantId === grantId || name === `Grant:${grantId}`);
  }

  #drop(gone: (kept: { payload: AdapterPayload; until: number }, key: string) => boolean): number {
    const keys = [...this.#kept].filter(([key, kept]) => gone(kept, key)).map(([key]) => key);
    for (const key of keys) this.#kept.delete(key);
    return keys.length;
  }
}
