import { createMcpHandler } from "agents/mcp/server";
import { type Grant, grantOf } from "../auth/grant";
import type { VerifiedContext } from "../auth/provider";
import { type Config, configOf } from "../config";
import { isRecord } from "../json";
import type { CallParts } from "../mcp/parts";
import { mcpServer } from "../mcp/server";
import { languageOf } from "../messages";
import type { ToolContext } from "../tool/context";
import type { ToolDeclaration } from "../tool/declaration";
import { json } from "./answers";
import { readBody } from "./mcp-body";
import { asSingleJson, peek, wantsOnlyJson } from "./mcp-response";

/** What the endpoint is made of; handed in by the composition root. */
export interface McpEndpointParts {
  /** The tools that this configuration can offer. */
  registry(config: Config): readonly ToolDeclaration[];
  /** The tool context of one verified caller. */
  toolContext(
    env: Env,
    config: Config,
    caller: CallParts["caller"],
    requestId: string,
    traceparent: string | undefined,
  ): Omit<ToolContext, "asking" | "progress">;
}

/** The MCP endpoint behind the token check: every request is served by a server of its own. */
export function mcpEndpoint(parts: McpEndpointParts) {
  return {
    async fetch(request: Request, env: Env, ctx: VerifiedContext): Promise<Response> {
      const body = await readBody(request);
      if (body instanceof Response) return body;
      const config = configOf(env);
      const requestId = crypto.randomUUID();
      const { auth } = ctx;
      // Only tokens of an outside issuer lack a client, and none is configured.
      if (auth.clientId === undefined) return json(401, { error: "invalid_token" });
      const caller = callerOf(grantOf(ctx.props), auth.clientId, auth.scope);
      const traceparent = request.headers.get("traceparent") ?? undefined;
      let signInRefused = false;
      const handler = createMcpHandler(
        ({ era }) =>
          mcpServer(parts.registry(config), {
            caller,
            requestId,
            era,
            toolContext: parts.toolContext(env, config, caller, requestId, traceparent),
            signingSecret: config.signingSecret,
            waitUntil: (work) => ctx.waitUntil(work),
            onSignInRefused: () => {
              signInRefused = true;
            },
          }),
        // Host, origin and CORS are settled in front, where they also hold for answers without a token.
        {
          route: "/mcp",
          corsOptions: false,
          allowedHostnames: [config.publicUrl.hostname],
          allowedOriginHostnames: "*",
        },
      );
      const headers = new Headers(request.headers);
      headers.set("host", config.publicUrl.host);
      // Real clients send `application/json` alone, `*/*` or nothing; the transport wants both named.
      headers.set("accept", "application/json, text/event-stream");
      // The version is still being agreed on; a header that already names an unknown one must not end that.
      if (isRecord(body.parsed) && body.parsed.method === "initialize")
        headers.delete("mcp-protocol-version");
      const own = new Request(request.url, { method: "POST", headers, signal: request.signal });
      const answer = await handler.fetch(own, {
        parsedBody: body.parsed,
        authInfo: {
          token: auth.token,
          clientId: caller.clientId,
          scopes: [...auth.scope],
          ...(auth.expiresAt !== undefined && { expiresAt: auth.expiresAt }),
          resource: new URL(auth.audience),
        },
      });
      // An SSE answer exists before the tool has run: only its first chunk tells whether bitERP took the sign-in.
      const peeked = await peek(answer);
      if (signInRefused) {
        await peeked.body?.cancel();
        return signInAgain(auth.audience);
      }
      return wantsOnlyJson(request.headers.get("accept")) ? asSingleJson(peeked) : peeked;
    },
  };
}

function callerOf(grant: Grant, clientId: string, scopes: readonly string[]): CallParts["caller"] {
  return {
    userId: grant.userId,
    clientId,
    connectionId: grant.connectionId,
    scopes,
    pinned: grant.pinnedTenantId,
    language: languageOf(grant.language),
    timezone: grant.timezone,
  };
}

/** bitERP refused the sign-in behind a good token: the client has to start over, which only HTTP 401 makes it do. */
function signInAgain(resource: string): Response {
  const { origin, pathname } = new URL(resource);
  const metadata = `${origin}/.well-known/oauth-protected-resource${pathname}`;
  const response = json(401, { error: "invalid_token", error_description: "Sign in again" });
  response.headers.set(
    "WWW-Authenticate",
    `Bearer error="invalid_token", error_description="The sign-in at bitERP has ended", resource_metadata="${metadata}"`,
  );
  return response;
}
