import type { JsonObject } from "../../src/json";
import { type Connection, HOST, type SignInOptions, signIn, worker } from "./oauth";

/** The parts of a tool's answer that tests look at. */
export interface Answer {
  /** Present on success and on a multi-item FAILED. */
  structured: JsonObject & { results?: JsonObject[]; items?: JsonObject[] };
  text: string;
  isError: boolean;
  /** Of an error result. */
  error: { code: string; message: string; retryable: boolean; parameter?: string; details?: JsonObject };
  /** The whole result as it came. */
  raw: JsonObject;
}

/** How a request is sent. */
export interface RequestOptions {
  /** Default 2025. */
  era?: "2025" | "2026";
  /** Only in 2026. */
  capabilities?: JsonObject;
  headers?: Record<string, string | null>;
  /** Further params of the request (2026: requestState, inputResponses). */
  params?: JsonObject;
  signal?: AbortSignal;
}

const V2026 = "2026-07-28";
let lastId = 0;

/** Sends one JSON-RPC request to the endpoint with this token; null: without one. */
export async function rpc(
  token: string | null,
  method: string,
  params: JsonObject = {},
  options: RequestOptions = {},
): Promise<Response> {
  const modern = options.era === "2026";
  lastId += 1;
  const name = typeof params.name === "string" ? params.name : undefined;
  const meta = {
    "io.modelcontextprotocol/protocolVersion": V2026,
    "io.modelcontextprotocol/clientCapabilities": options.capabilities ?? {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  };
  const body = {
    jsonrpc: "2.0",
    id: lastId,
    method,
    params: {
      ...params,
      ...options.params,
      ...(modern && { _meta: { ...meta, ...(params._meta as JsonObject) } }),
    },
  };
  const headers = new Headers({
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": modern ? V2026 : "2025-06-18",
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(modern && { "Mcp-Method": method, ...(name && { "Mcp-Name": name }) }),
  });
  for (const [key, value] of Object.entries(options.headers ?? {})) {
    if (value === null) headers.delete(key);
    else headers.set(key, value);
  }
  return worker(`${HOST}/mcp`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    ...(options.signal && { signal: options.signal }),
  });
}

/** The JSON-RPC message in an answer, from JSON or from an event stream. */
export async function message(response: Response): Promise<JsonObject> {
  const text = await response.text();
  if (!response.headers.get("Content-Type")?.includes("text/event-stream"))
    return JSON.parse(text) as JsonObject;
  const data = text
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => JSON.parse(line.slice(5)) as JsonObject);
  return data.at(-1) ?? {};
}

/** One person's connection, as a client uses it. */
export class Client {
  constructor(readonly connection: Connection) {}

  static async signIn(options: SignInOptions): Promise<Client> {
    return new Client(await signIn(worker, options));
  }

  /** Calls a tool; fails when the answer is no tool result. */
  async call(name: string, args: JsonObject = {}, options: RequestOptions = {}): Promise<Answer> {
    const response = await rpc(this.connection.accessToken, "tools/call", { name, arguments: args }, options);
    const answer = await message(response);
    if (!answer.result) throw new Error(`${name}: ${response.status} ${JSON.stringify(answer)}`);
    return answerOf(answer.result as JsonObject);
  }

  async rpc(method: string, params: JsonObject = {}, options: RequestOptions = {}): Promise<Response> {
    return rpc(this.connection.accessToken, method, params, options);
  }

  /** The result of a request that is no tool call. */
  async result(method: string, params: JsonObject = {}, options: RequestOptions = {}): Promise<JsonObject> {
    return (await message(await this.rpc(method, params, options))).result as JsonObject;
  }
}

function answerOf(raw: JsonObject): Answer {
  const text = String((raw.content as JsonObject[] | undefined)?.[0]?.text ?? "");
  const structured = (raw.structuredContent ?? {}) as Answer["structured"];
  const isError = raw.isError === true;
  const error = (
    isError && raw.structuredContent === undefined ? JSON.parse(text).error : {}
  ) as Answer["error"];
  return { raw, text, structured, isError, error };
}
