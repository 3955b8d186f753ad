import type * as z from "zod";
import { coerce } from "./coerce";
import { formOf } from "./form";
import { issueFailure } from "./issues";

/** Keys that hosts add to the arguments of every tool by themselves. None of them ever means anything here. */
const hostKeys = ["sessionId", "action", "chatInput", "toolCallId", "confirmed"] as const;

/** How one call is read. */
export interface ReadOptions {
  /** Further root keys to ignore, e.g. `query` on a delegated grant. A declared key is never ignored. */
  alsoIgnore?: readonly string[];
}

/**
 * The one lenient reading of tool arguments.
 * @param schema declared with the building blocks of schema.ts
 * @param raw what the client sent; undefined and null are no arguments at all
 * @throws Failure `invalid_argument` or `ambiguous_number`, with the parameter's path
 */
export function readArguments<T extends z.ZodType>(
  schema: T,
  raw: unknown,
  options: ReadOptions = {},
): z.output<T> {
  const ignored = new Set<string>([...hostKeys, ...(options.alsoIgnore ?? [])]);
  return readValue(schema, raw ?? {}, "", ignored);
}

/** Reads one value of a declaration, wherever it stands. @param path of the value, for messages */
export function readValue<T extends z.ZodType>(
  schema: T,
  raw: unknown,
  path: string,
  ignored?: ReadonlySet<string>,
): z.output<T> {
  const value = coerce(formOf(schema), raw, path, ignored);
  const checked = schema.safeParse(path === "" ? (value ?? {}) : value);
  if (!checked.success) throw issueFailure(checked.error.issues, path);
  return checked.data;
}
