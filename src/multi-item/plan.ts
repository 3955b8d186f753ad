import { Failure, toFailureRecord } from "../errors";
import { fanOut } from "./fan-out";
import type { ItemLabel, LedgerItem, ReadItem, Resolution } from "./item";
import { boundedFailure } from "./kept";

/** How many requests one call may have in flight at bitERP. */
export const IN_FLIGHT = 5;

/** What two items that reach the same record mean: they share one outcome, or both are refused. */
export type RepeatPolicy = "share" | "refuse";

/**
 * Resolves every item and says what would happen to each. Nothing is written; one bad item never stops another.
 *
 * @param items as read, in input order
 * @param resolve finds the record behind one item; its failure is that item's alone, except `SignInRefused` and its
 *   like: what is not a `Failure` ends the whole call, because it says nothing about the item. It is told the item's place
 * @param labelOf what to call an item that could not be resolved
 */
export async function plan<T>(
  items: readonly ReadItem<T>[],
  resolve: (item: T, index: number) => Promise<Resolution>,
  labelOf: (item: T) => ItemLabel,
  repeats: RepeatPolicy,
): Promise<LedgerItem[]> {
  const settled = await fanOut(items, IN_FLIGHT, async (item, index): Promise<Resolution> => {
    if (!item.ok) return { kind: "left_out", label: item.label ?? {}, failure: item.failure };
    try {
      return await resolve(item.value, index);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { kind: "left_out", label: labelOf(item.value), failure: toFailureRecord(error) };
    }
  });
  const resolutions = settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
  const places = new Map<string, number[]>();
  resolutions.forEach((found, index) => {
    if (found.kind === "left_out" || found.key === undefined) return;
    places.set(found.key, [...(places.get(found.key) ?? []), index]);
  });
  return resolutions.map((found, index) => ledgerItem(found, index, places, repeats));
}

function ledgerItem(
  found: Resolution,
  index: number,
  places: ReadonlyMap<string, number[]>,
  repeats: RepeatPolicy,
): LedgerItem {
  const base = { index, label: found.label, tries: 0 };
  if (found.kind === "left_out")
    return { ...base, state: "left_out", failure: boundedFailure(found.failure) };
  const same = found.key === undefined ? [index] : (places.get(found.key) ?? [index]);
  const first = same[0] ?? index;
  if (same.length > 1 && repeats === "refuse") {
    const others = same.filter((place) => place !== index);
    const failure = Failure.of(
      "duplicate_item",
      "operation.duplicate_item",
      { others },
      { details: { others } },
    );
    return { ...base, state: "left_out", failure: failure.record };
  }
  if (first !== index) return { ...base, state: "actionable", duplicate_of: first };
  if (found.kind === "settled") return { ...base, state: "done", entry: found.entry };
  const { target, shown, sent_as } = found;
  return {
    ...base,
    state: "actionable",
    target,
    ...(shown && { shown }),
    ...(sent_as !== undefined && { sent_as }),
  };
}

/** The items that an execution would send. */
export function actionable(items: readonly LedgerItem[]): LedgerItem[] {
  return items.filter((item) => item.state === "actionable" && item.duplicate_of === undefined);
}
