import type { IncomingMessage, ServerResponse } from "node:http";
import { perform } from "../biterp/faults/perform.ts";
import { sendJson } from "../biterp/http.ts";
import type { Message } from "./message.ts";
import type { McpAction } from "./switches.ts";

/** The request goes on, and its answer does not get out. */
type After = "drop_after" | "hang_after";

export const isAfter = (action: McpAction): action is After =>
  action === "drop_after" || action === "hang_after";

interface Faulty {
  request: IncomingMessage;
  response: ServerResponse;
  message: Message;
  challenge(error: string): string;
  /** How bitERP puts a text now. */
  say(text: string): string;
}

const titles: Record<number, string> = {
  401: "Token inválido ou expirado",
  403: "Acesso negado",
  429: "Muitas requisições",
};

/** Ends the request with a fault, without carrying it out. */
export async function performFault(
  action: Exclude<McpAction, After>,
  { request, response, message, challenge, say }: Faulty,
): Promise<void> {
  const { id } = message;
  if (typeof action === "string") return perform(action, request, response);
  if ("isError" in action) {
    const result = { content: [{ type: "text", text: say(action.isError) }], isError: true };
    return sendJson(response, 200, { jsonrpc: "2.0", id, result });
  }
  if ("result" in action) {
    const result = { content: [{ type: "text", text: JSON.stringify(action.result) }] };
    return sendJson(response, 200, { jsonrpc: "2.0", id, result });
  }
  if ("rpcError" in action) {
    const { code, message: text } = action.rpcError;
    return sendJson(response, 200, { jsonrpc: "2.0", id, error: { code, message: say(text) } });
  }
  const { status } = action;
  const usual: Record<number, Record<string, string>> = {
    401: { "WWW-Authenticate": challenge("invalid_token") },
    403: { "WWW-Authenticate": challenge("insufficient_scope") },
    429: { "Retry-After": "1" },
  };
  const error = { code: -32_000, message: say(titles[status] ?? "Erro interno do bitERP") };
  const body = action.body ?? { jsonrpc: "2.0", error, id: null };
  return perform({ status, headers: { ...usual[status], ...action.headers }, body }, request, response);
}

/** Lets nothing of the answer out: at its first word the connection is cut, or goes silent for ever. */
export function swallow(request: IncomingMessage, response: ServerResponse, how: After): void {
  const cut = () => {
    if (how === "drop_after") request.socket.destroy();
  };
  // A stream's head goes out before there is an answer: it is held back, and only content cuts.
  response.writeHead = () => response;
  response.flushHeaders = () => undefined;
  response.write = () => {
    cut();
    return true;
  };
  response.end = () => {
    cut();
    return response;
  };
}
