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
  /** Told what ended a tool: a refused sign-in and a database that is away need an answer that is no tool's. */
  onThrown(error: unknown): void;
}
