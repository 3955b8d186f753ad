import type { Caller, ToolContext } from "../tool/context";

/** What serving one request needs, besides the request itself. */
export interface CallParts {
  caller: Caller;
  requestId: string;
  era: "legacy" | "modern";
  /** The tool context without what depends on the single call. */
  toolContext: Omit<ToolContext, "asking" | "progress">;
  signingSecret: string;
  /** Where this server is reached. */
  publicUrl: URL;
  /** For what may end after the answer. */
  waitUntil(work: Promise<unknown>): void;
  /** bitERP refused the stored sign-in: the answer has to become HTTP 401. */
  onSignInRefused(): void;
}
