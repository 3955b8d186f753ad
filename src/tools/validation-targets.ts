import { isRecord } from "../json";
import type { ManyItems, ToolDeclaration } from "../tool/declaration";
import type { OperationWording } from "../tool/wording";
import { createProducts } from "./create-products";
import { deleteProducts } from "./delete-products";
import { getProducts } from "./get-products";
import { restoreProducts } from "./restore-products";
import { updateProducts } from "./update-products";

/** A tool whose items can be checked beforehand. */
export type ValidationTarget = ToolDeclaration & { many: ManyItems; wording: OperationWording };

/** The tools that validate_products can check for. */
export const targetNames = [
  "get_products",
  "create_products",
  "update_products",
  "delete_products",
  "restore_products",
] as const;
/** The same where bitERP cannot undo a deletion. */
export const namesWithoutRestore = [
  "get_products",
  "create_products",
  "update_products",
  "delete_products",
] as const satisfies readonly (typeof targetNames)[number][];
export type TargetName = (typeof targetNames)[number];

export const targets: Record<TargetName, ValidationTarget> = {
  get_products: target(getProducts),
  create_products: target(createProducts),
  update_products: target(updateProducts),
  delete_products: target(deleteProducts),
  restore_products: target(restoreProducts),
};

function target(tool: ToolDeclaration): ValidationTarget {
  const { many, wording } = tool;
  if (!many || !wording) throw new Error(`${tool.name} is not a tool of many items`);
  return { ...tool, many, wording };
}

/**
 * What the items are for, when the caller could not say: a framework's policy names a validator but not its target.
 * Items with `changes` mean update; items with a price and no id mean create; everything else means delete.
 */
export function guessTarget(raw: unknown): TargetName {
  const items = listOf(raw).map(objectOf).filter(isRecord);
  // Frameworks fill every published key; null and blank mean that it was left out.
  const names = (item: Record<string, unknown>, key: string) => item[key] != null && item[key] !== "";
  if (items.some((item) => names(item, "changes"))) return "update_products";
  if (items.some((item) => names(item, "sale_price") && !names(item, "id"))) return "create_products";
  return "delete_products";
}

function listOf(raw: unknown): unknown[] {
  const value = objectOf(raw);
  return Array.isArray(value) ? value : [value];
}

function objectOf(raw: unknown): unknown {
  if (typeof raw !== "string") return raw;
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return raw;
  }
}
