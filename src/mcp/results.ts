import type { CallToolResult } from "@modelcontextprotocol/server";
import { type FailureRecord, failureMessage } from "../errors";
import type { JsonObject } from "../json";
import type { Language } from "../messages";
import { fitResult } from "./fit-result";

/** A result whose text is its structured content. */
export function okResult(structured: JsonObject, isError: boolean): CallToolResult {
  const fitted = fitResult(structured);
  return {
    content: [{ type: "text", text: fitted.text }],
    structuredContent: fitted.structured,
    ...(isError && { isError }),
  };
}

/** A failure of the whole call: text only, because some clients check structured content of errors and hide both. */
export function errorResult(record: FailureRecord, language: Language, requestId: string): CallToolResult {
  const { code, retryable, parameter, details } = record;
  const error = {
    code,
    message: failureMessage(record, language),
    retryable,
    ...(parameter !== undefined && { parameter }),
    ...(details !== undefined && { details }),
    request_id: requestId,
  };
  return { content: [{ type: "text", text: fitResult({ error }).text }], isError: true };
}
