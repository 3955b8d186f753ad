import type { Json, JsonObject } from "../json";
import { type Language, say } from "../messages";
import type { LedgerItem } from "../multi-item/item";
import { isFinal, type OperationRecord, type TenantRef } from "../multi-item/operation";
import { outcome } from "../multi-item/outcome";
import type { Answered } from "../session/client";
import type { ToolContext } from "./context";
import type { Effect, ToolAnswer } from "./declaration";
import { fitResult, sizeOf, TEXT_LIMIT, tooLong } from "./fit-result";
import { type PagePlace, pageOfItems } from "./item-pages";
import { failedEntries, pendingItem, resultEntry, valuesOf } from "./present-items";
import { confirmationMessage, shortQuestion } from "./question";
import type { OperationWording } from "./wording";

/** For whom an operation is shown. */
export interface View {
  language: Language;
  timezone: string;
  approvalUrl(operationId: string): string;
  /** Whether each item tells its values before and its times. */
  evidence?: boolean;
  /** What there is to say of the answer as a whole, once the operation has ended. */
  note?: string | undefined;
  /** Where the page begins that is asked for, of an operation that is too long for one. */
  from?: PagePlace | undefined;
}

/** How operations are shown to the caller. */
export function viewOf({ caller, approvalUrl }: ToolContext, evidence = false): View {
  return { language: caller.language, timezone: caller.timezone, approvalUrl, evidence };
}

/** An operation in whatever state, as every multi-item tool and get_operation show it. */
export function presentOperation(answered: Answered, wording: OperationWording, view: View): ToolAnswer {
  const { operation } = answered;
  const ended =
    isFinal(operation.status) && operation.status !== "CANCELLED" && operation.status !== "EXPIRED";
  const whole = ended ? endedKeys(answered, view) : openKeys(answered, wording, view);
  const structured = onePage(whole, operation.operation_id, view);
  return { kind: "result", structured, ...(operation.status === "FAILED" && { isError: true }) };
}

/** Evidence is never shortened; elsewhere listed products are, before an operation is given page by page. */
function onePage(whole: JsonObject, operationId: string, { evidence, from }: View): JsonObject {
  if (from) return pageOfItems(whole, operationId, from);
  const { structured, fits } = evidence
    ? { structured: whole, fits: sizeOf(whole) <= TEXT_LIMIT }
    : fitResult(whole);
  return fits ? structured : pageOfItems(structured, operationId);
}

/**
 * Refuses a set whose question or outcome would be too long for a host to take whole: it would find out only after
 * everything is written.
 * @param planned the items before anything is asked or sent
 * @throws Failure `invalid_argument` that says how many items would do
 */
export function requireRoom(
  planned: readonly LedgerItem[],
  { wording, effect }: { wording: OperationWording; effect: Effect },
  tenant: TenantRef,
  language: Language,
): void {
  // What one item cannot tell on one page is told on several.
  if (planned.length === 1) return;
  const showsProduct = effect === "create" || effect === "update";
  const ended = planned.map((item): LedgerItem => {
    if (item.state !== "actionable" || item.duplicate_of !== undefined) return item;
    const { label, shown, target } = item;
    const product = {
      sku: "",
      description: "",
      ...label,
      ...(shown?.changes as JsonObject),
      more: OF_A_PRODUCT,
    };
    const entry = {
      ...(showsProduct ? { product } : { deleted_at: label.id ?? "" }),
      ...(target?.similar !== undefined && { similar: target.similar }),
    };
    return { ...item, state: "done", entry };
  });
  const done = ended.map((item) => resultEntry(item, ended, language, false));
  const pending = planned.map((item) => pendingItem(item, planned, wording, language));
  const question = shortQuestion({ items: planned, tenant }, wording, language);
  const head = { ...tenant, more: OF_AN_OPERATION };
  for (const answer of [
    { head, results: done },
    { head, items: pending, confirmation_message: question },
  ]) {
    const { fits, text } = fitResult(answer);
    if (!fits) throw tooLong(planned.length, text.length);
  }
}

/** Stands for what bitERP adds to a product: id, price, state, times. */
const OF_A_PRODUCT = "x".repeat(155);
/** Stands for what an answer tells about the operation itself: id, address, times, indexes of failures. */
const OF_AN_OPERATION = "x".repeat(800);

/** A set that ended without ever becoming an operation: nothing in it could be done, or it only read. */
export function presentSet(
  items: readonly LedgerItem[],
  tenant: TenantRef,
  language: Language,
  note?: string,
): ToolAnswer {
  const { status, summary, failures } = outcome(items);
  const results = items.map((item) => resultEntry(item, items, language, false));
  const structured = {
    status,
    summary,
    failures,
    failed: failedEntries(results),
    partial_success: status === "PARTIAL_SUCCESS",
    tenant: { ...tenant },
    ...(note !== undefined && { message: note }),
    results,
  };
  return { kind: "result", structured, ...(status === "FAILED" && { isError: true }) };
}

function endedKeys({ operation, replayed }: Answered, view: View): JsonObject {
  const { items } = operation;
  const { summary, failures } = outcome(items);
  const results = items.map((item) => resultEntry(item, items, view.language, view.evidence === true));
  return {
    status: operation.status,
    summary,
    failures,
    failed: failedEntries(results),
    partial_success: operation.status === "PARTIAL_SUCCESS",
    operation_id: operation.operation_id,
    tenant: { ...operation.tenant },
    ...(replayed && { replayed }),
    ...(view.note !== undefined && { message: view.note }),
    ...(view.evidence && timesOf(operation)),
    results,
    ...(operation.auxiliary && { auxiliary: operation.auxiliary as unknown as Json }),
  };
}

function openKeys({ operation, replayed }: Answered, wording: OperationWording, view: View): JsonObject {
  const { items, status } = operation;
  const awaiting = status === "AWAITING_CONFIRMATION";
  const page = operation.mode === "browser" ? view.approvalUrl(operation.operation_id) : undefined;
  return {
    status,
    ...(status !== "RUNNING" && { executed: false }),
    operation_id: operation.operation_id,
    tenant: { ...operation.tenant },
    ...(replayed && { replayed }),
    ...(awaiting && { expires_at: operation.expires_at, ...(page && { approval_url: page }) }),
    ...(awaiting
      ? { confirmation_message: confirmationMessage(operation, wording, { ...view, page }) }
      : { message: stateMessage(operation, view.language) }),
    ...(view.evidence && timesOf(operation)),
    items: items.map((item) => ({
      ...pendingItem(item, items, wording, view.language),
      ...(view.evidence && valuesOf(item)),
    })),
  };
}

function timesOf(operation: OperationRecord): JsonObject {
  return {
    tool: operation.tool,
    ...(operation.confirmed_by !== undefined && { confirmed_by: operation.confirmed_by }),
    created_at: operation.created_at,
    ...(operation.started_at !== undefined && { started_at: operation.started_at }),
    ...(operation.ended_at !== undefined && { ended_at: operation.ended_at }),
  };
}

/** What there is to say of an operation that runs, or ended without doing anything. */
function stateMessage(operation: OperationRecord, language: Language): string {
  if (operation.status === "EXPIRED") return say(language, "operation.expired", {});
  if (operation.status === "CANCELLED") return say(language, "operation.dropped", {});
  return say(language, "operation.running", {});
}
