import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { CountedRule } from "../../../scripts/biterp/faults/rules.ts";
import type { Rule, Switches } from "../../../scripts/biterp/faults/switches.ts";
import type { LoggedWrite } from "../../../scripts/biterp/ledger.ts";
import { freePort } from "./server";

export { completeSignIn } from "./sign-in";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const PATIENCE_MS = 60_000;

/** What `POST /_control` takes. */
export interface Control extends Partial<Switches> {
  reset?: true;
  revokeUser?: string;
}

/** What `/_control` answers. */
export interface ControlState {
  switches: Omit<Switches, "rules"> & { rules: CountedRule[] };
  counts: { requests: number; writes: number; inFlight: number; maxInFlight: number };
  log: LoggedWrite[];
}

/** A bitERP with its issuer, in a process of its own. */
export interface RunningBitErp {
  /** The origin, without a trailing slash. */
  url: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Turns switches and gives the state after that. */
  control(command: Control): Promise<ControlState>;
  state(): Promise<ControlState>;
  /** What it has printed so far. */
  output(): string;
  /** Ends it, with everything it started. Resolves with its exit code. */
  stop(): Promise<number>;
}

export interface BitErpOptions {
  /** Where the issuer may send browsers back to, besides http://localhost:8787/callback. */
  redirectUris?: string[];
  switches?: Partial<Switches>;
  /** By default a free one. */
  port?: number;
  /** Keep the state of this port over a restart. By default it starts from nothing and keeps nothing. */
  keep?: boolean;
}

const flag = ([name, value]: [string, unknown]) =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${
    typeof value === "string" ? value : JSON.stringify(value)
  }`;

/**
 * Runs `npm run biterp`'s script and waits until it says where it is.
 * @throws Error with its output when it ends or stays silent
 */
export async function startBitErp(options: BitErpOptions = {}): Promise<RunningBitErp> {
  const { redirectUris = [], switches = {}, port = await freePort(), keep = false } = options;
  const url = `http://localhost:${port}`;
  const args = [`--port=${port}`, ...(keep ? [] : ["--memory"]), ...Object.entries(switches).map(flag)];
  const child = spawn(process.execPath, ["scripts/biterp.ts", ...args], {
    cwd: root,
    env: { ...process.env, BITERP_REDIRECT_URIS: redirectUris.join(" ") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const stop = async () => {
    child.kill("SIGTERM");
    return ended;
  };

  let late: NodeJS.Timeout | undefined;
  const clientSecret = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      const [, secret] = /--biterp-oauth-client-secret=(\S+)/.exec(output) ?? [];
      if (secret) resolve(secret);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    void ended.then((code) => reject(new Error(`Ended with ${code}. ${output}`)));
    late = setTimeout(() => reject(new Error(`Not ready in time. ${output}`)), PATIENCE_MS);
  })
    .catch(async (error) => {
      await stop();
      throw error;
    })
    .finally(() => clearTimeout(late));

  async function control(command?: Control): Promise<ControlState> {
    const response = await fetch(
      `${url}/_control`,
      command && { method: "POST", body: JSON.stringify(command) },
    );
    if (!response.ok) throw new Error(`The switches answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as ControlState;
  }
  return {
    url,
    issuer: `${url}/oauth`,
    clientId: "biterp-mcp",
    clientSecret,
    control,
    state: () => control(),
    output: () => output,
    stop,
  };
}

export type { Rule };
