import type { Language } from "../messages";
import { type Capabilities, capabilitiesOf } from "./capabilities";
import { checked } from "./checked";
import { createBitErpClient } from "./client";
import type { BitErpEndpoint } from "./endpoint";
import { createMcpBitErp } from "./over-mcp";
import type { BitErp } from "./port";

/** bitERP's own MCP server, and how one gets in. */
export interface McpEndpoint {
  mcpUrl: string;
  fetch(request: Request): Promise<Response>;
  /** As of a `BitErpEndpoint`. */
  tokenFor(userId: string, refused?: string): Promise<string>;
  turn?(tenantId: string): Promise<void>;
}

/** Any way to reach bitERP. */
export type AnyEndpoint = BitErpEndpoint | McpEndpoint;

/** For whom bitERP is asked. */
export interface OnWhoseBehalf {
  userId: string;
  language: Language;
  requestId: string;
  traceparent?: string | undefined;
}

/** bitERP for one person and one request, and what it can do. */
export interface Connected {
  erp: BitErp;
  capabilities: Capabilities;
  /** Ends what may stand open; best effort. */
  close(): Promise<void>;
}

/** @param who for whom and in which request */
export function connectBitErp(endpoint: AnyEndpoint, who: OnWhoseBehalf): Connected {
  if (!("mcpUrl" in endpoint)) {
    const { honoursIdempotencyKeys: idempotencyKeys, honoursIfMatch: ifMatch } = endpoint;
    return {
      erp: checked(createBitErpClient({ endpoint, ...who })),
      capabilities: { ...capabilitiesOf.http, idempotencyKeys, ifMatch },
      close: async () => {},
    };
  }
  const { mcpUrl: url, turn } = endpoint;
  const { close, ...erp } = createMcpBitErp({
    url,
    fetch: (request) => endpoint.fetch(request),
    tokenFor: (refused) => endpoint.tokenFor(who.userId, refused),
    userId: who.userId,
    language: who.language,
    requestId: who.requestId,
    ...(turn && { turn: (tenantId: string) => turn(tenantId) }),
  });
  return { erp: checked(erp), capabilities: capabilitiesOf.mcp, close };
}
