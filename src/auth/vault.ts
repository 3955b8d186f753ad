import type { JsonObject } from "../json";
import type { Sealer } from "../sealing";

/** A place for what must survive from one page to the next: encrypted, for a while, taken once. */
export interface Vault {
  put(id: string, value: JsonObject, ttlSeconds: number): Promise<void>;
  /**
   * As `put`, for what anybody at all can have stored: no more than `MOST_FROM_ONE` from one place wait at a time, and
   * no more than `MOST_IN_ALL` of all places, where the oldest give way.
   * @param from where it comes from; null where that is not known
   * @returns whether it was stored
   */
  admit(id: string, value: JsonObject, ttlSeconds: number, from: string | null): Promise<boolean>;
  /** The value, which stays; null when there is none or it is too old. */
  look(id: string): Promise<JsonObject | null>;
  /** The value, which is gone afterwards: of two that come at the same moment only one gets it. */
  take(id: string): Promise<JsonObject | null>;
  /**
   * Whether nobody holds this; it is held from then on, until it is released or the time is over.
   * @param holder who claims it: once the time is over, the next one's claim is not this one's to give back
   */
  claim(id: string, ttlSeconds: number, holder?: string): Promise<boolean>;
  /** Gives back what this holder claimed; what somebody else holds by now stays. */
  release(id: string, holder: string): Promise<void>;
  /** Removes some of what is too old, and gives it; none: there is no more. */
  sweep(): Promise<JsonObject[]>;
}

/** From one address: more than the people of one office begin at the same moment. */
export const MOST_FROM_ONE = 100;
/** Of all addresses; each takes less than a kilobyte. */
export const MOST_IN_ALL = 10_000;
/** How many are swept at a time. */
const SWEPT = 200;

/** @param id values are filed under a hash of it, so that reading the table opens nothing */
export function vaultIn(db: D1Database, sealer: Sealer): Vault {
  const opened = async (row: { sealed: string; expires_at: number } | null) =>
    row === null || row.expires_at <= Date.now() ? null : sealer.open(row.sealed);
  return {
    async put(id, value, ttlSeconds) {
      await db
        .prepare("INSERT OR REPLACE INTO sign_in (id, sealed, expires_at) VALUES (?, ?, ?)")
        .bind(await hashed(id), await sealer.seal(value), Date.now() + ttlSeconds * 1_000)
        .run();
    },
    async admit(id, value, ttlSeconds, from) {
      const now = Date.now();
      const origin = from === null ? "" : await hashed(`from:${from}`);
      const [, , stored] = await db.batch([
        db.prepare("DELETE FROM sign_in WHERE came_from IS NOT NULL AND expires_at <= ?").bind(now),
        db
          .prepare(
            `DELETE FROM sign_in WHERE id IN (
               SELECT id FROM sign_in WHERE came_from IS NOT NULL ORDER BY expires_at DESC LIMIT -1 OFFSET ?)`,
          )
          .bind(MOST_IN_ALL - 1),
        db
          .prepare(
            `INSERT INTO sign_in (id, sealed, expires_at, came_from) SELECT ?1, ?2, ?3, ?4
             WHERE ?4 = '' OR (SELECT count(*) FROM sign_in WHERE came_from = ?4) < ?5 RETURNING id`,
          )
          .bind(await hashed(id), await sealer.seal(value), now + ttlSeconds * 1_000, origin, MOST_FROM_ONE),
      ]);
      return (stored?.results.length ?? 0) > 0;
    },
    look: async (id) =>
      opened(
        await db
          .prepare("SELECT sealed, expires_at FROM sign_in WHERE id = ?")
          .bind(await hashed(id))
          .first(),
      ),
    take: async (id) =>
      opened(
        await db
          .prepare("DELETE FROM sign_in WHERE id = ? RETURNING sealed, expires_at")
          .bind(await hashed(id))
          .first(),
      ),
    async claim(id, ttlSeconds, holder = "") {
      const now = Date.now();
      const held = await db
        .prepare(
          `INSERT INTO sign_in (id, sealed, expires_at) VALUES (?, ?, ?) ON CONFLICT (id)
           DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at
           WHERE sign_in.expires_at <= ? RETURNING id`,
        )
        .bind(await hashed(id), holder, now + ttlSeconds * 1_000, now)
        .first();
      return held !== null;
    },
    async release(id, holder) {
      await db
        .prepare("DELETE FROM sign_in WHERE id = ? AND sealed = ?")
        .bind(await hashed(id), holder)
        .run();
    },
    async sweep() {
      const { results } = await db
        .prepare(
          `DELETE FROM sign_in WHERE id IN (SELECT id FROM sign_in WHERE expires_at <= ? LIMIT ${SWEPT})
           RETURNING sealed`,
        )
        .bind(Date.now())
        .all<{ sealed: string }>();
      // What does not open is told all the same: that there was something, and may be more.
      return Promise.all(results.map(async ({ sealed }) => (await sealer.open(sealed)) ?? {}));
    },
  };
}

/** SHA-256 of UTF-8 text, in hexadecimal. */
export async function hashed(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
