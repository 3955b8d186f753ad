/** A server to be tried, and its end. */
export interface Tried {
  /** Of the MCP endpoint. */
  url: string;
  stop(): Promise<void>;
}
