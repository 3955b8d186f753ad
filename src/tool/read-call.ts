import { unknownKeys } from "../arguments";
import { isRecord, type JsonObject } from "../json";
import { cut } from "../text";
import type { ToolContext } from "./context";
import type { ToolDeclaration } from "./declaration";
import { withSubject } from "./references";

/** The arguments of one call, without what was left aside. */
export interface CallArguments {
  raw: unknown;
  /** The names of the keys that were left aside, shortened where they are long. */
  ignored: string[];
}

/** How many ignored keys are named, and how much of each, in characters: a client may send whatever it likes. */
const NAMED = { keys: 50, characters: 64 };

/** What agent frameworks put where they know no company. */
const NO_TENANT = "default";

/**
 * The arguments as the tool reads them, with `subject` in its place.
 *
 * Leaves aside what an agent framework adds by itself. Those run on `delegated` connections and put their own keys
 * (`query`, `session_key`, `agent_id`, …) beside the arguments of every call; nobody can list them all. Everywhere else
 * an unknown key is a mistake that somebody can mend, and stays for the reader to refuse.
 */
export async function callArguments(
  tool: Pick<ToolDeclaration, "input" | "many">,
  raw: unknown,
  context: Pick<ToolContext, "session" | "caller">,
): Promise<CallArguments> {
  const given = tool.many?.references || "subject" in tool.input.shape ? withSubject(raw) : raw;
  if (!isRecord(given)) return { raw, ignored: [] };
  const unknown = new Set(unknownKeys(tool.input, given));
  const tenant = given.tenant_id;
  const noTenant =
    typeof tenant === "string" && tenant.trim() === NO_TENANT && "tenant_id" in tool.input.shape;
  if (unknown.size === 0 && !noTenant) return { raw: given, ignored: [] };
  const { mode } = await context.session.state(context.caller.connectionId);
  if (mode !== "delegated") return { raw: given, ignored: [] };
  const kept = Object.entries(given).filter(
    ([key]) => !unknown.has(key) && !(noTenant && key === "tenant_id"),
  );
  const ignored = [...unknown].slice(0, NAMED.keys).map((key) => cut(key, NAMED.characters));
  return { raw: Object.fromEntries(kept), ignored };
}

/** An answer that also names what was left aside. */
export function naming(ignored: readonly string[], answer: JsonObject): JsonObject {
  return ignored.length === 0 ? answer : { ...answer, ignored: [...ignored] };
}
