import { type Grant, grantOf } from "../auth/grant";
import type { OAuthEnv, VerifiedContext } from "../auth/provider";
import { SignInRefused } from "../biterp/port";
import type { Config } from "../config";
import type { RequestEnv } from "../context";
import { DatabaseUnavailable } from "../database";
import type { CallParts } from "../mcp/parts";
import { mcpServer } from "../mcp/server";
import { languageOf } from "../messages";
import type { ToolContext } from "../tool/context";
import type { ToolDeclaration } from "../tool/declaration";
import { json } from "./answers";
import { serveMcp } from "./mcp-serve";
import { mcpUnavailable } from "./unavailable";

/** What the endpoint is made of; handed in by the composition root. */
export interface McpEndpointParts {
  /** The tools that this configuration can offer. */
  registry(config: Config): readonly ToolDeclaration[];
  /** The tool context of one verified caller. */
  toolContext(env: RequestEnv, caller: CallParts["caller"]): Omit<ToolContext, "asking" | "progress">;
}

/** The MCP endpoint behind the token check: every request is served by a server of its own. */
export function mcpEndpoint(parts: McpEndpointParts) {
  return {
    async fetch(request: Request, env: OAuthEnv, ctx: VerifiedContext): Promise<Response> {
      return serveMcp(request, () => {
        const { config, requestId } = env.CONTEXT;
        const { auth } = ctx;
        // A token without a client is none of ours.
        if (auth.clientId === undefined) return json(401, { error: "invalid_token" });
        const caller = callerOf(grantOf(ctx.props), auth.clientId, auth.scope);
        let instead: ((id: unknown) => Response) | undefined;
        return {
          publicUrl: config.publicUrl,
          authInfo: {
            token: auth.token,
            clientId: caller.clientId,
            scopes: [...auth.scope],
            ...(auth.expiresAt !== undefined && { expiresAt: auth.expiresAt }),
            resource: new URL(auth.audience),
          },
          serverFor: (era) =>
            mcpServer(parts.registry(config), {
              caller,
              requestId,
              era,
              toolContext: parts.toolContext(env, caller),
              signingSecret: config.signingSecret,
              publicUrl: config.publicUrl,
              waitUntil: (work) => ctx.waitUntil(work),
              onThrown: (error) => {
                if (error instanceof SignInRefused) instead = () => signInAgain(auth.audience);
                if (error instanceof DatabaseUnavailable) instead = mcpUnavailable;
              },
            }),
          instead: (id) => instead?.(id),
        };
      });
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
