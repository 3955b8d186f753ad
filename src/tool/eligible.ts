import { type ErrorCode, errorCodes, Failure } from "../errors";
import { isRecord } from "../json";
import type { ReadItem } from "../multi-item/item";

const isCode = (reason: string): reason is ErrorCode => errorCodes.some((code) => code === reason);

const marked = (value: unknown) =>
  value === false || (typeof value === "string" && /^\s*false\s*$/i.test(value));

/**
 * An item that a validator marked `eligible: false` fails with the validator's reason and cannot come back; `true`
 * decides nothing. That the rest of such an item cannot be read, perhaps the very reason, changes nothing about it.
 *
 * @param raw the item as it was sent
 */
export function leaveOutIneligible<T>(item: ReadItem<T>, raw: unknown): ReadItem<T> {
  const found: unknown = item.ok ? item.value : raw;
  if (!isRecord(found) || !marked(found.eligible)) return item;
  const { reason, id, sku, name } = found;
  const text = typeof reason === "string" ? reason : "";
  const failure = Failure.of(isCode(text) ? text : "invalid_argument", "operation.not_eligible", {
    reason: text,
  });
  const label = Object.fromEntries(
    Object.entries({ id, sku, name }).filter(([, value]) => typeof value === "string"),
  );
  return { ok: false, failure: failure.record, label: item.ok ? label : item.label };
}
