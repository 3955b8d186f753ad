import { isRecord } from "../json";
import { json } from "./answers";
import { boundedText } from "./bounded-body";

/** The most a request may send, in bytes. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** A refusal of what is no message, or none that can be answered. */
export const rpcError = (status: number, code: number, message: string) =>
  json(status, { jsonrpc: "2.0", id: null, error: { code, message } });

/** Reads a JSON-RPC message, bounded before it is parsed; what is none is answered here. */
export async function readBody(request: Request): Promise<{ parsed: unknown } | Response> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") return rpcError(415, -32000, "Content-Type must be application/json");
  const text = await boundedText(request, MAX_BODY_BYTES);
  if (text === 413) return rpcError(413, -32000, `The body may hold at most ${MAX_BODY_BYTES} bytes`);
  if (text === 408) return rpcError(408, -32000, "The body did not arrive in time");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return rpcError(400, -32700, "Parse error: the body is not JSON");
  }
  // Batches existed in one revision only; a server that takes them answers some clients twice.
  if (Array.isArray(parsed)) return rpcError(400, -32600, "Invalid Request: batches are not supported");
  return { parsed: withPlainArguments(parsed) };
}

/** Some clients send a tool's arguments as null or as a JSON text, which the wire schema refuses before any tool sees it. */
function withPlainArguments(message: unknown): unknown {
  if (!isRecord(message) || message.method !== "tools/call" || !isRecord(message.params)) return message;
  const { arguments: given, ...rest } = message.params;
  if (given === null) return { ...message, params: rest };
  if (typeof given !== "string") return message;
  try {
    const parsed: unknown = given.trim() === "" ? {} : JSON.parse(given);
    return isRecord(parsed) ? { ...message, params: { ...rest, arguments: parsed } } : message;
  } catch {
    return message;
  }
}
