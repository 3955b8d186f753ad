import type { DeclaredTool } from "../docs/registry.ts";

/** The published schema of an argument, as far as the export reads it. */
export interface Schema {
  type: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** A declaration with what `tools/list` publishes of it in one language. */
export interface ExportedTool extends DeclaredTool {
  shown: { name: string; description: string; inputSchema: Schema };
}

/** What a framework has to know to ask by itself and to call once: these keys and no others. */
export interface Policy {
  operation_type: "query" | "transactional";
  require_confirmation: boolean;
  requires: string[];
  pre_validation?: { enabled: true; tool: "validate_products"; fail_open: false };
}

/** What writes products; the rest changes nothing that a person would have to agree to. */
export const writes = ({ effect }: DeclaredTool) =>
  ["create", "update", "delete", "restore"].includes(effect);

/** The arguments without which a call makes no sense. */
export const requiredOf = (tool: ExportedTool): string[] => tool.shown.inputSchema.required ?? [];

/** The policy of one tool. */
export function policyOf(tool: ExportedTool): Policy {
  // A validator that is not told its target takes bare references for deletions, which restoring is the opposite of.
  const validated = tool.many && writes(tool) && tool.effect !== "restore";
  return {
    operation_type: tool.effect === "read" ? "query" : "transactional",
    require_confirmation: writes(tool),
    requires: requiredOf(tool),
    ...(validated && { pre_validation: { enabled: true, tool: "validate_products", fail_open: false } }),
  };
}

/**
 * Whether an agent framework gets the tool. Not `confirm_operation`: on a delegated connection nothing waits for it,
 * and on any other an agent should not hold its own confirmation.
 */
export const isExported = ({ name }: DeclaredTool) => name !== "confirm_operation";
