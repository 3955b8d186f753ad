import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { perform } from "../faults/perform.ts";
import type { Action } from "../faults/switches.ts";
import { mountPath } from "./provider.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The issuer's own routes, told below which path they are mounted, as the provider expects it of a parent. */
export function issuerHandler(
  provider: Provider,
  decide: (method: string, path: string) => Action | undefined,
): Handler {
  const inner = provider.callback();
  return async (request, response) => {
    const { method = "GET", url = "/" } = request;
    const action = decide(method, url);
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
