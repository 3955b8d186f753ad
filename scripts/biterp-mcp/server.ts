import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { McpSwitches } from "./switches.ts";
import { tools } from "./tools.ts";
import { Refused, type Upstream } from "./upstream.ts";
import { prose, spoken } from "./wording.ts";

type Shown = Pick<McpSwitches, "poison" | "structured">;

function resultOf(value: unknown, { structured }: Shown): CallToolResult {
  const content = [{ type: "text" as const, text: JSON.stringify(value) }];
  if (!structured) return { content };
  return { content, structuredContent: Array.isArray(value) ? { result: value } : { ...Object(value) } };
}

/**
 * bitERP's MCP server for one person.
 * @param shown asked for each call; descriptions stay as they were when the server was made
 */
export function buildServer(erp: Upstream, shown: () => Shown): McpServer {
  const say = (text: string) => spoken(text, shown().poison);
  const server = new McpServer(
    { name: "biterp", version: "1.0.0" },
    { instructions: say("Ferramentas do bitERP para consultar e alterar produtos.") },
  );
  for (const { name, description, input, run } of tools) {
    const config = { title: say(name), description: say(description), inputSchema: input };
    server.registerTool(name, config, async (args): Promise<CallToolResult> => {
      try {
        return resultOf(await run(erp, args), shown());
      } catch (error) {
        if (!(error instanceof Refused)) console.error(error);
        const text = say(error instanceof Refused ? error.message : prose.broken);
        return { content: [{ type: "text", text }], isError: true };
      }
    });
  }
  return server;
}
