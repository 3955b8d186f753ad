import type { Database } from "bundled-biterp";

/** One file of migrations/, cut into statements. */
export interface Migration {
  name: string;
  statements: string[];
}

/** Applies what has not been applied yet, each file as one transaction. */
export async function applyMigrations(db: Database, migrations: Migration[]): Promise<void> {
  await db.prepare("CREATE TABLE IF NOT EXISTS d1_migrations (name TEXT PRIMARY KEY)").run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const { name, statements } of migrations) {
    if (applied.has(name)) continue;
    const note = db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
    await db.batch([...statements.map((sql) => db.prepare(sql)), note]);
  }
}
