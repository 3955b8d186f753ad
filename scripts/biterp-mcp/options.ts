import * as z from "zod";
import { flagsOf, readFlags } from "../biterp/flags.ts";
import { calm, type McpSwitches, mcpSwitches } from "./switches.ts";

const own = z.object({
  port: z.int().min(1).max(65_535).default(8798),
  memory: z.boolean().default(false),
  /** Whether clients may register themselves. */
  registration: z.boolean().default(true),
  /**
   * Where client-id metadata documents are taken from in place of the host they name: their ids must be https, and nothing
   * leaves this machine. Absent: such ids are not accepted.
   */
  clientDocumentsAt: z.url({ protocol: /^http$/, hostname: /^(localhost|127\.0\.0\.1)$/ }).optional(),
});

/** How the process is started. */
export interface Options extends z.output<typeof own> {
  switches: McpSwitches;
}

export const usage = `npm run biterp-mcp -- [--memory] [--port=8798] [--delay-ms=200] [--poison] …

Every switch is a flag and a variable: ${flagsOf(own, mcpSwitches)}
BITERP_MCP_DELAY_MS=200 is --delay-ms=200, --rules takes JSON, --memory starts from nothing and keeps nothing.
While it runs: GET and POST http://localhost:8798/_control`;

/** @throws Error that names what is wrong */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | "help" {
  const texts = ["clientDocumentsAt", "retryAfter", "answerAs"];
  const bare = ["memory", "poison", "structured"];
  return readFlags({ own, switches: mcpSwitches, calm, prefix: "BITERP_MCP_", texts, bare }, args, env);
}
