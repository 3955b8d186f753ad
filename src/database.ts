/** How long one call to the database may take, in milliseconds; normally it takes a few. */
export const DATABASE_LIMIT_MS = 5_000;
/** What is waited before the second and the third try, in milliseconds; half of it to all of it. */
const PAUSES_MS = [100, 400] as const;

/**
 * The database failed, or did not answer in time. Nothing is wrong with what was asked: it may be asked again later,
 * and nobody's token, question or sign-in is any worse for it.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  readonly code = "database_unavailable";

  /** @param late no answer came in time; without it, the database itself said no */
  constructor(
    readonly late: boolean,
    cause?: unknown,
  ) {
    super(late ? "no answer in time" : firstWords(cause), { cause });
  }
}

const firstWords = (cause: unknown) => (cause instanceof Error ? cause.message : "failed");

const LATE = Symbol("late");

/** Faults of ours, which no other try would mend: a wrong statement, a broken rule of a table, a value of a wrong kind. */
const OURS =
  /constraint failed|SQLITE_(ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG|AUTH|MISUSE)|D1_(TYPE_ERROR|COLUMN_NOTFOUND)/;

/**
 * The same database with an end to every wait, and with reads that are tried again for a moment. A write is never
 * repeated here: one whose answer was lost may have been done. Whoever knows that doing it twice is doing it once
 * wraps it in `repeatedly`.
 * @throws DatabaseUnavailable (its methods) in place of whatever D1 throws when it fails
 */
export function guardedDatabase(db: D1Database): D1Database {
  const guarded = {
    prepare: (sql: string) => new Statement(db.prepare(sql), isRead(sql)),
    batch(statements: Statement[]) {
      const run = () => inTime(() => db.batch(statements.map(({ inner }) => inner)));
      return statements.every(({ reads }) => reads) ? repeatedly(run) : run();
    },
    exec: (sql: string) => inTime(() => db.exec(sql)),
  };
  // Sessions and dumps are not used here.
  return guarded as unknown as D1Database;
}

/**
 * Tries again, briefly, what may be done twice.
 * @param work told whether an earlier try may have been carried out all the same
 * @throws DatabaseUnavailable when none of the tries was answered
 */
export async function repeatedly<T>(work: (again: boolean) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work(tries > 0);
    } catch (error) {
      const pause = PAUSES_MS[tries];
      // Whoever waited in vain has waited long enough.
      if (!(error instanceof DatabaseUnavailable) || error.late || pause === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
    }
  }
}

/** One prepared statement behind the guard. */
class Statement {
  constructor(
    readonly inner: D1PreparedStatement,
    readonly reads: boolean,
  ) {}

  bind(...values: unknown[]) {
    return new Statement(this.inner.bind(...values), this.reads);
  }
  first(column?: string) {
    return this.ask(() => (column === undefined ? this.inner.first() : this.inner.first(column)));
  }
  all() {
    return this.ask(() => this.inner.all());
  }
  run() {
    return this.ask(() => this.inner.run());
  }
  raw(options?: { columnNames?: false }) {
    return this.ask(() => this.inner.raw(options));
  }

  private ask<T>(work: () => Promise<T>): Promise<T> {
    const run = () => inTime(work);
    return this.reads ? repeatedly(run) : run();
  }
}

/** Only what can be nothing else: a statement that begins otherwise may write. */
const isRead = (sql: string) => /^\s*SELECT\b/i.test(sql);

async function inTime<T>(work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), DATABASE_LIMIT_MS);
  });
  let answer: T | typeof LATE;
  try {
    answer = await Promise.race([work(), late]);
  } catch (error) {
    const said = error instanceof Error ? `${error.message} ${error.cause}` : "";
    throw OURS.test(said) ? error : new DatabaseUnavailable(false, error);
  } finally {
    clearTimeout(timer);
  }
  if (answer === LATE) throw new DatabaseUnavailable(true);
  return answer as T;
}
