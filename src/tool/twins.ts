import type { BitErp } from "../biterp/port";
import { Failure, toFailureRecord } from "../errors";
import type { JsonObject } from "../json";
import { say } from "../messages";
import { fanOut } from "../multi-item/fan-out";
import { keyOf, type LedgerItem, mayBeDone, type Resolution } from "../multi-item/item";
import { isFinal, type OperationRecord } from "../multi-item/operation";
import { IN_FLIGHT } from "../multi-item/plan";
import type { Answered } from "../session/client";
import type { ToolContext } from "./context";

/**
 * Whether bitERP still shows what an entry says was created. Set by tools whose words, repeated, mean the same creation
 * and no second one: assistants repeat a call whose answer they lost or did not trust.
 */
export type StillThere = (erp: BitErp, tenantId: string, entry: JsonObject) => Promise<boolean>;

/** What the same words came to a moment ago. */
export interface Twin {
  answered: Answered;
  /** Whether its answer still holds as a whole: nothing of it is to be tried anew. */
  whole: boolean;
  /** What is known of each item by it, at the item's place; undefined for what is to be tried anew. */
  known: readonly (Resolution | undefined)[];
}

/**
 * The earlier operation that this call seems to repeat; undefined where the caller's key says which is which, or the tool
 * knows no twins.
 */
export async function twinOf(
  tool: { stillThere?: StillThere },
  call: { key: string | undefined; digest: string; tenantId: string },
  context: ToolContext,
): Promise<Twin | undefined> {
  const { stillThere } = tool;
  if (!stillThere || call.key !== undefined) return undefined;
  const answered = await context.session.twin(call.digest, context.caller.connectionId);
  if (!answered) return undefined;
  const { operation } = answered;
  if (!isFinal(operation.status)) return { answered, whole: true, known: [] };
  const found = await fanOut(operation.items, IN_FLIGHT, async (item) =>
    item.state === "done" && item.entry
      ? doneBefore(item, item.entry, () => stillThere(context.erp, call.tenantId, item.entry ?? {}))
      : sentBefore(operation, item),
  );
  const known = found.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
  return { answered, whole: known.every((one) => one?.kind === "settled"), known: allSeen(known) };
}

/**
 * Where one item cannot be looked at now, none is tried anew: an operation of the others would stand for this call from
 * then on, and what the first one made would be forgotten and made again.
 */
function allSeen(known: readonly (Resolution | undefined)[]): readonly (Resolution | undefined)[] {
  const unseen = known.find((one) => one?.kind === "left_out");
  return unseen ? known.map((one) => (one?.kind === "settled" ? one : unseen)) : known;
}

/** What was done and is still there is not done again; what cannot be looked at now is not tried now either. */
async function doneBefore(
  { label }: LedgerItem,
  entry: JsonObject,
  isThere: () => Promise<boolean>,
): Promise<Resolution | undefined> {
  try {
    if (!(await isThere())) return undefined;
    return { kind: "settled", key: undefined, label, entry: { ...entry, replayed: true } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "left_out", label, failure: toFailureRecord(error) };
  }
}

/** What may have been done is sent again under the key that it had: bitERP then does it once at most. */
function sentBefore(operation: OperationRecord, item: LedgerItem): Resolution | undefined {
  const { target, label, shown } = item;
  if (!target || !mayBeDone(item)) return undefined;
  const sent_as = keyOf(operation.operation_id, item);
  return { kind: "actionable", key: undefined, label, target, ...(shown && { shown }), sent_as };
}

/** As `OperationDraft.twin`: undefined where the tool knows no twins or a key decides. */
export function seenTwin(
  tool: { stillThere?: StillThere },
  key: string | undefined,
  twin: Twin | undefined,
): string | null | undefined {
  if (!tool.stillThere || key !== undefined) return undefined;
  return twin?.answered.operation.operation_id ?? null;
}

/** Whether items end as those of the twin did, one by one. */
export function endsAs(twin: Twin, items: readonly LedgerItem[]): boolean {
  const before = twin.answered.operation.items;
  return items.every(({ index, failure }) => failure?.code === before[index]?.failure?.code);
}

/**
 * What to say of an answer that shows what was done before: how to really do it once more. Undefined for any other.
 * @param key of the call: whoever gave one means the repetition
 */
export function twinNote(
  { items, replayed }: { items: readonly LedgerItem[]; replayed: boolean },
  key: string | undefined,
  { caller }: ToolContext,
): string | undefined {
  const repeats = replayed || items.some((item) => item.entry?.replayed === true);
  return repeats && key === undefined ? say(caller.language, "operation.twin", {}) : undefined;
}
