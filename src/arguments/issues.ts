import type * as z from "zod";
import type { Failure } from "../errors";
import { itemPath, keyPath } from "./path";
import { refuse } from "./refuse";

/**
 * The first complaint of zod as a failure of ours. After the lenient reading only two things are left: a parameter
 * that is missing, and a rule that a declaration adds by itself.
 * @param path of the value that was checked
 */
export function issueFailure(issues: readonly z.core.$ZodIssue[], path: string): Failure {
  const [issue] = issues;
  let parameter = path;
  for (const step of issue?.path ?? [])
    parameter = typeof step === "number" ? itemPath(parameter, step) : keyPath(parameter, String(step));
  // zod keeps the offending value out of its issues; after coercion a wrong type can only mean an absent one.
  if (issue?.code === "invalid_type" || issue?.code === "invalid_value")
    return refuse(parameter, "argument.missing", { parameter });
  return refuse(parameter, "argument.invalid", { parameter });
}
