import type { CallToolResult } from "@modelcontextprotocol/server";
import { type FailureRecord, failureMessage } from "../errors";
import { isRecord, type JsonObject } from "../json";
import type { Language } from "../messages";
import { fitResult, tooLong } from "../tool/fit-result";

/**
 * A result whose text is its structured content.
 * @throws Failure `invalid_argument` when it is too long for hosts to take whole. Only reads come to that: whatever
 *   writes is refused before it writes, or answered page by page.
 */
export function okResult(structured: JsonObject, isError: boolean): CallToolResult {
  const fitted = fitResult(structured);
  if (!fitted.fits) throw tooLong(itemsIn(structured), fitted.text.length);
  return {
    content: [{ type: "text", text: fitted.text }],
    structuredContent: fitted.structured,
    ...(isError && { isError }),
  };
}

/** How many items a result answers for. */
function itemsIn({ results, transaction_decision }: JsonObject): number {
  if (Array.isArray(results)) return results.length;
  const resolved = isRecord(transaction_decision) ? transaction_decision.resolved_arguments : undefined;
  return isRecord(resolved) && Array.isArray(resolved.items) ? resolved.items.length : 1;
}

/** A failure of the whole call: text only, because some clients check structured content of errors and hide both. */
export function errorResult(record: FailureRecord, language: Language, requestId: string): CallToolResult {
  const { code, retryable, parameter, details } = record;
  const error = (more: typeof details) => ({
    error: {
      code,
      message: failureMessage(record, language),
      retryable,
      ...(parameter !== undefined && { parameter }),
      ...(more !== undefined && { details: more }),
      request_id: requestId,
    },
  });
  const told = fitResult(error(details));
  const text = told.fits ? told.text : JSON.stringify(error(undefined));
  return { content: [{ type: "text", text }], isError: true };
}
