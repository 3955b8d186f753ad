import { execFile } from "node:child_process";
import type { Desktop } from "./opened-pages";

type Fields = Record<string, unknown>;

/** What one run of the Inspector's command line ended with. */
export interface Inspected {
  code: number;
  /** The result, from its standard output; empty when it printed none. */
  result: Fields & { tools?: { name: string }[]; structuredContent?: Fields; content?: { text: string }[] };
  /** What went wrong, from its standard error. */
  error: { code?: string; message?: string };
}

/** MCP Inspector on the command line: one process, one request, one answer as JSON. */
export type Inspector = (token: string | null, method: string, ...flags: string[]) => Promise<Inspected>;

/** @param url where MCP is spoken */
export function inspector(program: string, url: string, desktop: Desktop): Inspector {
  // Nothing here is worth a place in the keychain of whoever runs the tests.
  const env = { ...desktop.env, MCP_INSPECTOR_SECRET_STORE: "memory" };
  return (token, method, ...flags) => {
    const header = token === null ? [] : ["--header", `Authorization: Bearer ${token}`];
    const server = [url, "--transport", "http", ...header];
    // It has no terminal here, so it is told not to wait for anybody to sign in.
    const how = ["--stored-auth-only", "--format", "json", "--method", method];
    const args = [program, "--cli", ...server, ...how, ...flags];
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        args,
        { env, timeout: 60_000, maxBuffer: 1 << 24 },
        (error, out, complained) => {
          const { result = {} } = lastJson(out) as { result?: Inspected["result"] };
          const { error: wrong = {} } = lastJson(complained) as { error?: Inspected["error"] };
          resolve({ code: error ? Number(error.code ?? -1) : 0, result, error: wrong });
        },
      );
    });
  };
}

/** The last line that is JSON. */
function lastJson(text: string): Fields {
  const line = text.split("\n").findLast((one) => one.startsWith("{"));
  return line === undefined ? {} : (JSON.parse(line) as Fields);
}
