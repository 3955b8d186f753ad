import type * as z from "zod";
import { type FieldError, invalid } from "./problems";

type Issue = z.core.$ZodIssue;

function fieldErrors(issue: Issue): FieldError[] {
  const field = issue.path.join(".");
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ field: [...issue.path, key].join("."), code: "unknown" }));
    case "too_small":
      return [{ field, code: issue.origin === "string" ? "too_short" : "too_small" }];
    case "too_big":
      return [{ field, code: issue.origin === "string" ? "too_long" : "too_large" }];
    case "custom":
      return [{ field, code: issue.message }];
    case "invalid_type":
      return [{ field, code: issue.input === undefined ? "required" : "invalid_type" }];
    default:
      return [{ field, code: "invalid" }];
  }
}

/**
 * Reads a value by a schema. A refinement's message is its error code.
 * @throws Problem 422 with every field at fault
 */
export function read<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.flatMap(fieldErrors));
}

/** How many characters a person would count, surrogate pairs as one. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
