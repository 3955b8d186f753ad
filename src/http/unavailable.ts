import { isRecord } from "../json";
import { json } from "./answers";
import { boundedText } from "./bounded-body";
import { MAX_BODY_BYTES } from "./mcp-body";

/** When to try again, in seconds: a database that is moved or restarted is back within a few. */
export const RETRY_AFTER = "5";

const MESSAGE = `The server cannot reach its data at the moment. Nothing was changed. Try again in ${RETRY_AFTER} seconds.`;

/** What an MCP client reads while the database does not answer. @param id of its request; null where there is none */
export function mcpUnavailable(id: unknown): Response {
  const own = typeof id === "string" || typeof id === "number" ? id : null;
  const error = { code: -32000, message: MESSAGE, data: { retry_after_s: Number(RETRY_AFTER) } };
  return json(503, { jsonrpc: "2.0", id: own, error }, { "Retry-After": RETRY_AFTER });
}

/** What an OAuth client reads: by this code it keeps its tokens and tries again, where others make it sign in anew. */
export function oauthUnavailable(): Response {
  const body = { error: "temporarily_unavailable", error_description: MESSAGE };
  return json(503, body, { "Retry-After": RETRY_AFTER });
}

/** The id of a JSON-RPC request that nobody has read yet; undefined where it has none or cannot be read. */
export async function unreadId(request: Request): Promise<unknown> {
  if (request.bodyUsed) return undefined;
  const text = await boundedText(request, MAX_BODY_BYTES);
  try {
    const message: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
    return isRecord(message) ? message.id : undefined;
  } catch {
    return undefined;
  }
}
