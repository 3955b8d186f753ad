import { failureMessage } from "../errors";
import { isRecord, type JsonObject } from "../json";
import type { Language } from "../messages";
import type { LedgerItem } from "../multi-item/item";
import { original } from "../multi-item/outcome";
import { listed } from "./fit-result";
import type { OperationWording } from "./wording";

/** An item of an operation that has not ended. */
export function pendingItem(
  item: LedgerItem,
  items: readonly LedgerItem[],
  wording: OperationWording,
  language: Language,
  most?: number,
): JsonObject {
  const own = original(item, items);
  const what = own.shown && wording.describe?.(own.shown, language, most);
  return {
    index: item.index,
    ...item.label,
    state: own.state,
    ...(item.duplicate_of !== undefined && { duplicate_of: item.duplicate_of }),
    ...(what && { what }),
    ...failureKeys(own, language),
    ...(own.state === "done" && own.entry && listed(own.entry)),
  };
}

/** The entry of `results` for an item that has ended. */
export function resultEntry(
  item: LedgerItem,
  items: readonly LedgerItem[],
  language: Language,
  withEvidence: boolean,
): JsonObject {
  const own = original(item, items);
  const entry = listed(own.entry ?? {});
  const product = isRecord(entry.product) ? entry.product : undefined;
  const id = item.label.id ?? product?.id;
  const name = product?.name ?? item.label.name;
  const { sku, typed } = item.label;
  return {
    index: item.index,
    ...(typeof id === "string" && { id }),
    ...(typeof name === "string" && { name }),
    // Where the product is shown whole, its SKU would stand twice.
    ...(sku !== undefined && !product && { sku }),
    ...(typed !== undefined && { typed }),
    success: own.state === "done",
    ...(item.duplicate_of !== undefined && { duplicate_of: item.duplicate_of }),
    ...failureKeys(own, language),
    ...(own.state === "done" && entry),
    ...(withEvidence && evidenceKeys(own)),
  };
}

/** What failed, in short: a reader who stops early, or gets the middle of a long result cut out, still sees it. */
export function failedEntries(results: readonly JsonObject[]): JsonObject[] {
  return results
    .filter(({ success }) => success !== true)
    .map(({ index = 0, name, typed, sku, id, error = "", message = "" }) => {
      return { index, name: name ?? typed ?? sku ?? id ?? "", error, message };
    });
}

function failureKeys(item: LedgerItem, language: Language): JsonObject {
  const { failure } = item;
  if (!failure || item.state === "done") return {};
  return {
    error: failure.code,
    message: failureMessage(failure, language),
    retryable: failure.retryable,
    ...(failure.parameter !== undefined && { parameter: failure.parameter }),
    ...failure.details,
  };
}

/** The values before and the changes, as evidence tells them: whole. */
export function valuesOf({ shown }: LedgerItem): JsonObject {
  return {
    ...(shown?.before !== undefined && { before: shown.before }),
    ...(shown?.changes !== undefined && { changes: shown.changes }),
  };
}

function evidenceKeys(item: LedgerItem): JsonObject {
  return {
    ...valuesOf(item),
    tries: item.tries,
    ...(item.sent_at !== undefined && { sent_at: item.sent_at }),
    ...(item.answered_at !== undefined && { answered_at: item.answered_at }),
  };
}
