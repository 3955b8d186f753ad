import { Client as ModernClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/cfworker";
import { expect, it } from "vitest";
import {
  cancelByConfirming,
  cancelInsideTheCall,
  everyday,
  type Speaker,
  spoken,
} from "../process/support/flow";
import { ANA, createCompany } from "../support/companies";
import { HOST, signIn, worker } from "../support/oauth";

const server = new URL(`${HOST}/mcp`);

/** How both clients reach the Worker of this very isolate, as Ana. */
async function asAna() {
  const { accessToken } = await signIn(worker, { user: "ana" });
  return {
    fetch: (url: string | URL, init?: RequestInit) => worker(String(url), init),
    requestInit: { headers: { Authorization: `Bearer ${accessToken}` } },
  };
}

it("the v2 client (2026-07-28) is asked inside the call", async () => {
  const { slug } = await createCompany({ members: { [ANA]: "admin" } });
  const client = new ModernClient(
    { name: "v2", version: "1" },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: "auto" } },
  );
  const speaker: Speaker = {
    asked: [],
    answer: true,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => spoken(await client.callTool({ name, arguments: args })),
  };
  client.setRequestHandler("elicitation/create", ({ params }) => {
    speaker.asked.push(params.message);
    return { action: "accept", content: { confirm: speaker.answer } };
  });
  await client.connect(new StreamableHTTPClientTransport(server, await asAna()));
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  const { names } = await everyday(speaker, slug);
  await cancelInsideTheCall(speaker, slug, names);
  await client.close();
});

it("the v1 client (2025 revisions) confirms with a second call", async () => {
  const { slug } = await createCompany({ members: { [ANA]: "admin" } });
  const client = new LegacyClient(
    { name: "v1", version: "1" },
    // The default one makes code from schemas, which this runtime forbids.
    { capabilities: { elicitation: {} }, jsonSchemaValidator: new CfWorkerJsonSchemaValidator() },
  );
  await client.connect(new LegacyTransport(server, await asAna()) as Transport);
  const speaker: Speaker = {
    asked: [],
    answer: true,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => spoken(await client.callTool({ name, arguments: args })),
  };
  const { names } = await everyday(speaker, slug);
  await cancelByConfirming(speaker, slug, names);
  await client.close();
});

/** Some hosts (Gemini CLI) put the first JSON text into the structured content, also of an error, before their SDK checks it. */
function takingTextForStructured(inner: LegacyTransport): Transport {
  const outer = inner as Transport;
  const start = outer.start.bind(outer);
  outer.start = async () => {
    const deliver = outer.onmessage;
    outer.onmessage = (message, extra) => {
      const { result } = message as {
        result?: { content?: { text?: string }[]; structuredContent?: unknown };
      };
      const [first] = result?.content ?? [];
      if (result && first?.text && result.structuredContent === undefined)
        result.structuredContent = JSON.parse(first.text);
      deliver?.(message, extra);
    };
    await start();
  };
  return outer;
}

it("a v1 client that checks the parsed text lets every error reach its caller (case 80)", async () => {
  const { slug } = await createCompany({ members: { [ANA]: "admin" } });
  const client = new LegacyClient(
    { name: "v1", version: "1" },
    { jsonSchemaValidator: new CfWorkerJsonSchemaValidator() },
  );
  await client.connect(takingTextForStructured(new LegacyTransport(server, await asAna())));
  // The client keeps the published forms of what it has listed, and checks results against them.
  const { tools } = await client.listTools();
  expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);
  for (const [name, args, code] of [
    ["get_product", { tenant_id: slug, id: "nothing" }, "not_found"],
    ["delete_products", { tenant_id: slug, items: [] }, "invalid_argument"],
    ["list_products", { tenant_id: slug, cursor: "x" }, "invalid_cursor"],
    ["validate_products", { tenant_id: slug, target_tool: "fly" }, "invalid_argument"],
    ["get_operation", { operation_id: "op_nothing" }, "not_found"],
    ["create_product", { name: "x", sale_price: 1 }, "tenant_required"],
  ] as const) {
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError, name).toBe(true);
    expect(result.structuredContent, name).toMatchObject({ error: { code, message: expect.any(String) } });
  }
  await client.close();
});
