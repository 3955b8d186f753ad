import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { stateFolder } from "../start/state.mjs";
import { quietEnvironment, wranglerCommand } from "../start/wrangler.mjs";

export type Row = Record<string, unknown>;

/** The database and the key-value store, from outside. */
export interface Stores {
  /** @returns the rows of the last statement */
  query(sql: string): Promise<Row[]>;
  keys(prefix: string): Promise<string[]>;
  value(key: string): Promise<string>;
  removeKeys(keys: string[]): Promise<void>;
}

const LARGEST_ANSWER = 64 * 1024 * 1024;

/** Through wrangler, with the rights of whoever is signed in there. @throws Error with what wrangler printed */
export function storesAt(root: string, { remote, port }: { remote: boolean; port: number }): Stores {
  const place = remote
    ? ["--env=production", "--remote"]
    : ["--env=", "--local", "--persist-to", stateFolder(root, port)];

  async function wrangler(...args: string[]): Promise<string> {
    const [command, ...before] = wranglerCommand(root);
    const options = { cwd: root, env: { ...quietEnvironment(), CI: "1" }, maxBuffer: LARGEST_ANSWER };
    try {
      const { stdout } = await promisify(execFile)(command, [...before, ...args, ...place], options);
      return stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${stdout ?? ""}${stderr ?? error}`.trim());
    }
  }
  const kv = (...args: string[]) => wrangler("kv", ...args, "--binding", "OAUTH_KV");

  return {
    async query(sql) {
      const answer = await wrangler("d1", "execute", "DB", "--yes", "--json", "--command", sql);
      return (JSON.parse(answer) as { results: Row[] }[]).at(-1)?.results ?? [];
    },
    async keys(prefix) {
      const found = JSON.parse(await kv("key", "list", "--prefix", prefix)) as { name: string }[];
      return found.map(({ name }) => name);
    },
    value: (key) => kv("key", "get", key, "--text"),
    async removeKeys(keys) {
      if (keys.length === 0) return;
      const folder = mkdtempSync(join(tmpdir(), "erase-"));
      try {
        const file = join(folder, "keys.json");
        writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
        await kv("bulk", "delete", file, "--force");
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
