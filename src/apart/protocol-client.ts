// The maintained client of the protocol: a third of the Worker, and needed only where bitERP is reached through its own
// MCP server.
export { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
