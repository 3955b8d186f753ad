import { env } from "cloudflare:workers";
import { bundledBitErp } from "../../../../sandbox/biterp";
import { createBitErpClient } from "../../../../src/biterp/client";
import { createMcpBitErp } from "../../../../src/biterp/over-mcp";
import { ANA, createCompany } from "../../../support/companies";
import { steer } from "../../../support/double";
import { packaged, sessionful } from "./server";
import { type Form, sevenTools } from "./tools";

// Before the first test, whose time it would take.
await import("../../../../src/apart/protocol-client");

export type Kind = "modern" | "stateless" | "sessions" | "stream";

interface BenchOptions extends Form {
  kind?: Kind;
  timeoutMs?: number;
  turn?: (tenantId: string) => Promise<void>;
}

/** The port over a steerable bitERP MCP server, itself over the real bundled bitERP; waits take no time. */
export async function bench(options: BenchOptions = {}) {
  const { kind = "modern", timeoutMs = 2_000, turn, ...form } = options;
  const behind = createBitErpClient({
    endpoint: bundledBitErp(env, env.SIGNING_SECRET),
    userId: ANA,
    language: "pt-BR",
    requestId: "behind",
  });
  const company = await createCompany({ members: { [ANA]: "admin" } });
  const tools = sevenTools(behind, form);
  const ran: string[] = [];
  const run = (tool: string, args: never) => {
    ran.push(tool);
    return tools(tool, args);
  };
  const old = sessionful(run, { stream: kind === "stream" });
  const legacyOnly = packaged(run);
  const servers: Record<Kind, (request: Request) => Promise<Response>> = {
    modern: packaged(run, { legacy: "reject" }),
    stateless: (request) => withoutDiscovery(request, legacyOnly),
    sessions: old.fetch,
    stream: old.fetch,
  };
  const headers: Headers[] = [];
  const double = steer((request) => {
    headers.push(request.headers);
    return servers[kind](request);
  });
  const slept: number[] = [];
  const hooks = { token: async (_refused?: string): Promise<string> => "secret" };
  const erp = createMcpBitErp({
    userId: "",
    url: "https://biterp.test/mcp",
    fetch: double.fetch,
    tokenFor: (refused) => hooks.token(refused),
    language: "pt-BR",
    requestId: "req-1",
    timeoutMs,
    turn,
    clock: {
      now: () => Date.now(),
      random: () => 0,
      sleep: async (ms, signal) => {
        slept.push(ms);
        signal?.throwIfAborted();
      },
    },
  });
  return { erp, behind, double, slept, hooks, ran, headers, old, tenantId: company.tenantId };
}

/** A server that knows only the 2025 revisions, without sessions. */
async function withoutDiscovery(
  request: Request,
  server: (request: Request) => Promise<Response>,
): Promise<Response> {
  const text = await request.text();
  if (text.includes("server/discover")) {
    const { id } = JSON.parse(text) as { id: string };
    return Response.json({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
  }
  return server(new Request(request, { body: text || null }));
}
