import type { IncomingMessage, ServerResponse } from "node:http";
import { sendHtml, sendProblem } from "../http.ts";
import type { Action } from "./switches.ts";

const titles: Record<number, [code: string, detail: string]> = {
  401: ["invalid_token", "The token is not accepted."],
  429: ["rate_limited", "Too many requests."],
  503: ["unavailable", "Try again later."],
};

const errorPage =
  "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1><p>gateway-7.internal</p>";

/** Ends the request with a fault. Resolves when it is over. Not for "drop_after", where the request is carried out. */
export async function perform(
  fault: Exclude<Action, "drop_after">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (fault === "drop") {
    request.socket.destroy();
  } else if (fault === "hang") {
    if (!request.socket.destroyed) await new Promise((over) => response.once("close", over));
  } else if (fault === "html") {
    sendHtml(response, 502, errorPage);
  } else if (fault.body === undefined) {
    const { status, headers = {} } = fault;
    const [code, detail] = titles[status] ?? ["fault", "A fault that was asked for."];
    sendProblem(response, { status, code, detail, headers });
  } else {
    const { status, headers = {}, body } = fault;
    const type = typeof body === "string" ? "text/plain" : "application/json";
    response.writeHead(status, { "Content-Type": type, ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }
}
