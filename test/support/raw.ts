import { HOST, worker } from "./oauth";

/** Posts a body to the endpoint as it is. Header null: not sent. */
export function post(
  token: string | null,
  body: BodyInit,
  headers: Record<string, string | null> = {},
): Promise<Response> {
  const sent = new Headers({
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-06-18",
    ...(token !== null && { Authorization: `Bearer ${token}` }),
  });
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  return worker(`${HOST}/mcp`, { method: "POST", headers: sent, body });
}

/** A JSON-RPC request as text. */
export function request(method: string, params: unknown = {}, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}
