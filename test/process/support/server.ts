import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const PATIENCE_MS = 60_000;

/** A server of its own: process, port and local state. */
export interface RunningServer {
  /** The origin, without a trailing slash. */
  url: string;
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
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/**
 * Runs the start script as `npm start` does and waits until it says what to do next.
 * @throws Error with its output when it ends or stays silent
 */
export async function startServer({ vars = {}, env = {} }: ServerOptions = {}): Promise<RunningServer> {
  const port = await freePort();
  const args = Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  const child = spawn(process.execPath, ["scripts/start.mjs", ...args], {
    cwd: root,
    env: { ...process.env, LC_ALL: "C", ...env, PORT: String(port) },
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
      if (output.includes(`localhost:${port}/mcp`)) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    ended.then((code) => reject(new Error(`Ended with ${code}. ${output}`)));
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
  return { url: `http://localhost:${port}`, output: () => output, stop };
}
