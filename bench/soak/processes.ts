import { type ChildProcess, spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Switches } from "../../scripts/biterp/faults/switches.ts";
import type { LoggedWrite } from "../../scripts/biterp/ledger.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PATIENCE_MS = 180_000;

/** What bitERP's switches answer. */
export interface BitErpState {
  counts: { requests: number; writes: number; inFlight: number; maxInFlight: number };
  log: LoggedWrite[];
}

/** The server and the bitERP behind it, each in a process of its own. */
export interface Processes {
  /** The server's MCP endpoint. */
  server: URL;
  control(switches?: Partial<Switches>): Promise<BitErpState>;
  stop(): Promise<void>;
}

function start(script: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, LC_ALL: "C", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Waits for a line. @throws Error with the output when the process ends or stays silent */
function line(child: ChildProcess, wanted: RegExp): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Not ready in time. ${output}`)), PATIENCE_MS);
    const hear = (chunk: Buffer) => {
      output += chunk;
      const found = wanted.exec(output);
      if (!found) return;
      clearTimeout(late);
      resolve(found[1] ?? "");
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => reject(new Error(`Ended with ${code}. ${output}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** @param port of the server; bitERP gets the next one */
export async function startBoth(port: number): Promise<Processes> {
  const origin = `http://localhost:${port + 1}`;
  const flags = [`--port=${port + 1}`, "--memory", "--access-token-ttl=90"];
  const callback = `http://localhost:${port}/callback`;
  const erp = start("scripts/biterp.ts", flags, { BITERP_REDIRECT_URIS: callback });
  let server: ChildProcess | undefined;
  const stop = async () => {
    await Promise.all([erp, ...(server ? [server] : [])].map(end));
    await rm(`${root}.wrangler/state-${port}`, { recursive: true, force: true });
  };
  try {
    const secret = await line(erp, /BITERP_OAUTH_CLIENT_SECRET=(\S+)/);
    server = start("scripts/start.mjs", [], {
      PORT: String(port),
      BITERP_URL: origin,
      BITERP_OAUTH_ISSUER: `${origin}/oauth`,
      BITERP_OAUTH_CLIENT_ID: "biterp-mcp",
      BITERP_OAUTH_CLIENT_SECRET: secret,
    });
    await line(server, new RegExp(`localhost:${port}(/mcp)`));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    server: new URL(`http://localhost:${port}/mcp`),
    async control(switches) {
      const init = switches && { method: "POST", body: JSON.stringify(switches) };
      const response = await fetch(`${origin}/_control`, init);
      if (!response.ok) throw new Error(`The switches answered ${response.status}`);
      return (await response.json()) as BitErpState;
    },
    stop,
  };
}
