import type { IncomingMessage, ServerResponse } from "node:http";
import { type Configuration, errors } from "oidc-provider";
import { sendJson } from "../biterp/http.ts";
import { mountPath, productScopes } from "../biterp/issuer/provider.ts";

export const mcpPath = "/mcp";
const metadataPath = "/.well-known/oauth-protected-resource";
const scope = productScopes.join(" ");

/** What the MCP authorization specification has a server say of itself. */
export function protectedResource(origin: string) {
  const resource = origin + mcpPath;
  return {
    resource,
    /** `WWW-Authenticate` of a refusal. */
    challenge(error?: string): string {
      const reason = error ? `error="${error}", ` : "";
      return `Bearer ${reason}resource_metadata="${origin}${metadataPath}${mcpPath}", scope="${scope}"`;
    },
    /** RFC 9728 puts its word before the resource's path; some clients ask without the path. */
    isMetadata: (path: string) => path === metadataPath || path === metadataPath + mcpPath,
    async metadata(_request: IncomingMessage, response: ServerResponse): Promise<void> {
      sendJson(response, 200, {
        resource,
        authorization_servers: [origin + mountPath],
        scopes_supported: productScopes,
        bearer_methods_supported: ["header"],
        resource_name: "bitERP",
      });
    },
  };
}

interface Wanted {
  resource: string;
  registration: boolean;
  /** Where client-id metadata documents really are; undefined: not accepted. */
  clientDocumentsAt: string | undefined;
}

/** What the issuer needs for clients that nobody has announced, and for tokens that are good for one resource. */
export function openToClients({ resource, registration, clientDocumentsAt }: Wanted) {
  const features: NonNullable<Configuration["features"]> = {
    registration: { enabled: registration, initialAccessToken: false },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_ctx, indicator) => {
        if (indicator !== resource) throw new errors.InvalidTarget();
        return { scope, audience: resource, accessTokenFormat: "opaque" };
      },
      useGrantedResource: () => true,
    },
    ...(clientDocumentsAt === undefined
      ? {}
      : { clientIdMetadataDocument: { enabled: true, ack: "draft-02" } }),
  };
  // The issuer fetches nothing but these documents. It wants them from an https address, which this stands in for.
  const documents: NonNullable<Configuration["fetch"]> = (url, { headers, signal, redirect } = {}) => {
    if (clientDocumentsAt === undefined) throw new Error("Nothing is fetched here.");
    const { pathname, search } = new URL(String(url));
    // The provider's own dispatcher is left out: it refuses addresses of this machine, where the stand-in is.
    const init = { headers: headers ?? {}, signal: signal ?? null, redirect: redirect ?? "manual" };
    return fetch(new URL(pathname + search, clientDocumentsAt), init);
  };
  return { features, fetch: documents };
}
