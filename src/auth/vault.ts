import type { JsonObject } from "../json";
import type { Sealer } from "../sealing";

/** A place for what must survive from one page to the next: encrypted, for a while, taken once. */
export interface Vault {
  put(id: string, value: JsonObject, ttlSeconds: number): Promise<void>;
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
  /** Removes what is too old. */
  sweep(): Promise<void>;
}

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
      await db.prepare("DELETE FROM sign_in WHERE expires_at <= ?").bind(Date.now()).run();
    },
  };
}

/** SHA-256 of UTF-8 text, in hexadecimal. */
export async function hashed(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
