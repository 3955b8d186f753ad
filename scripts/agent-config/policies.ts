import type { DeclaredTool } from "../docs/registry.ts";

/** The published schema of an argument, as far as the export reads it. */
export interface Schema {
  type: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** A declaration with what `tools/list` publishes of it. */
export interface ExportedTool extends DeclaredTool {
  shown: {
    name: string;
    title: string;
    description: string;
    inputSchema: Schema;
    annotations: Record<string, unknown>;
  };
}

/** What a framework has to know to ask by itself and to call once. */
export interface Policy {
  operation: "read" | "create" | "update" | "delete";
  require_confirmation: boolean;
  requires?: { name: string; type: "array"; label: string; description: string; question: string }[];
  pre_validation?: { enabled: true; tool: "validate_products"; fail_open: false };
}

/** Frameworks know four kinds. Choosing a company or stopping an operation changes state, so it counts as update. */
const operations: Record<DeclaredTool["effect"], Policy["operation"]> = {
  read: "read",
  session: "update",
  create: "create",
  update: "update",
  delete: "delete",
  restore: "update",
  operation: "update",
};

const questions: Record<DeclaredTool["effect"], string> = {
  read: "Quais produtos você quer ver?",
  session: "Quais produtos?",
  create: "Quais produtos devem ser criados, e com que preço?",
  update: "Quais produtos devem ser alterados, e o que muda em cada um?",
  delete: "Quais produtos devem ser excluídos?",
  restore: "Quais produtos excluídos devem voltar?",
  operation: "Quais produtos?",
};

/** What writes products; the rest changes nothing that a person would have to agree to. */
const writes = ({ effect }: DeclaredTool) => ["create", "update", "delete", "restore"].includes(effect);

/** The policy of one tool. */
export function policyOf(tool: ExportedTool): Policy {
  const { properties = {}, required = [] } = tool.shown.inputSchema;
  const requires = required
    .filter((name) => properties[name]?.type === "array")
    .map((name) => ({
      name,
      type: "array" as const,
      label: "Produtos",
      description: properties[name]?.description ?? "",
      question: questions[tool.effect],
    }));
  // What restores names products that are deleted; a validator of living ones has nothing to say about it.
  const validated = tool.many && writes(tool) && tool.effect !== "restore";
  return {
    operation: operations[tool.effect],
    require_confirmation: writes(tool),
    ...(requires.length > 0 && { requires }),
    ...(validated && { pre_validation: { enabled: true, tool: "validate_products", fail_open: false } }),
  };
}

/**
 * Whether an agent framework gets the tool. Not `confirm_operation`: on a delegated connection nothing waits for it,
 * and on any other an agent should not hold its own confirmation.
 */
export const isExported = ({ name }: DeclaredTool) => name !== "confirm_operation";
