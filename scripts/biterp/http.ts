import type { IncomingMessage, ServerResponse } from "node:http";

const longestBody = 1_048_576;

/** The whole body as text. Rejects when it is too long or the client goes away. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > longestBody) throw new Error("The body is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, status: number, type: string, body: string, headers: object = {}) {
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store", ...headers }).end(body);
}

export function sendHtml(response: ServerResponse, status: number, body: string): void {
  send(response, status, "text/html; charset=utf-8", body);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, "application/json", JSON.stringify(body));
}

/** An RFC 9457 document. */
export interface Problem {
  status: number;
  code: string;
  detail: string;
  headers?: Record<string, string>;
}

export function sendProblem(response: ServerResponse, { status, code, detail, headers }: Problem): void {
  const type = `urn:biterp:problem:${code}`;
  const document = JSON.stringify({ type, title: detail, status, detail, code });
  send(response, status, "application/problem+json", document, headers);
}

/** Whether the other end of the connection is this machine. */
export function fromLoopback({ socket }: IncomingMessage): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "");
}

/** Whether the request names this machine, so that no foreign name made to point here gets in. */
export function namesLoopback({ headers }: IncomingMessage): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? "");
}
