import type { JsonObject } from "../json";
import type { Language } from "../messages";
import type { LedgerItem } from "./item";
import type { SetStatus } from "./outcome";

/** How much the assistant may do by itself; chosen by the person at consent, stricter first. */
export const modes = ["browser", "assistant", "delegated"] as const;
export type Mode = (typeof modes)[number];

/** The stricter of two modes. */
export function stricter(one: Mode, other: Mode): Mode {
  return modes.indexOf(one) <= modes.indexOf(other) ? one : other;
}

/** By which way a yes comes: the word of the client, or the person's own click on a page of this server. */
export type ConfirmedBy = "client" | "page";

/** How long a question stays open, in seconds. */
export const PENDING_SECONDS = 30 * 60;

export type OperationStatus = "AWAITING_CONFIRMATION" | "RUNNING" | "CANCELLED" | "EXPIRED" | SetStatus;

/** Whether nothing more can happen to an operation with this status. */
export function isFinal(status: OperationStatus): boolean {
  return status !== "AWAITING_CONFIRMATION" && status !== "RUNNING";
}

/** The company an operation acts on, as results show it. */
export interface TenantRef {
  tenant_id: string;
  /** The slug. */
  tenant: string;
  company_name: string;
}

/** What is about to become an operation. */
export interface OperationDraft {
  tool: string;
  permission: string;
  tenant: TenantRef;
  user_id: string;
  client_id: string;
  /** The consent it was made under; several connections of one client have each their own mode. */
  connection_id: string;
  /** Of the person; bitERP is spoken to in it. */
  language: Language;
  /** Whether the tool wants a person's yes; the session's mode decides whether it is asked for. */
  asks: boolean;
  /** Of tool, company and items as read: the same question is the same operation. */
  digest: string;
  idempotency_key?: string;
  /**
   * Set where the same words of the same connection mean one intention for a while: the last such operation, which the
   * call has looked at and only partly taken over; null when there was none.
   */
  twin?: string | null;
  request_id: string;
  traceparent?: string;
  items: LedgerItem[];
}

/** A step after the items (archiving, say): reported apart, never part of an item's outcome. */
export type Auxiliary = { [step: string]: { success: boolean; error?: string } };

/** An operation as the session object hands it out and the archive keeps it. */
export interface OperationRecord extends OperationDraft {
  operation_id: string;
  status: OperationStatus;
  /** The session's mode when the operation was made. */
  mode: Mode;
  /** Whether a person has to confirm before anything is sent. */
  asked: boolean;
  /** Which way the yes came, where one was asked for. */
  confirmed_by?: ConfirmedBy;
  /** RFC 3339, as all times here. */
  created_at: string;
  expires_at: string;
  started_at?: string;
  ended_at?: string;
  auxiliary?: Auxiliary;
}

/** What executing one item gives back on success: the entry's own keys (`product`, `deleted_at`, …). */
export type Execute<Erp> = (
  erp: Erp,
  tenantId: string,
  target: JsonObject,
  call: ItemCall,
) => Promise<JsonObject>;

/** What one item's request carries. */
export interface ItemCall {
  idempotencyKey: string;
  /** Whether a person was shown what would happen. */
  asked: boolean;
  /** The item was sent before and its answer is lost: it may have been done. */
  sentBefore?: boolean;
  signal?: AbortSignal;
}
