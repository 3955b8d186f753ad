import { loadProtocolClient } from "../../apart";
import type { Client, StreamableHTTPClientTransport as Transport } from "../../apart/protocol-client";

/** One connection to bitERP's MCP server: opened when first needed, shared by everything of one request, closed. */
export interface McpConnection {
  client(): Promise<Client>;
  /** Forgets a client whose session the other side has lost; the next call opens another. */
  drop(client: Client): void;
  close(): Promise<void>;
}

export interface McpConnectionParts {
  url: string;
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  timeoutMs: number;
}

interface Open {
  client: Client;
  transport: Transport;
}

const clientInfo = { name: "biterp-mcp", version: "0.1.0" };

export function mcpConnection(parts: McpConnectionParts): McpConnection {
  const { url, fetch, timeoutMs } = parts;
  let opening: Promise<Open> | undefined;
  let current: Open | undefined;

  async function open(): Promise<Open> {
    const sdk = await loadProtocolClient();
    const client = new sdk.Client(clientInfo, {
      versionNegotiation: { mode: "auto", probe: { timeoutMs } },
      // Whatever the other side would ask a person, nobody is there to answer; the call ends as not understood.
      inputRequired: { autoFulfill: false },
    });
    const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
      fetch,
      onInsufficientScope: "throw",
      reconnectionOptions: {
        maxRetries: 0,
        initialReconnectionDelay: 0,
        maxReconnectionDelay: 0,
        reconnectionDelayGrowFactor: 1,
      },
    });
    await client.connect(transport, { timeout: timeoutMs });
    return { client, transport };
  }

  return {
    async client() {
      opening ??= open();
      const mine = opening;
      try {
        const open = await mine;
        if (opening === mine) current = open;
        return open.client;
      } catch (error) {
        if (opening === mine) opening = undefined;
        throw error;
      }
    },
    drop(client) {
      // Not closed: calls beside this one may still get their answers through it.
      if (current?.client !== client) return;
      current = undefined;
      opening = undefined;
    },
    async close() {
      const open = await opening?.catch(() => undefined);
      opening = undefined;
      current = undefined;
      // Best effort: a session that is not ended runs out by itself.
      await open?.transport.terminateSession().catch(() => {});
      await open?.client.close().catch(() => {});
    },
  };
}
