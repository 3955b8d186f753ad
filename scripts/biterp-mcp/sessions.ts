import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { refuse } from "./message.ts";
import type { McpSwitches } from "./switches.ts";

interface Session {
  userId: string;
  transport: StreamableHTTPServerTransport;
  usedAt: number;
}

interface Needs {
  switches(): Pick<McpSwitches, "sessions" | "sessionTtlMs" | "answerAs">;
  build(userId: string): McpServer;
  opened(): void;
}

/** A request whose token has been checked. */
export interface Asked {
  userId: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** The JSON-RPC message of a POST. */
  body?: unknown;
}

/** Clients' sessions, each with a server of its own; or none, and a server for each request. */
export class Sessions {
  readonly #needs: Needs;
  readonly #open = new Map<string, Session>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Every client has lost its session. */
  async end(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(all.map(({ transport }) => transport.close()));
  }

  async handle({ userId, request, response, body }: Asked): Promise<void> {
    if (!this.#needs.switches().sessions) return this.#alone({ userId, request, response, body });
    const id = request.headers["mcp-session-id"];
    if (typeof id === "string") {
      const session = await this.#find(id, userId);
      if (!session) return refuse(response, { status: 404, code: -32_001, message: "Session not found" });
      return session.transport.handleRequest(request, response, body);
    }
    if (request.method !== "POST" || !isInitializeRequest(body)) {
      const message = "Bad Request: Mcp-Session-Id header is required";
      return refuse(response, { status: 400, message });
    }
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: this.#json,
      onsessioninitialized: (opened) => {
        this.#open.set(opened, { userId, transport, usedAt: Date.now() });
        this.#needs.opened();
      },
      onsessionclosed: (closed) => {
        this.#open.delete(closed);
      },
    });
    await this.#connect(userId, transport);
    await transport.handleRequest(request, response, body);
  }

  get #json(): boolean {
    return this.#needs.switches().answerAs === "json";
  }

  /** A session is its person's own: for anybody else it does not exist. */
  async #find(id: string, userId: string): Promise<Session | undefined> {
    const session = this.#open.get(id);
    if (session?.userId !== userId) return undefined;
    const { sessionTtlMs } = this.#needs.switches();
    if (sessionTtlMs > 0 && Date.now() - session.usedAt > sessionTtlMs) {
      this.#open.delete(id);
      await session.transport.close();
      return undefined;
    }
    session.usedAt = Date.now();
    return session;
  }

  async #alone({ userId, request, response, body }: Asked): Promise<void> {
    if (request.method !== "POST") {
      return refuse(response, { status: 405, message: "Method not allowed.", headers: { Allow: "POST" } });
    }
    if (isInitializeRequest(body)) this.#needs.opened();
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: this.#json });
    await this.#connect(userId, transport);
    response.once("close", () => void transport.close());
    await transport.handleRequest(request, response, body);
  }

  async #connect(userId: string, transport: StreamableHTTPServerTransport): Promise<void> {
    // The SDK's class says `undefined` where its interface says "absent".
    await this.#needs.build(userId).connect(transport as Transport);
  }
}
