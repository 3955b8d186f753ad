/** Something that is known not to pass, and why that is right. */
export interface Expected {
  /** A scenario, or a single check of one: `scenario:check`. A star at the end stands for the rest. */
  what: string;
  /** A failure breaks conformance; a warning is the suite's advice. */
  how: "failure" | "warning";
  why: string;
}

const pushed =
  "a request of the server in the middle of a call; a stateless server cannot hear the answer, so 2025-era clients " +
  "confirm with a call of their own (`confirm_operation`)";
const resumed =
  "advice for streams that can be taken up again; ours hold no events, an operation is asked for by its id";
const session = "advice to hand out a session id; this server keeps no session";

/** Of 0.1.16, the revisions up to 2025-11-25. */
export const upTo2025: readonly Expected[] = [
  { what: "tools-call-sampling", how: "failure", why: pushed },
  { what: "tools-call-elicitation", how: "failure", why: pushed },
  { what: "elicitation-sep1034-defaults", how: "failure", why: pushed },
  { what: "elicitation-sep1330-enums", how: "failure", why: pushed },
  { what: "server-sse-polling:server-sse-polling-session", how: "warning", why: session },
  { what: "server-sse-polling:server-sse-priming-event", how: "warning", why: resumed },
  { what: "server-sse-polling:server-sse-retry-field", how: "warning", why: resumed },
  {
    what: "server-sse-multiple-streams:server-sse-multiple-streams-session",
    how: "warning",
    why: session,
  },
];

/** Of 0.2, revision 2026-07-28. */
export const of2026: readonly Expected[] = [
  {
    what: "tasks-*",
    how: "failure",
    why: "the Tasks extension, which no revision requires; long work here is an operation with an id, known to every client",
  },
];

const foreign = "needs a tool of the suite's own, which the product has not; the fixture has it and passes";
const absent = "this server offers tools only";

/** Of the product itself, in 0.2's scenarios for 2026-07-28. */
export const ofProduct: readonly Expected[] = [
  { what: "server-stateless:sep-2575-server-rejects-undeclared-capability", how: "failure", why: foreign },
  { what: "server-stateless:sep-2575-missing-capability-http-400", how: "failure", why: foreign },
  {
    what: "server-stateless:sep-2575-http-server-no-independent-requests-on-stream",
    how: "failure",
    why: foreign,
  },
  { what: "server-stateless:sep-2575-server-no-log-without-loglevel", how: "failure", why: foreign },
  { what: "caching:sep-2549-prompts-list-caching-hints", how: "failure", why: absent },
  { what: "caching:sep-2549-resources-list-caching-hints", how: "failure", why: absent },
  { what: "caching:sep-2549-resources-templates-list-caching-hints", how: "failure", why: absent },
];
