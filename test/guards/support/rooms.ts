/**
 * The rooms of src/ and what each may use: the arrows of docs/architecture.md, which shows this table. The base is open
 * to all; a room that names its own part of the base (`only`) gets no more than that.
 */
export const base = [
  "errors",
  "json",
  "text",
  "permissions",
  "config",
  "context",
  "database",
  "signing",
  "sealing",
  "log",
  "messages",
  "apart",
] as const;

export interface Room {
  purpose: string;
  uses: readonly string[];
  /** The part of the base that this room may use; absent means all of it. */
  only?: readonly string[];
}

export const rooms: Record<string, Room> = {
  http: {
    purpose: "routes and middleware",
    uses: ["mcp", "auth", "session", "evidence", "tools", "tool", "multi-item", "biterp"],
  },
  mcp: {
    purpose: "the registry as an MCP server; results and errors",
    uses: ["tools", "tool", "arguments", "multi-item", "session", "biterp"],
  },
  tools: {
    purpose: "one declaration per tool, and the registry",
    uses: ["tool", "arguments", "tenancy", "products", "multi-item", "session", "biterp"],
  },
  tool: {
    purpose: "what a declaration is, and what tools of a kind share",
    uses: ["arguments", "tenancy", "multi-item", "session", "evidence", "biterp"],
  },
  arguments: { purpose: "the one lenient reading of what clients send", uses: [] },
  tenancy: { purpose: "which company a call acts on", uses: ["multi-item", "session", "biterp"] },
  products: { purpose: "what a product is to us", uses: ["arguments", "multi-item", "biterp"] },
  auth: { purpose: "sign-in, consent, grant", uses: ["session", "biterp"] },
  session: {
    purpose: "the Durable Object: operations and their ledger",
    uses: ["multi-item", "evidence", "biterp"],
  },
  evidence: { purpose: "the archive of operations", uses: ["multi-item"] },
  "multi-item": {
    purpose: "plan, fan-out, outcome; pure",
    uses: [],
    only: ["errors", "json", "text", "messages"],
  },
  pace: { purpose: "the Durable Object that spaces requests to one company", uses: [] },
  biterp: { purpose: "the port to bitERP, and its HTTP client", uses: [] },
  base: {
    purpose:
      "errors, JSON, text, permissions, configuration, context of a request, database, signatures, sealing, log, wording, packages loaded apart",
    uses: [],
  },
};

/** The room of a file below src/; the files that put the Worker together stand above all rooms. */
export function roomOf(path: string): string {
  const inside = path.replace(/^src\//, "");
  if (/^(index|worker|backend)\.tsx?$/.test(inside)) return "entry";
  // The server knows no sandbox: what is only for trying is not part of what is deployed.
  if (inside.startsWith("sandbox/")) return "sandbox";
  const first = inside.split("/")[0] ?? "";
  return (base as readonly string[]).includes(first.replace(/\.tsx?$/, "")) ? "base" : first;
}

/** Which part of the base a file is: `errors`, `messages` … */
export const basePart = (path: string): string => path.replace(/^src\//, "").replace(/(\/.*|\.tsx?)$/, "");
