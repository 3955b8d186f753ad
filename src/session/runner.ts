import { SignInRefused } from "../biterp/port";
import { Failure, type FailureRecord, toFailureRecord } from "../errors";
import { logFault } from "../log";
import { fanOut } from "../multi-item/fan-out";
import { keyOf, type LedgerItem } from "../multi-item/item";
import type { OperationRecord, OperationStatus } from "../multi-item/operation";
import { outcome } from "../multi-item/outcome";
import { IN_FLIGHT } from "../multi-item/plan";
import type { Ledger } from "./ledger";
import type { Connection, ItemExecutor } from "./parts";

/** Told after every answered item: how many of the items to send have ended, and how many there are. */
export type ProgressListener = (done: number, total: number) => void;

/**
 * Executes one taken operation from its ledger, from wherever it stands: the row says `sent` before the request
 * leaves and what came back afterwards, so another isolate can take over at any point.
 */
export async function runOperation(
  ledger: Ledger,
  operation: OperationRecord,
  executor: ItemExecutor,
  connection: Connection,
  progress: ProgressListener,
): Promise<void> {
  const id = operation.operation_id;
  const own = operation.items.filter((item) => item.duplicate_of === undefined && item.target !== undefined);
  const todo = own.filter((item) => item.state === "actionable" || item.state === "sent");
  let done = own.length - todo.length;
  // Once bitERP limits us for long or the sign-in has ended, sending the rest would only fail as well.
  let halt: FailureRecord | undefined;

  const reasonNotToSend = (item: LedgerItem): FailureRecord | undefined => {
    // One that was sent is always brought to its end: by its key, or by reading the product.
    if (wasSent(item)) return undefined;
    if (ledger.stopRequested(id)) return Failure.of("cancelled", "operation.cancelled_item", {}).record;
    return halt;
  };

  const results = await fanOut(todo, IN_FLIGHT, async (item) => {
    const refused = reasonNotToSend(item);
    if (refused) {
      ledger.saveItem(id, { ...item, state: "failed", failure: refused });
    } else {
      const sentBefore = wasSent(item);
      const sent = sentBefore && !connection.honoursIdempotencyKeys ? item : sentNow(item);
      ledger.saveItem(id, sent);
      const ended = await executeOne(operation, sent, executor, connection, sentBefore);
      ledger.saveItem(id, ended);
      if (ended.failure?.code === "rate_limited" || ended.failure?.say.key === "operation.sign_in_ended") {
        halt ??= ended.failure;
      }
    }
    done += 1;
    progress(done, own.length);
  });
  const broken = results.find((one) => one.status === "rejected");
  if (broken) throw broken.reason;
  ledger.finish(id, endStatus(ledger.items(id), ledger.stopRequested(id)), Date.now());
}

function sentNow(item: LedgerItem): LedgerItem {
  return { ...item, state: "sent", tries: item.tries + 1, sent_at: new Date().toISOString() };
}

async function executeOne(
  operation: OperationRecord,
  item: LedgerItem,
  executor: ItemExecutor,
  connection: Connection,
  sentBefore: boolean,
): Promise<LedgerItem> {
  try {
    const entry = await executor.execute(connection.erp, operation.tenant.tenant_id, item.target ?? {}, {
      idempotencyKey: keyOf(operation.operation_id, item),
      asked: operation.asked,
      sentBefore,
    });
    return { ...item, state: "done", entry, answered_at: new Date().toISOString() };
  } catch (error) {
    const failure = failureOf(error, operation, item);
    const ended = { ...item, state: "failed" as const, answered_at: new Date().toISOString() };
    // Only an answer that contradicts the item is one about it. Every other refusal of a second request may be said
    // because the first one was done.
    if (!sentBefore || failure.code === "upstream_error") return { ...ended, failure };
    return { ...ended, failure: Failure.of("unknown_outcome", "operation.unknown_outcome", {}).record };
  }
}

function failureOf(error: unknown, operation: OperationRecord, { index }: LedgerItem): FailureRecord {
  if (error instanceof SignInRefused) return Failure.of("forbidden", "operation.sign_in_ended", {}).record;
  if (!(error instanceof Failure)) {
    const { operation_id, request_id } = operation;
    logFault("item_fault", error, { operation_id, request_id, item: index });
  }
  return toFailureRecord(error);
}

/** Whether an item may have been done already, by a run that died or by an operation before this one. */
function wasSent({ state, sent_as }: LedgerItem): boolean {
  return state === "sent" || sent_as !== undefined;
}

function endStatus(items: readonly LedgerItem[], stopped: boolean): OperationStatus {
  // CANCELLED promises that nothing was sent; a set stopped in the middle ends as its items say.
  if (stopped && items.every((item) => item.tries === 0)) return "CANCELLED";
  return outcome(items).status;
}
