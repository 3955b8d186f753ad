import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type Provider from "oidc-provider";
import type { Steering } from "../biterp/faults/steering.ts";
import { readBody } from "../biterp/http.ts";
import { bearerOf } from "../biterp/issuer/bearer.ts";
import type { Ledger } from "../biterp/ledger.ts";
import type { protectedResource } from "./authorization.ts";
import { isAfter, performFault, swallow } from "./faults.ts";
import { messageOf, refuse } from "./message.ts";
import type { Sessions } from "./sessions.ts";
import type { McpSwitches } from "./switches.ts";
import type { Traffic } from "./traffic.ts";
import { spoken } from "./wording.ts";

interface Endpoint {
  provider: Provider;
  steering: Steering<McpSwitches>;
  ledger: Ledger;
  traffic: Traffic;
  sessions: Sessions;
  self: ReturnType<typeof protectedResource>;
}

const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** `/mcp`: faults, then token, then the session. */
export function mcpEndpoint({ provider, steering, ledger, traffic, sessions, self }: Endpoint) {
  const say = (text: string) => spoken(text, steering.switches.poison);

  async function enter(request: IncomingMessage, response: ServerResponse, body?: unknown): Promise<void> {
    const userId = await bearerOf(provider, request, self.resource);
    if (userId) return sessions.handle({ userId, request, response, body });
    const error = request.headers.authorization === undefined ? undefined : "invalid_token";
    const headers = { "WWW-Authenticate": self.challenge(error) };
    refuse(response, { status: 401, message: say("Token inválido ou expirado"), headers });
  }

  async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    const message = messageOf(text);
    if (!message) return refuse(response, { status: 400, code: -32_700, message: "Parse error" });
    const { rpc, tool, tenant: company = "" } = message;
    if (tool !== undefined) traffic.called(tool);
    const { delayMs } = steering.switches;
    if (delayMs > 0) await pause(delayMs);
    const path = request.url ?? "/";
    const action = steering.decide({ method: "POST", path, body: text, rpc, tool, company });
    if (action && isAfter(action)) swallow(request, response, action);
    else if (action) {
      return performFault(action, { request, response, message, challenge: self.challenge, say });
    }
    await enter(request, response, message.json);
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { origin } = request.headers;
    if (origin !== undefined && !loopback.test(origin)) {
      return refuse(response, { status: 403, message: "Forbidden origin" });
    }
    traffic.over(request.socket);
    if (request.method !== "POST") return enter(request, response);
    ledger.begin();
    response.once("close", () => ledger.end());
    await post(request, response);
  };
}
