import { McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { say } from "../messages";
import type { ToolDeclaration } from "../tool/declaration";
import { callTool } from "./call";
import { serverInfo } from "./identity";
import { isListed, listed, untouched } from "./listing";
import type { CallParts } from "./parts";
import { scopeChallenge } from "./scopes";

/** How long a client may keep the list of tools, in milliseconds. */
const LIST_TTL_MS = 60_000;

/**
 * A fresh MCP server for one request, with every tool of the registry. A tool outside the granted scopes is not
 * listed but stays callable, so that calling it is answered with the scopes to ask for.
 */
export function mcpServer(registry: readonly ToolDeclaration[], parts: CallParts): McpServer {
  const { caller } = parts;
  const server = new McpServer(serverInfo(parts.publicUrl, caller.language), {
    capabilities: { tools: { listChanged: false } },
    cacheHints: {
      "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "private" },
      "server/discover": { ttlMs: 0, cacheScope: "private" },
    },
    inputRequired: { legacyShim: false },
    instructions: say(caller.language, "server.instructions", {}),
  });
  const ofOperation = async (id: string) => {
    try {
      return (await parts.toolContext.session.get(id)).operation.permission;
    } catch {
      return undefined;
    }
  };
  for (const tool of registry) {
    const shown = listed(tool, caller.language);
    const config = {
      title: tool.title[caller.language],
      description: tool.description[caller.language],
      inputSchema: untouched(shown.inputSchema),
      outputSchema: untouched(shown.outputSchema),
      annotations: shown.annotations ?? {},
      scopeChallenge: scopeChallenge(tool, ofOperation),
    };
    server.registerTool(tool.name, config, (raw: unknown, context) => callTool(tool, raw, context, parts));
  }
  // After registerTool, which sets handlers of its own: one repeats a name it does not know as it came, one knows no
  // scopes.
  server.server.setRequestHandler("tools/call", ({ params }, context) => {
    const tool = registry.find(({ name }) => name === params.name);
    if (tool) return callTool(tool, params.arguments ?? {}, context, parts);
    const message = say(caller.language, "error.no_tool", { typed: params.name });
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  });
  const visible = registry.filter((tool) => isListed(tool, caller.scopes));
  server.server.setRequestHandler("tools/list", () => ({
    tools: visible.map((tool) => listed(tool, caller.language)),
  }));
  return server;
}
