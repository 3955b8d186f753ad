import type { LedgerItem } from "./item";

/** How a set of items ended. */
export type SetStatus = "SUCCESS" | "PARTIAL_SUCCESS" | "FAILED";

/** The counts of a set that ended. */
export interface Outcome {
  status: SetStatus;
  summary: { total: number; succeeded: number; failed: number };
  /** Indexes of the failed items, ascending. */
  failures: number[];
}

/** Whether an item ended well; a repeat ended as the item it repeats. */
export function succeeded(item: LedgerItem, items: readonly LedgerItem[]): boolean {
  return original(item, items).state === "done";
}

/** The item whose outcome counts: itself, or the earlier one it repeats. */
export function original(item: LedgerItem, items: readonly LedgerItem[]): LedgerItem {
  return item.duplicate_of === undefined ? item : (items[item.duplicate_of] ?? item);
}

/** Counts a set whose items have all ended. */
export function outcome(items: readonly LedgerItem[]): Outcome {
  const failures = items.filter((item) => !succeeded(item, items)).map((item) => item.index);
  const failed = failures.length;
  const total = items.length;
  const status = failed === 0 ? "SUCCESS" : failed === total ? "FAILED" : "PARTIAL_SUCCESS";
  return { status, summary: { total, succeeded: total - failed, failed }, failures };
}
