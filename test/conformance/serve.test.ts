import { describe, expect, it } from "vitest";
import { serveMcp } from "../../src/http/mcp-serve";
import { fixtureServer } from "./server";

const SECRET = "conformance-conformance-conformance-1";

/** One message to the suite's server, with headers of its own. */
async function send(message: object, headers: Record<string, string> = {}) {
  const request = new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      Host: "localhost",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });
  const publicUrl = new URL("http://localhost");
  const answer = await serveMcp(request, () => ({ publicUrl, serverFor: () => fixtureServer(SECRET) }));
  return { status: answer.status, body: await answer.json<{ result?: object; error?: { code: number } }>() };
}

const clientInfo = { name: "test", version: "1" };

describe("initialize", () => {
  it("agrees on a version whatever the header already says", async () => {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const { status, body } = await send(
      { method: "initialize", params },
      { "MCP-Protocol-Version": "2099-01-01" },
    );
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ protocolVersion: "2025-11-25" });
  });

  it("does not exist in 2026-07-28", async () => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": clientInfo,
    };
    const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "initialize" };
    const { status, body } = await send({ method: "initialize", params: { _meta } }, headers);
    expect(status).toBe(404);
    expect(body.error?.code).toBe(-32601);
  });
});
