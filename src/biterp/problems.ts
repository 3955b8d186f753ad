import { Failure } from "../errors";
import { isRecord, type JsonObject } from "../json";
import type { Answer } from "./body";
import type { Permission } from "./port";

/** What an operation was about, for the wording of its refusal. */
export interface Subject {
  /** The product's id, or the company's where no product is named. */
  id: string;
  permission: Permission | null;
  /** The SKU that the write would take. */
  sku?: string | undefined;
}

const word = (value: unknown) => (typeof value === "string" ? value.slice(0, 100) : "");

/** An answer that is not bitERP's own: HTML, no JSON, another shape. Nothing of it is shown. */
export function brokenAnswer(): Failure {
  return Failure.of("upstream_error", "biterp.broken", {});
}

/** A write was sent and nobody knows what became of it. */
export function unknownOutcome(): Failure {
  return Failure.of("unknown_outcome", "biterp.unknown_outcome", {});
}

/** bitERP cannot be reached, and nothing was changed. */
export function unavailable(): Failure {
  return Failure.of("upstream_unavailable", "biterp.unavailable", {});
}

/** Statuses that whatever stands before bitERP answers where bitERP itself does not. */
const unreached: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/**
 * What a request comes to that was tried often enough and changed nothing.
 * @param status of its last answer; undefined where none came
 */
export function gaveUp(status: number | undefined): Failure {
  if (status === undefined || unreached.has(status)) return unavailable();
  return Failure.of("upstream_error", "biterp.failed", {});
}

/** bitERP takes no more requests for now. */
export function rateLimited(seconds: number): Failure {
  return Failure.of(
    "rate_limited",
    "biterp.rate_limited",
    { seconds },
    { details: { retry_after_s: seconds } },
  );
}

/** The product does not exist here. */
export function notFound(typed: string): Failure {
  return Failure.of("not_found", "error.not_found", { typed });
}

/** The product is soft-deleted. @param deletedAt RFC 3339, where known */
export function deleted(deletedAt: unknown): Failure {
  const at = word(deletedAt);
  return Failure.of("deleted", "error.deleted", {}, at ? { details: { deleted_at: at } } : {});
}

/** A refusal of bitERP as a failure of the tool contract. Only codes and names of fields are taken from it. */
export function problemFailure(answer: Answer, subject: Subject): Failure {
  const body = isRecord(answer.body) ? answer.body : {};
  if (answer.broken) return brokenAnswer();
  switch (answer.status) {
    case 400:
      if (body.code === "invalid_cursor")
        return Failure.of("invalid_cursor", "biterp.invalid_cursor", {}, { parameter: "cursor" });
      if (body.code === "cursor_mismatch")
        return Failure.of("cursor_mismatch", "biterp.cursor_mismatch", {}, { parameter: "cursor" });
      return brokenAnswer();
    case 403:
      return forbidden(word(body.permission) || subject.permission || "");
    case 404:
      return notFound(subject.id);
    case 409:
      return taken(body, subject);
    case 410:
      return deleted(body.deleted_at);
    case 422:
      return rejected(body);
    default:
      return brokenAnswer();
  }
}

function forbidden(permission: string): Failure {
  const details: JsonObject = permission ? { permission } : {};
  return Failure.of("forbidden", "biterp.forbidden", { permission }, { details });
}

function taken(body: Record<string, unknown>, subject: Subject): Failure {
  if (body.code === "key_reused")
    return Failure.of("key_reused", "biterp.key_reused", {}, { parameter: "idempotency_key" });
  if (body.code !== "sku_taken") return Failure.of("conflict", "biterp.conflict", {});
  const holder = word(body.product_id);
  const details: JsonObject = holder ? { product_id: holder } : {};
  return Failure.of(
    "conflict",
    "biterp.sku_taken",
    { sku: subject.sku ?? "" },
    { parameter: "sku", details },
  );
}

function rejected(body: Record<string, unknown>): Failure {
  const errors = (Array.isArray(body.errors) ? body.errors : []).filter(isRecord).slice(0, 10);
  const fields = errors.map((error) => ({ field: word(error.field), reason: word(error.code) }));
  const first = fields[0];
  if (!first) return Failure.of("invalid_argument", "biterp.rejected", {});
  const facts = { parameter: first.field, ...(fields.length > 1 ? { details: { fields } } : {}) };
  return Failure.of("invalid_argument", "biterp.rejected_field", first, facts);
}
