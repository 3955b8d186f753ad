import type { Permission } from "../biterp/port";
import type { LedgerItem } from "../multi-item/item";
import type { OperationDraft, TenantRef } from "../multi-item/operation";
import type { ToolContext } from "./context";

/** What of an operation the call decides, and not the caller. */
export interface DraftFacts {
  tool: { name: string; permission: Permission };
  tenant: TenantRef;
  /** Whether the tool wants a person's yes. */
  asks: boolean;
  digest: string;
  key: string | undefined;
  /** As `OperationDraft.twin`; undefined where the same words mean nothing. */
  twin: string | null | undefined;
  items: LedgerItem[];
}

/** What is about to become an operation of this caller. */
export function draftOf(facts: DraftFacts, { caller, requestId, traceparent }: ToolContext): OperationDraft {
  const { tool, tenant, asks, digest, key, twin, items } = facts;
  return {
    tool: tool.name,
    permission: tool.permission,
    tenant,
    user_id: caller.userId,
    client_id: caller.clientId,
    connection_id: caller.connectionId,
    language: caller.language,
    asks,
    digest,
    ...(key !== undefined && { idempotency_key: key }),
    ...(twin !== undefined && { twin }),
    request_id: requestId,
    ...(traceparent !== undefined && { traceparent }),
    items,
  };
}
