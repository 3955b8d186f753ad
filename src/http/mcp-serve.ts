import { type AuthInfo, type McpServer, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { createMcpHandler } from "agents/mcp/server";
import { isRecord } from "../json";
import { readBody, rpcError } from "./mcp-body";
import { formsTaken, inFormTaken, peek } from "./mcp-response";

/** What answers one request. */
export interface Serving {
  /** Where this server is reached. */
  publicUrl: URL;
  /** Who calls; absent only where no token is asked for. */
  authInfo?: AuthInfo;
  /** A server of its own for this request. */
  serverFor(era: "legacy" | "modern"): McpServer;
  /**
   * Asked once the server has answered or told its first progress: an answer to give in place of its own.
   * @param id of the request, as it was sent
   */
  instead?(id: unknown): Response | undefined;
}

/**
 * Answers one POST to the MCP endpoint. What stands between HTTP and a server is here and nowhere else, so the
 * official conformance suite, which brings tools of its own, tries the very code that serves the product.
 * @param serving made only for a body that is JSON-RPC; a response ends the request
 */
export async function serveMcp(request: Request, serving: () => Serving | Response): Promise<Response> {
  const forms = formsTaken(request.headers.get("accept"));
  if (forms.size === 0)
    return rpcError(406, -32000, "Answers are application/json or text/event-stream; Accept allows neither");
  const body = await readBody(request);
  if (body instanceof Response) return body;
  const made = serving();
  if (made instanceof Response) return made;
  const { publicUrl, authInfo } = made;
  // Host, origin and CORS are settled in front, where they also hold for answers without a token.
  const handler = createMcpHandler(({ era }) => made.serverFor(era), {
    route: "/mcp",
    corsOptions: false,
    allowedHostnames: [publicUrl.hostname],
    allowedOriginHostnames: "*",
  });
  const headers = new Headers(request.headers);
  headers.set("host", publicUrl.host);
  // Real clients send `application/json` alone, `*/*` or nothing; the transport wants both named.
  headers.set("accept", "application/json, text/event-stream");
  if (isAgreeing(body.parsed)) headers.delete("mcp-protocol-version");
  const own = new Request(request.url, { method: "POST", headers, signal: request.signal });
  const answer = await handler.fetch(own, { parsedBody: body.parsed, ...(authInfo && { authInfo }) });
  // An SSE answer exists before the tool has run: only its first chunk tells how the tool fared.
  const peeked = await peek(answer);
  const other = made.instead?.(isRecord(body.parsed) ? body.parsed.id : undefined);
  if (other) {
    await peeked.body?.cancel();
    return other;
  }
  return inFormTaken(peeked, forms);
}

/**
 * Whether a version is still being agreed on, as the 2025 revisions do: a header that already names one we do not know
 * must not end that. A message that names its version in itself is of 2026-07-28, where nothing is agreed on and header
 * and message have to say the same.
 */
function isAgreeing(message: unknown): boolean {
  if (!isRecord(message) || message.method !== "initialize") return false;
  const meta = isRecord(message.params) ? message.params._meta : undefined;
  return !isRecord(meta) || meta[PROTOCOL_VERSION_META_KEY] === undefined;
}
