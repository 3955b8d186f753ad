import { type ErrorCode, errorCodes, Failure } from "../errors";
import { isRecord } from "../json";
import type { ReadItem } from "../multi-item/item";

const isCode = (reason: string): reason is ErrorCode => errorCodes.some((code) => code === reason);

/**
 * An item that a validator marked `eligible: false` fails with the validator's reason and cannot come back; `true`
 * decides nothing.
 */
export function leaveOutIneligible<T>(item: ReadItem<T>): ReadItem<T> {
  if (!item.ok || !isRecord(item.value) || item.value.eligible !== false) return item;
  const { reason, id, sku, name } = item.value;
  const text = typeof reason === "string" ? reason : "";
  const failure = Failure.of(isCode(text) ? text : "invalid_argument", "operation.not_eligible", {
    reason: text,
  });
  const label = Object.fromEntries(
    Object.entries({ id, sku, name }).filter(([, value]) => typeof value === "string"),
  );
  return { ok: false, failure: failure.record, label };
}
