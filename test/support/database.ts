/** What the database does with a statement that it does not simply carry out. `lose`: done, and its answer lost. */
export type Outage = "refuse" | "stall" | "lose";

/** The database's behaviour, for a test to set. */
export const database = {
  /** Asked for every statement, or whole batch, before it is carried out. */
  outage: (_sql: string): Outage | undefined => undefined,
  /** Every statement that was asked for, a batch as one. */
  log: [] as string[],
  /** Works again, and has forgotten everything. */
  reset() {
    database.outage = () => undefined;
    database.log.length = 0;
  },
};

const lost = () => new Error("D1_ERROR: Network connection lost.");

async function ask<T>(sql: string, work: () => Promise<T>): Promise<T> {
  database.log.push(sql);
  const outage = database.outage(sql);
  if (outage === "refuse") throw lost();
  if (outage === "stall") return new Promise<never>(() => {});
  const answer = await work();
  if (outage === "lose") throw lost();
  return answer;
}

/** The real database behind a door that a test can shut. */
export function steeredDatabase(db: D1Database): D1Database {
  const inner = new WeakMap<D1PreparedStatement, { sql: string; statement: D1PreparedStatement }>();
  const behind = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const own = {
      bind: (...values: unknown[]) => behind(statement.bind(...values), sql),
      first: (column: string) =>
        ask(sql, () => (column === undefined ? statement.first() : statement.first(column))),
      all: () => ask(sql, () => statement.all()),
      run: () => ask(sql, () => statement.run()),
      raw: () => ask(sql, () => statement.raw()),
    } as unknown as D1PreparedStatement;
    inner.set(own, { sql, statement });
    return own;
  };
  return {
    prepare: (sql: string) => behind(db.prepare(sql), sql),
    batch(statements: D1PreparedStatement[]) {
      const own = statements.flatMap((statement) => inner.get(statement) ?? []);
      const sql = own.map((one) => one.sql).join(";\n");
      return ask(sql, () => db.batch(own.map(({ statement }) => statement)));
    },
  } as unknown as D1Database;
}
