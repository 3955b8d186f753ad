import type { Socket } from "node:net";

/** What arrives at the MCP endpoint beyond single requests: connections, sessions, and which tools are called. */
export class Traffic {
  readonly #open = new Set<Socket>();
  #most = 0;
  #initialized = 0;
  #tools: Record<string, number> = {};

  /** Counts a connection once, when its first request comes. */
  over(socket: Socket): void {
    if (this.#open.has(socket)) return;
    this.#open.add(socket);
    this.#most = Math.max(this.#most, this.#open.size);
    socket.once("close", () => this.#open.delete(socket));
  }

  initialized(): void {
    this.#initialized++;
  }

  called(tool: string): void {
    this.#tools[tool] = (this.#tools[tool] ?? 0) + 1;
  }

  /** `connections` are open now; `tools` are calls as they arrive, whatever becomes of them. */
  get counts() {
    return {
      connections: this.#open.size,
      maxConnections: this.#most,
      initialized: this.#initialized,
      tools: this.#tools,
    };
  }

  /** Forgets what was; what is open stays counted. */
  reset(): void {
    this.#most = this.#open.size;
    this.#initialized = 0;
    this.#tools = {};
  }
}
