import type { TokenHolder } from "./grant";
import { foldedEmail } from "./user-id";
import { hashed } from "./vault";

/** A connection between consent and its first call may have no grant yet; in milliseconds. */
const FRESH_MS = 3_600_000;

/** The session objects that hold something of people, so that the end of a connection, however it came, reaches them. */
export interface PersonSessions {
  /** Notes a connection, before its session gets anything to hold. @param email as the person may ask to be erased by it */
  opened(holder: TokenHolder, email: string): Promise<void>;
  /**
   * Puts the sessions without any connection on the list of those to be emptied of what is chosen and of the sign-in at
   * bitERP; what was done through them stays. Connections end unseen when nobody uses them, or a code is used twice.
   */
  listIdle(): Promise<void>;
  /** A session was emptied: it is marked, or forgotten with a person who asked at that time to be erased (0: nobody did). */
  emptied(holder: TokenHolder, askedAt: number): Promise<void>;
  /** Forgets those whose last operation is no more. */
  sweep(): Promise<void>;
}

/** The list in D1. @throws (its methods) whatever D1 throws */
export function personSessionsIn(db: D1Database): PersonSessions {
  return {
    async opened({ userId, clientId }, email) {
      const hash = email === "" ? "" : await hashed(foldedEmail(email));
      await db
        .prepare(
          `INSERT INTO person_session (user_id, client_id, email_hash, connected_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (user_id, client_id) DO UPDATE SET
             email_hash = excluded.email_hash, connected_at = excluded.connected_at, ended = 0`,
        )
        .bind(userId, clientId, hash, Date.now())
        .run();
    },

    async listIdle() {
      const now = Date.now();
      await db
        .prepare(
          `INSERT OR IGNORE INTO erasure (user_id, client_id, asked_at)
           SELECT user_id, client_id, 0 FROM person_session AS own
           WHERE ended = 0 AND connected_at < ?1
             AND NOT EXISTS (
               SELECT 1 FROM oauth_entry
               WHERE key >= 'grant:' || own.user_id || ':' AND key < 'grant:' || own.user_id || ';'
                 AND (expires_at IS NULL OR expires_at > ?2)
                 AND json_extract(value, '$.clientId') = own.client_id)
             AND NOT EXISTS (
               SELECT 1 FROM program_token
               WHERE user_id = own.user_id AND 'program:' || id = own.client_id AND expires_at > ?3)`,
        )
        .bind(now - FRESH_MS, Math.floor(now / 1_000), now)
        .run();
    },

    async emptied({ userId, clientId }, askedAt) {
      const what = askedAt === 0 ? "UPDATE person_session SET ended = 1" : "DELETE FROM person_session";
      await db
        .prepare(`${what} WHERE user_id = ? AND client_id = ? AND connected_at < ?`)
        .bind(userId, clientId, askedAt === 0 ? Date.now() - FRESH_MS : askedAt)
        .run();
    },

    async sweep() {
      await db
        .prepare(
          `DELETE FROM person_session WHERE ended = 1 AND NOT EXISTS (
             SELECT 1 FROM operation
             WHERE operation.user_id = person_session.user_id AND operation.client_id = person_session.client_id)`,
        )
        .run();
    },
  };
}
