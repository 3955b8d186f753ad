import type * as z from "zod";
import { readArguments } from "../arguments";
import { isRecord } from "../json";
import type { ToolContext } from "./context";

/**
 * The arguments of one call. Agent frameworks, which run on `delegated` connections, add `query` by themselves.
 * @throws Failure `invalid_argument`, `ambiguous_number`
 */
export async function readCall<S extends z.ZodObject>(
  schema: S,
  raw: unknown,
  context: ToolContext,
): Promise<z.output<S>> {
  const framework =
    isRecord(raw) &&
    "query" in raw &&
    (await context.session.state(context.caller.connectionId)).mode === "delegated";
  return readArguments(schema, raw, framework ? { alsoIgnore: ["query"] } : {});
}
