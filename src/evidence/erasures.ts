/** A session whose person asked to be erased, or that no connection is left to. */
export interface Erasure {
  user_id: string;
  client_id: string;
  /** Epoch milliseconds; 0: nobody asked, so what was done stays. */
  asked_at: number;
}

/** The sessions that are still to be emptied; rows come from outside the Worker (`npm run erase:person`). */
export interface Erasures {
  all(): Promise<Erasure[]>;
  done(erasure: Erasure): Promise<void>;
}

/** The list in D1. @throws whatever D1 throws */
export function erasuresIn(db: D1Database): Erasures {
  return {
    all: async () =>
      (await db.prepare("SELECT user_id, client_id, asked_at FROM erasure").all<Erasure>()).results,
    async done({ user_id, client_id, asked_at }) {
      await db
        .prepare("DELETE FROM erasure WHERE user_id = ? AND client_id = ? AND asked_at = ?")
        .bind(user_id, client_id, asked_at)
        .run();
    },
  };
}
