import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { hasState, stateFolder } from "../start/state.mjs";
import { quietEnvironment, wranglerCommand } from "../start/wrangler.mjs";

export type Row = Record<string, unknown>;

/** The database, from outside. */
export interface Stores {
  /** @returns the rows of the last statement */
  query(sql: string): Promise<Row[]>;
}

const LARGEST_ANSWER = 64 * 1024 * 1024;

/**
 * Through wrangler, with the rights of whoever is signed in there.
 * @throws Error where no server was ever started here, and with what wrangler printed where it fails
 */
export function storesAt(root: string, { remote, port }: { remote: boolean; port: number }): Stores {
  const place = remote
    ? ["--env=production", "--remote"]
    : ["--env=", "--local", "--persist-to", stateFolder(root, port)];

  if (!remote && !hasState(root, port)) {
    throw new Error(
      `No server was ever started here on port ${port}, so there is nothing to erase. For one that was started on another port: npm run erase:person -- <user id or e-mail> --port=8788. For production: --remote.`,
    );
  }

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
  return {
    async query(sql) {
      const answer = await wrangler("d1", "execute", "DB", "--yes", "--json", "--command", sql);
      return (JSON.parse(answer) as { results: Row[] }[]).at(-1)?.results ?? [];
    },
  };
}
