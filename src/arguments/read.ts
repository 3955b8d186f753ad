import type * as z from "zod";
import { isRecord } from "../json";
import { coerce } from "./coerce";
import { formOf } from "./form";
import { issueFailure } from "./issues";

/** Keys that hosts add to the arguments of every tool by themselves. None of them ever means anything here. */
const hostKeys: ReadonlySet<string> = new Set([
  "sessionId",
  "action",
  "chatInput",
  "toolCallId",
  "confirmed",
]);

/**
 * The one lenient reading of tool arguments. A tool that takes none does not read any: hosts whose models cannot call
 * without arguments invent some, and those say nothing.
 * @param schema declared with the building blocks of schema.ts
 * @param raw what the client sent; undefined and null are no arguments at all
 * @throws Failure `invalid_argument` or `ambiguous_number`, with the parameter's path
 */
export function readArguments<T extends z.ZodObject>(schema: T, raw: unknown): z.output<T> {
  return readValue(schema, raw ?? {}, "", hostKeys);
}

/** The root keys of a call that neither its declaration nor the list of the hosts' own knows, as they came. */
export function unknownKeys(schema: z.ZodObject, raw: unknown): string[] {
  if (!isRecord(raw)) return [];
  return Object.keys(raw).filter((key) => !Object.hasOwn(schema.shape, key) && !hostKeys.has(key));
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
