import type { Capabilities } from "../biterp/capabilities";
import type { ToolDeclaration } from "./declaration";

/**
 * The tools as a bitERP with these capabilities can serve them: what it cannot do is not offered, and nothing that is
 * offered promises it.
 */
export function offered(tools: readonly ToolDeclaration[], can: Capabilities): readonly ToolDeclaration[] {
  const possible = tools.filter(({ needs }) => needs === undefined || can[needs]);
  if (can.restore) return possible;
  return possible.map((tool) => (tool.withoutRestore ? { ...tool, ...tool.withoutRestore } : tool));
}
