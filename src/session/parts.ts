import type { BitErp } from "../biterp/port";
import type { SignInServer } from "../biterp/sign-in";
import { Failure } from "../errors";
import type { EvidenceStore } from "../evidence/store";
import type { Language } from "../messages";
import type { Execute } from "../multi-item/operation";
import type { Sealer } from "../sealing";

/** Who a connection to bitERP acts for. */
export interface OnBehalfOf {
  userId: string;
  /** A token for the person at a remote bitERP. @param refused one that bitERP has just refused */
  remoteToken(refused?: string): Promise<string>;
  language: Language;
  requestId: string;
  traceparent?: string | undefined;
}

/** bitERP for one person, and what it can promise. */
export interface Connection {
  erp: BitErp;
  /** Whether a write may be repeated with its key after its answer was lost. */
  honoursIdempotencyKeys: boolean;
  /** Ends what may stand open towards bitERP; best effort. */
  close?(): Promise<void>;
}

/** How one tool's items are executed; found by the tool's name in a stored operation. */
export interface ItemExecutor {
  execute: Execute<BitErp>;
}

/** What the composition root hands the session object, so that the object needs nothing above it. */
export interface SessionParts {
  executors: Readonly<Record<string, ItemExecutor>>;
  connect(env: Env, caller: OnBehalfOf): Connection;
  /** How sign-ins at a remote bitERP are kept and renewed; undefined with the bundled one. */
  signIn(env: Env): { sealer: Sealer; server: SignInServer } | undefined;
  evidence(env: Env): EvidenceStore;
}

/** Stands in for a tool that a later version no longer has: its items end as failed instead of running for ever. */
export const missingExecutor: ItemExecutor = {
  execute: () => Promise.reject(Failure.of("internal_error", "error.internal", {})),
};
