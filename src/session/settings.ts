/** The few values of a session that are no operations. Those of one connection end in `:` and its id. */
export class Settings {
  constructor(private readonly sql: SqlStorage) {}

  get(key: string): string | undefined {
    return this.sql.exec<{ value: string }>("SELECT value FROM setting WHERE key = ?", key).toArray()[0]
      ?.value;
  }

  set(key: string, value: string): void {
    this.sql.exec(
      "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      key,
      value,
    );
  }

  remove(key: string): void {
    this.sql.exec("DELETE FROM setting WHERE key = ?", key);
  }

  /** Erases the values of every connection but these. */
  eraseConnectionsBut(kept: readonly string[]): void {
    this.sql.exec(
      `DELETE FROM setting WHERE key LIKE '%:%'
       AND substr(key, instr(key, ':') + 1) NOT IN (SELECT value FROM json_each(?))`,
      JSON.stringify(kept),
    );
  }
}
