import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type Speaker, spoken } from "./flow";
import type { Desktop } from "./opened-pages";

const PATIENCE_MS = 40_000;

/** mcp-remote in a process of its own, with a client at its standard input and output. */
export interface RunningMcpRemote {
  speaker: Speaker;
  /** Everything it has printed for people. */
  said(): string;
  /** Ends it. */
  close(): Promise<void>;
}

export interface McpRemoteOptions {
  program: string;
  /** Where MCP is spoken. */
  url: string;
  /** Where it runs; it keeps its registration and tokens in that home. */
  desktop: Desktop;
  /** What the person does with a page that it opens. */
  person(page: URL): Promise<void>;
  flags?: string[];
}

/** Remembers the process even when the connection fails: mcp-remote does not notice that its client is gone. */
class Transport extends StdioClientTransport {
  started: number | null = null;

  override async start() {
    await super.start();
    this.started = this.pid;
  }
}

/**
 * Starts it as Claude Desktop does, and connects through it. Whenever it opens a page, the person answers it.
 * @throws Error with what it printed when no connection comes about
 */
export async function mcpRemote(options: McpRemoteOptions): Promise<RunningMcpRemote> {
  const { program, url, desktop, person, flags = [] } = options;
  const env = { ...desktop.env, MCP_REMOTE_CONFIG_DIR: join(desktop.home, "mcp-auth") };
  const args = [program, url, ...flags];
  const transport = new Transport({ command: process.execPath, args, env, stderr: "pipe" });
  const client = new Client({ name: "desktop", version: "1" }, { capabilities: { elicitation: {} } });
  const speaker = speakerOf(client);
  let said = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  const seeing = new AbortController();
  const close = async () => {
    seeing.abort();
    await client.close();
    if (transport.started !== null && isAlive(transport.started)) process.kill(transport.started, "SIGKILL");
  };

  const connecting = client.connect(transport, { timeout: PATIENCE_MS });
  const seen = (await desktop.opened()).length;
  // Rejects when the person gets stuck on a page, which says more than the timeout that follows from it.
  const watching = answerPages(desktop, seen, person, seeing.signal);
  try {
    await Promise.race([connecting, watching.then(() => connecting)]);
  } catch (error) {
    connecting.catch(() => undefined);
    await close();
    throw new Error(`${error}\n${said}`);
  }
  watching.catch((error) => {
    said += `The person got stuck: ${error}\n`;
  });
  return { speaker, said: () => said, close };
}

/** What the person says through a client that can be asked. */
function speakerOf(client: Client): Speaker {
  const speaker: Speaker = {
    asked: [],
    answer: true,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) =>
      spoken(await client.callTool({ name, arguments: args }, undefined, { timeout: PATIENCE_MS })),
  };
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    speaker.asked.push(params.message);
    return { action: "accept", content: { confirm: speaker.answer } };
  });
  return speaker;
}

async function answerPages(
  { opened }: Desktop,
  from: number,
  person: (page: URL) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (let next = from; !signal.aborted; ) {
    const pages = (await opened()).slice(next);
    next += pages.length;
    for (const page of pages) await person(page);
    await pause(30, undefined, { signal }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
