import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { namesLoopback, sendJson, sendProblem } from "./http.ts";
import { mountPath } from "./issuer/provider.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Routes {
  issuer: Handler;
  interaction: Handler;
  control: Handler;
  /** What is served besides; undefined: nothing at this path. */
  own(path: string): Handler | undefined;
}

/** The one listener: issuer, control and what the process is for, by path. */
export function createFront(routes: Routes): Server {
  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    if (!namesLoopback(request)) {
      return sendProblem(response, { status: 403, code: "forbidden", detail: "For this machine only." });
    }
    const own = routes.own(path);
    if (own) return own(request, response);
    if (path.startsWith("/_control")) return routes.control(request, response);
    // RFC 8414 puts its word before the issuer's path, OpenID Connect behind it.
    const discovery = `/.well-known/oauth-authorization-server${mountPath}`;
    if (path === discovery) request.url = `${mountPath}/.well-known/openid-configuration`;
    if (path.startsWith(`${mountPath}/interaction/`)) return routes.interaction(request, response);
    if (path === discovery || path.startsWith(`${mountPath}/`)) return routes.issuer(request, response);
    if (path === "/health") return sendJson(response, 200, { ok: true });
    sendProblem(response, { status: 404, code: "not_found", detail: "There is nothing here." });
  }

  return createServer((request, response) => {
    route(request, response).catch((error: unknown) => {
      // The client went away, or a fault of the sandbox itself.
      if (request.socket.destroyed) return;
      console.error(error instanceof Error ? error.message : error);
      if (response.headersSent) request.socket.destroy();
      else sendProblem(response, { status: 500, code: "internal_error", detail: "The sandbox failed." });
    });
  });
}
