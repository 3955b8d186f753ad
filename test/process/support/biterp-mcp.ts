import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Counted } from "../../../scripts/biterp/faults/rules.ts";
import type { LoggedWrite } from "../../../scripts/biterp/ledger.ts";
import type { McpRule, McpSwitches } from "../../../scripts/biterp-mcp/switches.ts";
import { OnePerson } from "./biterp-mcp-person";
import { freePort } from "./server";
import { completeSignIn } from "./sign-in";

export { poisonMark } from "../../../scripts/biterp-mcp/wording.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const PATIENCE_MS = 60_000;

/** What `POST /_control` takes. */
export interface McpControl extends Partial<McpSwitches> {
  reset?: true;
  revokeUser?: string;
  endSessions?: true;
}

/** What `/_control` answers. */
export interface McpControlState {
  switches: Omit<McpSwitches, "rules"> & { rules: (McpRule & Counted)[] };
  counts: {
    /** By POST to /mcp. */
    requests: number;
    writes: number;
    inFlight: number;
    maxInFlight: number;
    connections: number;
    maxConnections: number;
    sessions: number;
    initialized: number;
    tools: Record<string, number>;
  };
  /** The writes, as they reached the bundled bitERP. */
  log: LoggedWrite[];
}

/** bitERP's own MCP server, in a process of its own. */
export interface RunningBitErpMcp {
  /** Where MCP is spoken. */
  url: string;
  origin: string;
  issuer: string;
  /** Turns switches and gives the state after that. */
  control(command: McpControl): Promise<McpControlState>;
  state(): Promise<McpControlState>;
  /** What it has printed so far. */
  output(): string;
  /** Ends it, with everything it started. Resolves with its exit code. */
  stop(): Promise<number>;
}

export interface BitErpMcpOptions {
  switches?: Partial<McpSwitches>;
  /** Whether clients may register themselves; by default they may. */
  registration?: boolean;
  /** The loopback origin that client-id metadata documents are taken from; by default they are not accepted. */
  clientDocumentsAt?: string;
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
 * Runs `npm run biterp-mcp`'s script and waits until it says where it is.
 * @throws Error with its output when it ends or stays silent
 */
export async function startBitErpMcp(options: BitErpMcpOptions = {}): Promise<RunningBitErpMcp> {
  const { switches = {}, port = await freePort(), keep = false, ...more } = options;
  const origin = `http://localhost:${port}`;
  const args = Object.entries({ port, memory: !keep, ...more, ...switches }).map(flag);
  const child = spawn(process.execPath, ["scripts/biterp-mcp.ts", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const stop = async () => {
    child.kill("SIGTERM");
    return ended;
  };

  let late: NodeJS.Timeout | undefined;
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      const [, said] = /npm start -- --biterp-mcp-url=(\S+)/.exec(output) ?? [];
      if (said) resolve(said);
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

  async function control(command?: McpControl): Promise<McpControlState> {
    const init = command && { method: "POST", body: JSON.stringify(command) };
    const response = await fetch(`${origin}/_control`, init);
    if (!response.ok) throw new Error(`The switches answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as McpControlState;
  }
  const state = () => control();
  return { url, origin, issuer: `${origin}/oauth`, control, state, output: () => output, stop };
}

/** A v1 client that a person has signed in with, connected. */
export interface Connected {
  client: Client;
  person: OnePerson;
  /** The text of a tool's answer, read as JSON when it is JSON, and whether it is an error. */
  call(tool: string, args?: Record<string, unknown>): Promise<{ value: unknown; isError: boolean }>;
}

/**
 * Signs in as the MCP authorization specification says, from the first 401 on, and connects.
 * @param who an e-mail address, or somebody who was here before; `documentUrl` names the client by its document
 */
export async function connectTo(
  url: string,
  who: string | OnePerson,
  documentUrl?: string,
): Promise<Connected> {
  const person = typeof who === "string" ? new OnePerson(documentUrl) : who;
  if (typeof who === "string") {
    const first = new StreamableHTTPClientTransport(new URL(url), { authProvider: person });
    // Without a token the start ends in a redirect to the issuer.
    await new Client({ name: "before", version: "1" }).connect(first as Transport).catch(() => undefined);
    const code = (await completeSignIn(person.sentTo, who)).searchParams.get("code");
    if (!code) throw new Error("The issuer gave no code.");
    await first.finishAuth(code);
  }
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    authProvider: person,
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 10,
      maxReconnectionDelay: 10,
      reconnectionDelayGrowFactor: 1,
    },
  });
  await client.connect(transport as Transport);
  return {
    client,
    person,
    async call(name, args = {}) {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [block] = content as { text: string }[];
      return { value: asJson(block?.text ?? ""), isError: isError === true };
    },
  };
}

/** One JSON-RPC request without a client around it. */
export function postTo(url: string, token = "", method = "ping", headers: Record<string, string> = {}) {
  const usual = {
    Authorization: `Bearer ${token}`,
    Accept: "application/json, text/event-stream",
    "Content-Type": "application/json",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} });
  return fetch(url, { method: "POST", headers: { ...usual, ...headers }, body });
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
