import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Three seconds on an idle machine; other tests may keep it busy. */
export const PATIENCE_MS = 120_000;

/** A server of its own: process, port and local state. */
export interface RunningServer {
  /** The origin, without a trailing slash. */
  url: string;
  port: number;
  /** What it has printed so far. */
  output(): string;
  /** Ends it, with everything it started, and removes its state. Resolves with its exit code. */
  stop(): Promise<number>;
}

export interface ServerOptions {
  /** Variables of the Worker, as `--var NAME:value`. */
  vars?: Record<string, string>;
  /** Environment of the start script. */
  env?: Record<string, string>;
  /** By default a free one. */
  port?: number;
  /** Further arguments of the start script. */
  args?: string[];
}

/** The environment of a person's terminal: what the test runner set for its own Worker must not get in. */
export function terminal(extra: Record<string, string>): NodeJS.ProcessEnv {
  const { SIGNING_SECRET: _secret, WRANGLER_LOG: _level, ...inherited } = process.env;
  return { ...inherited, LC_ALL: "C", ...extra };
}

/**
 * A port that nobody listens on, below the range from which the system takes ports for outgoing connections: one of
 * those could be in use again before the server binds it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/**
 * Runs the start script as `npm start` does and waits until it says what to do next.
 * @throws Error with its output when it ends or stays silent
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { vars = {}, env = {}, port = await freePort() } = options;
  const own = Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  const args = [...own, ...(options.args ?? [])];
  const child = spawn(process.execPath, ["scripts/start.mjs", ...args], {
    cwd: root,
    env: terminal({ ...env, PORT: String(port) }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const stop = async () => {
    child.kill("SIGTERM");
    const code = await ended;
    await rm(`${root}.wrangler/state-${port}`, { recursive: true, force: true });
    return code;
  };

  let late: NodeJS.Timeout | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      if (output.includes(`${env.PUBLIC_URL ?? `http://localhost:${port}`}/mcp`)) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    void ended.then((code) => reject(new Error(`Ended with ${code}. ${output}`)));
    late = setTimeout(() => reject(new Error(`Not ready in time. ${output}`)), PATIENCE_MS);
  });
  try {
    await ready;
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(late);
  }
  return { url: `http://localhost:${port}`, port, output: () => output, stop };
}
