import { type ErrorCode, errorCodes, type Failure } from "../../errors";
import { isRecord } from "../../json";
import { type Permission, permissions } from "../port";
import { brokenAnswer, gaveUp, problemFailure, type Subject, unknownOutcome } from "../problems";
import { withoutSent } from "./sent";

/** What a refusal comes to: a failure, or a wait. */
export type Refusal =
  | { kind: "failure"; failure: Failure }
  | { kind: "throttled"; retryAfterS: number | undefined };

/** What was asked, as far as its refusal is concerned. */
export interface Refused {
  subject: Subject;
  isWrite: boolean;
  /** Whether prose may be understood. It never decides about a write: the name of a product may stand in it. */
  readsProse: boolean;
  /** The texts that were sent. */
  sent: readonly string[];
}

type Word = ErrorCode | "sku_taken";

const codes: ReadonlySet<string> = new Set([...errorCodes, "sku_taken"]);
const fieldNames: ReadonlySet<string> = new Set([
  "name",
  "sale_price",
  "description",
  "sku",
  "is_active",
  "search",
  "limit",
]);

/**
 * Prose that is clear enough, in the order asked: an answer that says both "not found" and "no permission" must not
 * tell that there is something.
 */
const prose: readonly (readonly [RegExp, Word])[] = [
  [/rate.?limit|too many requests|muitas (requisi|solicita)|limite de requisi/i, "rate_limited"],
  [/already (been )?deleted|is deleted|was deleted|já (foi |está )?(exclu|delet)/i, "deleted"],
  [
    /not found|no such|does not exist|doesn't exist|não (foi )?(encontrad|localizad)|não existe|inexistente/i,
    "not_found",
  ],
  [
    /forbidden|permission|not (allowed|authorized)|access denied|(sem|não (tem|possui|há)) (a )?permiss|acesso negado|não (autorizad|permitid)|proibid/i,
    "forbidden",
  ],
  [
    /sku.{0,60}(already|exists|taken|in use|duplicat|já|em uso)|(already|duplicat|já existe).{0,60}sku/i,
    "sku_taken",
  ],
  [
    /already exists|already in use|is taken|duplicat|conflict|já existe|já (está )?em uso|conflito/i,
    "conflict",
  ],
  [
    /(invalid|expired|unknown|bad|inválid|expirad).{0,30}cursor|cursor.{0,30}(invalid|expired|unknown|inválid|expir)/i,
    "invalid_cursor",
  ],
  [/invalid|validation|is required|must be|inválid|obrigatóri|deve ser/i, "invalid_argument"],
];

/** What a status means, where a refusal has one in place of a code of ours. */
const byStatus: Readonly<Record<number, Word>> = {
  400: "invalid_argument",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  410: "deleted",
  422: "invalid_argument",
  429: "rate_limited",
};

/**
 * A result that bitERP marked as an error. Only codes, statuses, names of fields and of permissions are taken from it.
 * A write is refused by these alone; after any other error of one nobody knows whether it was done.
 */
export function refusalOf({ value, text }: { value: unknown; text: string }, refused: Refused): Refusal {
  const error = isRecord(value) && isRecord(value.error) ? value.error : isRecord(value) ? value : {};
  const word = codeIn(error, refused.sent) ?? (refused.readsProse ? wordIn(text, refused.sent) : undefined);
  const details = isRecord(error.details) ? error.details : {};
  if (word === "rate_limited") {
    const seconds = details.retry_after_s;
    return {
      kind: "throttled",
      retryAfterS: typeof seconds === "number" && seconds >= 0 ? seconds : undefined,
    };
  }
  return { kind: "failure", failure: failureOf(word, error.parameter, details, refused) };
}

/** The code, or what the status says. A field that holds what was sent is a product's, not an error's. */
function codeIn(error: Record<string, unknown>, sent: readonly string[]): Word | undefined {
  const { code, status, statusCode } = error;
  if (typeof code === "string" && !sent.includes(code)) {
    const known = code.toLowerCase();
    if (codes.has(known)) return known as Word;
  }
  const number = [status, statusCode, code].find((one) => typeof one === "number");
  return number === undefined ? undefined : byStatus[number as number];
}

function wordIn(text: string, sent: readonly string[]): Word | undefined {
  const said = withoutSent(text, sent);
  return prose.find(([pattern]) => pattern.test(said))?.[1];
}

function failureOf(
  word: Word | undefined,
  parameter: unknown,
  details: Record<string, unknown>,
  { subject, isWrite }: Refused,
): Failure {
  const as = (status: number, body: object) =>
    problemFailure({ status, headers: new Headers(), body, broken: false }, subject);
  const field = typeof parameter === "string" && fieldNames.has(parameter) ? parameter : undefined;
  switch (word) {
    case "not_found":
    case "tenant_not_found":
      return as(404, {});
    case "deleted":
      return as(410, { deleted_at: details.deleted_at });
    case "forbidden":
      return as(403, { permission: permissions.find((one: Permission) => one === details.permission) });
    case "sku_taken":
      return as(409, { code: "sku_taken" });
    case "conflict":
      return as(409, field === "sku" ? { code: "sku_taken" } : {});
    case "invalid_argument":
    case "ambiguous_number":
    case "nothing_to_update":
    case "tenant_required":
      return as(422, field ? { errors: [{ field, code: "" }] } : {});
    case "invalid_cursor":
    case "cursor_mismatch":
      return as(400, { code: word });
    case "upstream_unavailable":
      // What stands behind their server may have done it before it went away.
      return isWrite ? unknownOutcome() : gaveUp(undefined);
    default:
      // An error of theirs that says nothing clear is like a 500: the write may have been done all the same.
      return isWrite ? unknownOutcome() : brokenAnswer();
  }
}
