import type { Json } from "./json";
import { type Language, type MessageKey, type MessageValues, say } from "./messages";

/** The error codes of the tool contract. They are never translated. */
export const errorCodes = [
  "invalid_argument",
  "ambiguous_number",
  "nothing_to_update",
  "tenant_required",
  "tenant_not_found",
  "not_found",
  "deleted",
  "ambiguous",
  "duplicate_item",
  "conflict",
  "key_reused",
  "cancelled",
  "expired",
  "forbidden",
  "invalid_cursor",
  "cursor_mismatch",
  "rate_limited",
  "upstream_unavailable",
  "upstream_error",
  "unknown_outcome",
  "internal_error",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Everything about a failure that is not its wording. Plain JSON, so that the ledger can keep it. */
export interface FailureFacts {
  /** The argument at fault, as a path: `items`, `items[2].changes.sale_price`. */
  parameter?: string;
  /** Data for the caller (candidates, current values, the user's companies); shown beside the message. */
  details?: { [key: string]: Json };
  /** Whether the very same call may succeed later. Default: what is usual for the code. */
  retryable?: boolean;
}

/** A failure as plain data: what the ledger stores and what is rendered for a person later. */
export interface FailureRecord extends FailureFacts {
  code: ErrorCode;
  retryable: boolean;
  say: { key: MessageKey; values: Json };
}

const retryableByNature: ReadonlySet<ErrorCode> = new Set(["rate_limited", "upstream_unavailable"]);

/**
 * The one error that rooms throw on purpose. It carries a code, a message key and data, and becomes prose only at
 * the edge, in the person's language.
 */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly record: FailureRecord;

  private constructor(record: FailureRecord) {
    super(`${record.code}: ${record.say.key}`);
    this.record = record;
  }

  /** @param code what clients branch on  @param key the wording  @param values what the wording needs */
  static of<K extends MessageKey>(
    code: ErrorCode,
    key: K,
    values: MessageValues<K>,
    facts: FailureFacts = {},
  ): Failure {
    return new Failure({
      ...facts,
      code,
      retryable: facts.retryable ?? retryableByNature.has(code),
      say: { key, values: values as Json },
    });
  }

  /** Rebuilds a failure that was stored. */
  static from(record: FailureRecord): Failure {
    return new Failure(record);
  }

  get code(): ErrorCode {
    return this.record.code;
  }
}

/** The message of a stored failure in one language. */
export function failureMessage(record: FailureRecord, language: Language): string {
  return say(language, record.say.key, record.say.values as never);
}

/**
 * Any thrown value as a failure record. What is not ours becomes `internal_error`: an unknown `Error.message` may
 * hold SQL, a URL or a token, so it never leaves the server.
 */
export function toFailureRecord(error: unknown): FailureRecord {
  if (error instanceof Failure) return error.record;
  return Failure.of("internal_error", "error.internal", {}).record;
}
