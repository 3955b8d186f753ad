import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { perform } from "./faults/perform.ts";
import type { Steering } from "./faults/steering.ts";
import { namesLoopback, sendJson, sendProblem } from "./http.ts";
import { mountPath } from "./issuer/provider.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Routes {
  provider: Provider;
  steering: Steering;
  interaction: Handler;
  api: Handler;
  control: Handler;
}

/** The issuer's own routes, told below which path they are mounted, as the provider expects it of a parent. */
function issuerHandler({ provider, steering }: Routes): Handler {
  const inner = provider.callback();
  return async (request, response) => {
    const { method = "GET", url = "/" } = request;
    const action = steering.decideForIssuer(method, url);
    if (action && action !== "drop_after") return perform(action, request, response);
    if (action === "drop_after") {
      // All is done as usual; only the answer does not get out.
      response.end = () => {
        request.socket.destroy();
        return response;
      };
    }
    Object.assign(request, { originalUrl: url });
    request.url = url.slice(mountPath.length) || "/";
    await inner(request, response);
  };
}

/** The one listener: issuer, bitERP and control by path. */
export function createFront(routes: Routes): Server {
  const issuer = issuerHandler(routes);

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    if (!namesLoopback(request)) {
      return sendProblem(response, { status: 403, code: "forbidden", detail: "For this machine only." });
    }
    if (path.startsWith("/v1/")) return routes.api(request, response);
    if (path.startsWith("/_control")) return routes.control(request, response);
    // RFC 8414 puts its word before the issuer's path, OpenID Connect behind it.
    const discovery = `/.well-known/oauth-authorization-server${mountPath}`;
    if (path === discovery) request.url = `${mountPath}/.well-known/openid-configuration`;
    if (path.startsWith(`${mountPath}/interaction/`)) return routes.interaction(request, response);
    if (path === discovery || path.startsWith(`${mountPath}/`)) return issuer(request, response);
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
