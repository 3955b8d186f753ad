import { isRecord, type JsonObject } from "../json";
import { type Language, say } from "../messages";
import { moment } from "../messages/format";
import { quote } from "../messages/quote";
import type { LedgerItem } from "../multi-item/item";
import type { OperationRecord, TenantRef } from "../multi-item/operation";
import { original } from "../multi-item/outcome";
import { actionable } from "../multi-item/plan";
import { pendingItem } from "./present-items";
import type { OperationWording } from "./wording";

/** A set that a person is asked about. */
export interface QuestionSet {
  items: readonly LedgerItem[];
  tenant: TenantRef;
}

/** What to show the person: company, count, what will happen, what to look at twice; the items stand beside it. */
export function confirmationMessage(
  operation: OperationRecord,
  wording: OperationWording,
  view: { language: Language; timezone: string; page: string | undefined; most?: number },
): string {
  const { language, timezone, page, most } = view;
  const until = moment(operation.expires_at, language, timezone);
  const question = shortQuestion(operation, wording, language, most);
  if (page !== undefined) return say(language, "operation.awaiting_page", { question, until, page });
  return say(language, "operation.awaiting", { question, until });
}

/** The whole question, where there is no other place for the items: every item on a line of its own. */
export function fullQuestion(set: QuestionSet, wording: OperationWording, language: Language): string {
  const lines = set.items.map((item) => `${item.index + 1}. ${itemLine(item, set.items, wording, language)}`);
  return [shortQuestion(set, wording, language), ...lines].join("\n");
}

/**
 * One item in one line: what it is, and what would become of it or why it is left out.
 * @param most how much of each text is shown
 */
export function itemLine(
  item: LedgerItem,
  items: readonly LedgerItem[],
  wording: OperationWording,
  language: Language,
  most?: number,
): string {
  const shown = pendingItem(item, items, wording, language, most);
  const { id, sku, name, typed } = shown;
  const called = [
    name !== undefined && quote(String(name), most),
    typed !== undefined && say(language, "operation.said", { typed: quote(String(typed), most) }),
    sku !== undefined && `SKU ${quote(String(sku))}`,
    id !== undefined && `id ${plainId(String(id))}`,
  ];
  const why =
    wording.settled && isSettled(item, items)
      ? say(language, "operation.nothing_to_do", { state: wording.settled(language) })
      : shown.error === undefined
        ? shown.what
        : reasonOf(shown, most);
  return `${called.filter(Boolean).join(" · ")}${why ? ` — ${why}` : ""}`;
}

/** Why an item is left out, in full: there is no list of candidates beside it that the message could speak of. */
export function reasonOf({ message, candidates }: JsonObject, most?: number): string {
  const named = (Array.isArray(candidates) ? candidates : []).filter(isRecord).map((one) => {
    const { name, sku, id } = one as JsonObject;
    return `${quote(String(name), most)} · ${sku ? `SKU ${quote(String(sku))}` : `id ${plainId(String(id))}`}`;
  });
  return `${message ?? ""}${named.length > 0 ? ` (${named.join("; ")})` : ""}`;
}

/** Whether an item was as asked before anything was sent. */
function isSettled(item: LedgerItem, items: readonly LedgerItem[]): boolean {
  const { state, tries } = original(item, items);
  return state === "done" && tries === 0;
}

/** An id as it is, when it can be nothing but an id; anything else could pretend to be lines of the question. */
function plainId(id: string): string {
  return /^[\w.:-]{1,64}$/.test(id) ? id : quote(id);
}

/** The question without its items: company, count, what will happen, what to look at twice. */
export function shortQuestion(
  set: QuestionSet,
  wording: OperationWording,
  language: Language,
  most?: number,
): string {
  const count = actionable(set.items).length;
  const left = set.items.filter((item) => item.state === "left_out").length;
  const settled = wording.settled ? set.items.filter((item) => isSettled(item, set.items)).length : 0;
  const doubts = set.items.flatMap((item) => wording.warnings?.(item, language, most) ?? []);
  return [
    wording.question({ count, company: quote(set.tenant.company_name, most) }, language),
    ...(left > 0 ? [say(language, "operation.left_out", { count: left })] : []),
    ...(settled > 0 ? [say(language, "operation.as_asked", { count: settled })] : []),
    ...(doubts.length > 0 ? [say(language, "operation.unsure", { warnings: doubts })] : []),
  ].join(" ");
}
