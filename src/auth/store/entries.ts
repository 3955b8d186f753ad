import { repeatedly } from "../../database";

/** One stored value. */
export interface Entry {
  value: string;
  metadata: string | null;
  /** Epoch seconds. */
  expires_at: number | null;
  /** Grows with every write. */
  version: number;
}

/** What is written. */
export type NewEntry = Pick<Entry, "value" | "metadata" | "expires_at">;

const now = () => Math.floor(Date.now() / 1_000);
const ALIVE = "(expires_at IS NULL OR expires_at > ?)";

/** The table behind the OAuth provider: strongly consistent, and able to compare and swap. */
export class Entries {
  constructor(private readonly db: D1Database) {}

  read(key: string): Promise<Entry | null> {
    return this.db
      .prepare(`SELECT value, metadata, expires_at, version FROM oauth_entry WHERE key = ? AND ${ALIVE}`)
      .bind(key, now())
      .first<Entry>();
  }

  /** Writes whatever stands there. */
  async write(key: string, entry: NewEntry): Promise<void> {
    const statement = this.db
      .prepare(
        `INSERT INTO oauth_entry (key, value, metadata, expires_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, metadata = excluded.metadata,
           expires_at = excluded.expires_at, version = version + 1`,
      )
      .bind(key, entry.value, entry.metadata, entry.expires_at);
    await repeatedly(() => statement.run());
  }

  /** Writes only where nothing that still counts stands. @returns whether it did */
  async create(key: string, entry: NewEntry): Promise<boolean> {
    const { value, metadata, expires_at } = entry;
    const written = await repeatedly((again) =>
      this.db
        .prepare(
          // A try without an answer may have written: metadata that nobody else writes says so.
          `INSERT INTO oauth_entry (key, value, metadata, expires_at) VALUES (?1, ?2, ?3, ?4)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value, metadata = excluded.metadata,
             expires_at = excluded.expires_at, version = version + 1
           WHERE oauth_entry.expires_at <= ?5 OR ?6 AND oauth_entry.metadata = ?3 RETURNING key`,
        )
        .bind(key, value, metadata, expires_at, now(), again ? 1 : 0)
        .first(),
    );
    return written !== null;
  }

  /** Writes only over the version that was read. @returns whether it did */
  async swap(key: string, version: number, entry: NewEntry): Promise<boolean> {
    const { value, metadata, expires_at } = entry;
    const written = await repeatedly((again) =>
      this.db
        .prepare(
          // A try without an answer may have written: what stands there is then this very value.
          `UPDATE oauth_entry SET value = ?1, metadata = ?2, expires_at = ?3, version = ?5 + 1
           WHERE key = ?4 AND (version = ?5 OR ?6 AND version = ?5 + 1 AND value = ?1) RETURNING key`,
        )
        .bind(value, metadata, expires_at, key, version, again ? 1 : 0)
        .first(),
    );
    return written !== null;
  }

  async remove(key: string): Promise<void> {
    const statement = this.db.prepare("DELETE FROM oauth_entry WHERE key = ?").bind(key);
    await repeatedly(() => statement.run());
  }

  /** Entries whose key starts so, in order of key, after another. */
  async list(
    prefix: string,
    after: string,
    limit: number,
  ): Promise<{ key: string; metadata: string | null; expires_at: number | null }[]> {
    const found = await this.db
      .prepare(
        `SELECT key, metadata, expires_at FROM oauth_entry
         WHERE key >= ? AND key < ? AND key > ? AND ${ALIVE} ORDER BY key LIMIT ?`,
      )
      .bind(prefix, `${prefix}\u{10ffff}`, after, now(), limit)
      .all<{ key: string; metadata: string | null; expires_at: number | null }>();
    return found.results;
  }

  /** Removes what has expired. */
  async sweep(): Promise<void> {
    await this.db.prepare("DELETE FROM oauth_entry WHERE expires_at <= ?").bind(now()).run();
  }
}
