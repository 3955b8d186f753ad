import { type Language, say } from "../messages";
import { quote } from "../messages/quote";
import type { OperationRecord } from "../multi-item/operation";
import { outcome } from "../multi-item/outcome";
import { resultEntry } from "./present-items";
import { confirmationMessage, itemLine, reasonOf } from "./question";
import type { OperationWording } from "./wording";

/** On the page every text stands whole: there is no other place where the person could see the rest. */
const WHOLE = Number.POSITIVE_INFINITY;

/** An operation as a person reads it on a page: what it is about, and every item. */
export interface PageText {
  heading: string;
  lines: string[];
}

/** An operation in words, in whatever state it is. Whatever is a product's own stands in quotation marks. */
export function pageText(
  operation: OperationRecord,
  wording: OperationWording,
  view: { language: Language; timezone: string },
): PageText {
  const { items, status } = operation;
  const { language } = view;
  const planned = () => items.map((item) => itemLine(item, items, wording, language, WHOLE));
  if (status === "AWAITING_CONFIRMATION") {
    const heading = confirmationMessage(operation, wording, { ...view, page: undefined, most: WHOLE });
    return { heading, lines: planned() };
  }
  if (status === "CANCELLED") return { heading: say(language, "operation.dropped", {}), lines: planned() };
  if (status === "RUNNING" || status === "EXPIRED")
    return { heading: say(language, `page.approve.${status}`, {}), lines: planned() };
  const { summary } = outcome(items);
  return {
    heading: say(language, "page.approve.ended", {
      ...summary,
      company: quote(operation.tenant.company_name, WHOLE),
    }),
    lines: items.map((item) => {
      const entry = resultEntry(item, items, language, false);
      const { id, name, typed, success } = entry;
      const called = quote(String(name ?? typed ?? id ?? item.index + 1), WHOLE);
      return say(language, success ? "page.approve.done" : "page.approve.failed", {
        called,
        why: reasonOf(entry, WHOLE),
      });
    }),
  };
}
