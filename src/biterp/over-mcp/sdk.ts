// The maintained client of the protocol. It weighs a third of the Worker, so the deployed one has this file bundled
// apart, as sdk.js, and loads it when bitERP's MCP server is first asked.
export { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
