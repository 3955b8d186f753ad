import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type Provider from "oidc-provider";
import { perform } from "./faults/perform.ts";
import type { Steering } from "./faults/steering.ts";
import { readBody, sendProblem } from "./http.ts";
import { bearerOf } from "./issuer/bearer.ts";
import type { Ledger } from "./ledger.ts";
import type { Sandbox } from "./sandbox/start.ts";

interface Api {
  provider: Provider;
  sandbox: Sandbox;
  steering: Steering;
  ledger: Ledger;
}

const forwarded = ["accept", "accept-language", "content-type", "x-request-id", "traceparent"];
const returned = ["content-type", "etag", "cache-control", "www-authenticate", "retry-after"];

function headersFor(request: IncomingMessage, steering: Steering): Headers {
  const { honourIdempotencyKeys, honourIfMatch } = steering.switches;
  const names = [
    ...forwarded,
    ...(honourIdempotencyKeys ? ["idempotency-key"] : []),
    ...(honourIfMatch ? ["if-match"] : []),
  ];
  const headers = new Headers();
  for (const name of names) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return headers;
}

/** The contract's routes: token, switches, then the bundled bitERP. */
export function apiHandler({ provider, sandbox, steering, ledger }: Api) {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/" } = request;
    const key = request.headers["idempotency-key"];
    const write =
      method === "GET" ? undefined : ledger.arrive(method, path, typeof key === "string" ? key : null);
    response.once("close", () => {
      if (write) write.status = response.writableFinished ? response.statusCode : 0;
    });
    const body = await readBody(request);
    const { delayMs } = steering.switches;
    if (delayMs > 0) await pause(delayMs);

    const action = steering.decide({ method, path, body });
    if (action && action !== "drop_after") return perform(action, request, response);
    const user = await bearerOf(provider, request);
    if (!user) {
      const detail = "The token is missing, too old or revoked.";
      const headers = { "WWW-Authenticate": 'Bearer error="invalid_token"' };
      return sendProblem(response, { status: 401, code: "invalid_token", detail, headers });
    }
    const answer = await sandbox.forward(user, {
      method,
      path,
      headers: headersFor(request, steering),
      body,
    });
    const text = await answer.text();
    if (write) ledger.answered(write, answer.status, text);
    if (action === "drop_after") return perform("drop", request, response);
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => returned.includes(name)));
    response.writeHead(answer.status, headers).end(text);
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    ledger.begin();
    try {
      await serve(request, response);
    } finally {
      ledger.end();
    }
  };
}
