import type { Auxiliary } from "../multi-item/operation";

/** How long an ended operation stays in the object, for replays by idempotency key, in milliseconds. */
const KEPT_MS = 48 * 3_600_000;
/** How soon a running operation is looked after again, in milliseconds. */
export const WATCH_MS = 2_000;
/** How soon a failed archive is tried again at first, and how late at most, in milliseconds. */
const ARCHIVE_RETRY_MS = 60_000;
const ARCHIVE_LATEST_MS = 3_600_000;

/** How often a run is tried that breaks each time. */
export const MOST_TRIES = 10;

/** The pause after so many tries: twice as long each time. */
const pauseAfter = (tries: number, first: number) => first * 2 ** (tries - 1);

/** What is due in a session's object and when: runs, the archive, what is old. Synchronous steps, but for the alarm. */
export class Upkeep {
  readonly #sql: SqlStorage;

  constructor(private readonly storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  expire(now: number): void {
    this.#sql.exec(
      `UPDATE operation SET status = 'EXPIRED', ended_at = expires_at
       WHERE status = 'AWAITING_CONFIRMATION' AND expires_at <= ?`,
      now,
    );
  }

  /** Operations that were taken and have not ended. */
  running(): string[] {
    return this.#ids("SELECT id FROM operation WHERE status = 'RUNNING'");
  }

  /** Whether a run may be tried now. One that broke waits for its turn, however many calls ask for it meanwhile. */
  mayTry(id: string, now: number): boolean {
    const due = "SELECT id FROM operation WHERE id = ? AND status = 'RUNNING' AND due_at <= ?";
    return this.#ids(due, id, now).length === 1;
  }

  /**
   * Notes that a run is tried, before it is: one that takes the whole object down with it must count as well.
   * @returns how many tries this makes
   */
  startTry(id: string, now: number): number {
    const [row] = this.#sql
      .exec<{ tries: number }>("UPDATE operation SET tries = tries + 1 WHERE id = ? RETURNING tries", id)
      .toArray();
    const tries = row?.tries ?? 1;
    this.pause(id, tries, now);
    return tries;
  }

  /** Puts the next try off. */
  pause(id: string, tries: number, now: number): void {
    this.#sql.exec("UPDATE operation SET due_at = ? WHERE id = ?", now + pauseAfter(tries, WATCH_MS), id);
  }

  /** @param auxiliary why it could not be archived; undefined when it was */
  setArchived(id: string, auxiliary: Auxiliary | undefined, now: number): void {
    if (!auxiliary) {
      this.#sql.exec("UPDATE operation SET archived = 1, auxiliary = NULL WHERE id = ?", id);
      return;
    }
    const [row] = this.#sql
      .exec<{ tries: number }>(
        "UPDATE operation SET archived = 0, auxiliary = ?, tries = tries + 1 WHERE id = ? RETURNING tries",
        JSON.stringify(auxiliary),
        id,
      )
      .toArray();
    const pause = Math.min(pauseAfter(row?.tries ?? 1, ARCHIVE_RETRY_MS), ARCHIVE_LATEST_MS);
    this.#sql.exec("UPDATE operation SET due_at = ? WHERE id = ?", now + pause, id);
  }

  /** Operations that ended and are not in the archive yet. */
  unarchived(): string[] {
    return this.#ids(
      "SELECT id FROM operation WHERE archived = 0 AND status NOT IN ('RUNNING', 'AWAITING_CONFIRMATION')",
    );
  }

  /** Removes what ended long ago and is safe in the archive. */
  purge(now: number): void {
    this.#remove("archived = 1 AND ended_at <= ?", now - KEPT_MS);
  }

  /** Erases what was asked until then and does not run. */
  erase(until: number): void {
    this.#remove("created_at <= ? AND status <> 'RUNNING'", until);
  }

  /** Sets the alarm for what is due next, unless it comes earlier anyway. */
  async wakeWhenDue(): Promise<void> {
    const due = this.#nextDue(Date.now());
    if (due === undefined) return;
    const set = await this.storage.getAlarm();
    if (set === null || set > due) await this.storage.setAlarm(due);
  }

  #nextDue(now: number): number | undefined {
    const rows = this.#sql
      .exec<{ due: number | null }>(
        `SELECT CASE
           WHEN status = 'RUNNING' THEN MAX(due_at, ?1)
           WHEN status = 'AWAITING_CONFIRMATION' THEN expires_at
           WHEN archived = 0 THEN MAX(due_at, ?2)
           ELSE ended_at + ?3 END AS due
         FROM operation ORDER BY due LIMIT 1`,
        now + WATCH_MS,
        now + ARCHIVE_RETRY_MS,
        KEPT_MS,
      )
      .toArray();
    return rows[0]?.due ?? undefined;
  }

  #remove(which: string, time: number): void {
    this.storage.transactionSync(() => {
      this.#sql.exec(
        `DELETE FROM item WHERE operation_id IN (SELECT id FROM operation WHERE ${which})`,
        time,
      );
      this.#sql.exec(`DELETE FROM operation WHERE ${which}`, time);
      this.#sql.exec("DELETE FROM idempotency WHERE operation_id NOT IN (SELECT id FROM operation)");
    });
  }

  #ids(query: string, ...values: (string | number)[]): string[] {
    return this.#sql
      .exec<{ id: string }>(query, ...values)
      .toArray()
      .map((row) => row.id);
  }
}
