import type { ScopeChallengeHandler } from "@modelcontextprotocol/server";
import { isRecord } from "../json";
import type { ToolDeclaration } from "../tool/declaration";

/** The permission of the operation that a call names; undefined when it is not the caller's. */
export type OperationPermission = (operationId: string) => Promise<string | undefined>;

/**
 * Too little scope is HTTP 403 with the union of what is granted and what is needed, so that a client can step up
 * and does not loop.
 */
export function scopeChallenge(
  tool: ToolDeclaration,
  ofOperation: OperationPermission,
): ScopeChallengeHandler {
  return async ({ request, authInfo }) => {
    if (!authInfo) return undefined;
    const needed =
      tool.permission ?? (tool.listedWith && (await permissionBehind(request.params, ofOperation)));
    if (needed === undefined || authInfo.scopes.includes(needed)) return undefined;
    return {
      scopes: [...new Set([...authInfo.scopes, needed])] as [string, ...string[]],
      errorDescription: `This needs the scope ${needed}`,
    };
  };
}

async function permissionBehind(
  params: unknown,
  ofOperation: OperationPermission,
): Promise<string | undefined> {
  const args = isRecord(params) && isRecord(params.arguments) ? params.arguments : {};
  return typeof args.operation_id === "string" ? ofOperation(args.operation_id.trim()) : undefined;
}
