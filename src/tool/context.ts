import type { BitErp, Permission } from "../biterp/port";
import type { EvidenceStore } from "../evidence/store";
import type { Language } from "../messages";
import type { SessionClient } from "../session/client";
import type { RemoteProgress } from "../session/waiting";
import type { Rights } from "../tenancy/rights";
import type { OperationWording } from "./wording";

/** The verified caller: the person, the client, and what was allowed. */
export interface Caller {
  userId: string;
  clientId: string;
  /** One per consent. */
  connectionId: string;
  scopes: readonly string[];
  /** The company the connection was pinned to. */
  pinned: string | undefined;
  language: Language;
  timezone: string;
}

/** What a person answered to a question asked inside the call; its signature has been checked. */
export interface QuestionAnswer {
  operationId: string;
  tool: string;
  digest: string;
  /** `confirmed` only for an acceptance that says so itself. */
  action: "confirmed" | "declined" | "open";
}

/** The way to ask inside the call. */
export interface Asking {
  /** Present when this call brings an answer. @throws Failure `expired` when its state is no good any more */
  answer(): Promise<QuestionAnswer | undefined>;
}

/** Everything one tool call may use. */
export interface ToolContext {
  caller: Caller;
  requestId: string;
  traceparent: string | undefined;
  erp: BitErp;
  /** Ends what the call may have opened towards bitERP. */
  close?(): Promise<void>;
  rights: Rights;
  /** The session of this person and this client. */
  session: SessionClient;
  /** The same person's session with another of their clients. */
  otherSession(clientId: string): SessionClient;
  evidence: EvidenceStore;
  /** Absent when the client cannot be asked inside a call. */
  asking: Asking | undefined;
  /** Absent when the client did not ask to be told. */
  progress: RemoteProgress | undefined;
  /** The page on which the person approves an operation. */
  approvalUrl(operationId: string): string;
  /** How operations of a tool are worded. */
  wordingOf(tool: string): OperationWording;
  /** The permission an operation of this tool needs. */
  permissionOf(tool: string): Permission | undefined;
}
