import * as z from "zod";
import {
  type Action,
  action as anywhere,
  commonCalm,
  commonSwitches,
  rule as ruleAnywhere,
} from "../biterp/faults/switches.ts";

/** What a request gets in place of, or after, the tool's own answer. */
const action = z.union([
  anywhere,
  /** As "drop_after", but the connection stays open and silent. */
  z.literal("hang_after"),
  /** A result with `isError` and this text. The tool does not run. */
  z.strictObject({ isError: z.string() }),
  /** A result that holds this value, as if the tool had answered it. The tool does not run. */
  z.strictObject({ result: z.unknown() }),
  /** A JSON-RPC error. The tool does not run. */
  z.strictObject({ rpcError: z.strictObject({ code: z.int(), message: z.string() }) }),
]);

/** About requests by POST only, so that a client's stream in the background uses no rule up. */
const rule = ruleAnywhere.extend({
  /** The JSON-RPC method, such as tools/call. */
  rpc: z.string().optional(),
  /** The tool that is called. */
  tool: z.string().optional(),
  action,
});

/** Everything that can be switched while it runs. */
export const mcpSwitches = commonSwitches.extend({
  rules: z.array(rule),
  /** Whether a client gets a session and must name it. Clients connected before a change have to connect anew. */
  sessions: z.boolean(),
  /** A session that was not used for so long is unknown; 0: never. */
  sessionTtlMs: z.int().min(0),
  /** Answers of new sessions: a stream of events, or one JSON document. */
  answerAs: z.enum(["sse", "json"]),
  /** Results carry `structuredContent` besides the text; what is an array stands under `result` there. */
  structured: z.boolean(),
  /** Descriptions of new sessions, and errors, give orders to the model that reads them. */
  poison: z.boolean(),
});

export type McpAction = z.output<typeof action>;
export type McpRule = z.output<typeof rule>;
export type McpSwitches = z.output<typeof mcpSwitches>;

/** bitERP as its documentation describes it. */
export const calm: McpSwitches = {
  ...commonCalm,
  rules: [],
  sessions: true,
  sessionTtlMs: 0,
  answerAs: "sse",
  structured: false,
  poison: false,
};

/** What the issuer can do of an action: it calls no tools. */
export function forIssuer(wanted: McpAction | undefined): Action | undefined {
  if (wanted === "hang_after") return "hang";
  return typeof wanted === "object" && !("status" in wanted) ? undefined : wanted;
}
