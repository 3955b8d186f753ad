import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import { SignInRefused } from "../biterp/port";
import { Failure, toFailureRecord } from "../errors";
import { isRecord } from "../json";
import { log, logFault } from "../log";
import { isOperationId } from "../session/operation-id";
import type { RemoteProgress } from "../session/waiting";
import type { ToolContext } from "../tool/context";
import type { ToolDeclaration } from "../tool/declaration";
import { callArguments, naming } from "../tool/read-call";
import { askingInside, canBeAsked } from "./asking";
import type { CallParts } from "./parts";
import { errorResult, okResult } from "./results";

/** Runs one tool call. The one place that turns failures into results; it never throws. */
export async function callTool(
  tool: ToolDeclaration,
  raw: unknown,
  context: ServerContext,
  parts: CallParts,
): Promise<CallToolResult | InputRequiredResult> {
  const { caller, requestId } = parts;
  const started = Date.now();
  const inside = canBeAsked(parts.era, context)
    ? askingInside(context, caller, parts.signingSecret)
    : undefined;
  const toolContext: ToolContext = {
    ...parts.toolContext,
    asking: inside?.asking,
    progress: progressOf(context),
  };
  let ended = "ok";
  let ignored: readonly string[] = [];
  try {
    const args = await callArguments(tool, raw, toolContext);
    ({ ignored } = args);
    const answer = await tool.run(args.raw, toolContext);
    if (answer.kind === "result")
      return okResult(naming(ignored, answer.structured), answer.isError === true);
    if (!inside) throw new Error("a question was asked of a client that cannot be asked");
    ended = "asked";
    return await inside.ask(answer, tool.name, caller.language);
  } catch (error) {
    const record = toFailureRecord(error);
    ended = record.code;
    parts.onThrown(error);
    if (!(error instanceof Failure || error instanceof SignInRefused))
      logFault("tool_fault", error, {
        request_id: requestId,
        operation_id: operationIn(raw),
        tool: tool.name,
      });
    // Whoever misspelled the key that is missing finds it here.
    const details = naming(ignored, record.details ?? {});
    return errorResult(ignored.length > 0 ? { ...record, details } : record, caller.language, requestId);
  } finally {
    const closing = toolContext.close?.();
    if (closing) parts.waitUntil(closing);
    log("tool_call", {
      request_id: requestId,
      tool: tool.name,
      ended,
      ms: Date.now() - started,
      era: parts.era,
    });
  }
}

/** Of the arguments only this may stand in the log: the id of an operation, which is ours. */
function operationIn(raw: unknown): string | undefined {
  const id = isRecord(raw) ? raw.operation_id : undefined;
  return typeof id === "string" && isOperationId(id) ? id : undefined;
}

/** The client's wish to be told how far the items are; a client that went away must not disturb the work. */
function progressOf(context: ServerContext): RemoteProgress | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return async (progress, total) => {
    await context.mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress, total } })
      .catch(() => undefined);
  };
}
