import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { agentConfig } from "../../scripts/agent-config/files.ts";
import type { Schema } from "../../scripts/agent-config/policies.ts";
import { languages } from "../../scripts/agent-config/words.ts";
import { forPrompt } from "./support/agent-framework/answers";
import { loadConfig, type Values } from "./support/agent-framework/config";
import { AgentFramework, type Answerer, type Turn } from "./support/agent-framework/runtime";
import { makeProgramToken } from "./support/connections-page";
import { type HeaderProxy, headerProxy } from "./support/header-proxy";
import { AURORA } from "./support/remote";
import { PATIENCE_MS, type RunningServer, startServer } from "./support/server";

const root = fileURLToPath(new URL("../..", import.meta.url));
const COMPANY = "padaria-aurora";
const FILES = ["tools.yaml", "tool_policies.yaml", "mcp_servers.yaml", "mcp_parameter_mapping.yaml"];
const SETS_THAT_WRITE = ["create_products", "update_products", "delete_products", "restore_products"];

/** Products of each language's own, so that neither run meets the other's. */
const goods = {
  "pt-BR": ["Moldura Azul", "Moldura Verde", "Moldura Preta"],
  en: ["Lantern Blue", "Lantern Green", "Lantern Black"],
} as const;

const done = (turn: Turn) => {
  if (turn.kind !== "done") throw new Error(`ended as ${JSON.stringify(turn)}`);
  return turn;
};

let server: RunningServer;
let gateway: HeaderProxy;
/** What somebody else does meanwhile, past the framework. */
let other: Client;

const call = async (name: string, args: Values) =>
  (await other.callTool({ name, arguments: args })).structuredContent as Values;

beforeAll(async () => {
  server = await startServer();
  const url = `${server.url}/mcp`;
  const choice = { name: "Framework", tenantId: AURORA, mode: "delegated" };
  const Authorization = `Bearer ${await makeProgramToken(server.url, "ana@padaria-aurora.example", choice)}`;
  gateway = await headerProxy(url, Authorization);
  other = new Client({ name: "other", version: "1" });
  const requestInit = { headers: { Authorization } };
  await other.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }) as Transport);
}, PATIENCE_MS);
afterAll(async () => {
  await gateway?.stop();
  await other?.close();
  await server?.stop();
});

describe.each(languages)("the exported agent configuration in %s", (language) => {
  let files: Record<string, string>;
  let framework: AgentFramework;
  const asked: string[] = [];
  const yes: Answerer = (question) => asked.push(question) > 0;
  const [first, second, third] = goods[language];

  beforeAll(async () => {
    files = await agentConfig(root, { url: gateway.url, language });
    framework = await AgentFramework.start(files);
  }, PATIENCE_MS);
  afterAll(() => framework?.stop());

  describe("the files", () => {
    it("are the four that the framework reads, and say first that they need a delegated connection", () => {
      expect(Object.keys(files)).toEqual(FILES);
      for (const text of Object.values(files)) expect(text.split("\n\n")[0]).toContain('"delegated"');
    });

    it("hold every tool that the server lists, with its words and its arguments", async () => {
      const { tools } = await other.listTools();
      const expected = tools.map(({ name }) => name).filter((name) => name !== "confirm_operation");
      expect([...framework.config.tools.keys()]).toEqual(expected);
      for (const { name, inputSchema } of tools.filter(({ name }) => expected.includes(name))) {
        const tool = framework.config.tools.get(name);
        const { properties = {}, required = [] } = inputSchema as unknown as Schema;
        expect(tool?.requires, name).toEqual(required);
        expect(framework.config.policyOf(name).requires, name).toEqual(required);
        const shown = Object.keys(properties).filter((argument) => argument !== "idempotency_key");
        expect(Object.keys(tool?.args_schema ?? {}), name).toEqual(shown);
        expect(tool?.selection_keywords.length, name).toBeGreaterThan(0);
        expect(tool?.enabled, name).toBe(name !== "select_tenant");
      }
    });

    it("tell in words what each item of a list holds, for want of a nested schema", () => {
      const { items } = framework.config.tools.get("create_products")?.args_schema ?? {};
      expect(items).toMatchObject({ type: "array" });
      expect(items?.description).toMatch(/name \(\S+\), sale_price \(\S+\), description, sku, is_active\.$/);
    });

    it("have whatever writes confirmed, and validate the sets that name live products", () => {
      for (const [name, tool] of framework.config.tools) {
        const policy = framework.config.policyOf(name);
        const writes = /^(create|update|delete|restore)_/.test(name);
        expect([policy.require_confirmation, tool.confirmation_required], name).toEqual([writes, writes]);
        const query = /^(get|list|validate)_/.test(name);
        expect(policy.operation_type, name).toBe(query ? "query" : "transactional");
        expect(tool.tool_type, name).toBe(query ? "query" : "action");
        const validated = SETS_THAT_WRITE.includes(name) && name !== "restore_products";
        const validation = { enabled: true, tool: "validate_products", fail_open: false };
        if (validated) expect(policy.pre_validation, name).toEqual(validation);
        else expect(policy.pre_validation.enabled, name).toBe(false);
      }
    });

    it("are read as nothing under another key, which is why their keys matter", () => {
      const { tool_policies } = parse(files["tool_policies.yaml"] ?? "");
      const misnamed = { ...files, "tool_policies.yaml": stringify({ policies: tool_policies }) };
      expect(loadConfig(misnamed).policyOf("delete_products").require_confirmation).toBe(false);
      const { tools } = parse(files["tools.yaml"] ?? "");
      const listed = { ...files, "tools.yaml": stringify({ tools: Object.values(tools) }) };
      expect(() => loadConfig(listed)).toThrow("'list' object has no attribute 'items'");
    });

    it("name no company unless one was given", async () => {
      const given = await agentConfig(root, { url: gateway.url, language, tenant: COMPANY });
      const { mapper } = loadConfig(given);
      const context = { tenant_id: "default" };
      expect(mapper.map("get_products", {}, context)).toEqual({ tenant_id: COMPANY });
      expect(framework.config.mapper.map("get_products", {}, context)).toEqual({ tenant_id: "default" });
    });
  });

  describe("a framework that runs on them", () => {
    it("asks for what is missing, in the person's words", async () => {
      const turn = await framework.turn("delete_products", {}, yes);
      const prompt =
        language === "en" ? "Say which products to delete." : "Informe quais produtos deseja excluir.";
      expect(turn).toEqual({ kind: "collecting", prompt });
    });

    it("creates a set with one question, and counts it as done", async () => {
      const items = goods[language].map((name) => ({ name, sale_price: 10 }));
      const turn = done(await framework.turn("create_products", { items }, yes));
      expect(turn).toMatchObject({ tool: "create_products", status: "SUCCESS", succeeded: 3, failed: 0 });
      expect(turn.payload.ignored).toEqual(expect.arrayContaining(["query", "session", "tool_name"]));
      expect(turn.payload.tenant).toMatchObject({ tenant: COMPANY });
    });

    it("changes a price, after a question that shows the old and the new one", async () => {
      const items = [first, second].map((name) => ({ name, changes: { sale_price: "12,50" } }));
      const turn = done(await framework.turn("update_products", { items }, yes));
      expect(turn).toMatchObject({ tool: "update_products", status: "SUCCESS", succeeded: 2, failed: 0 });
      expect(asked.at(-1)).toMatch(/10[.,]00.*12[.,]50/s);
      const { results } = await call("get_products", { items: [{ name: second }] });
      expect(results).toMatchObject([{ product: { sale_price: 12.5 } }]);
    });

    it("changes one, whose list of one was unwrapped on the way", async () => {
      const items = { name: third, changes: { sale_price: 11 } };
      const validated = await framework.call("validate_products", { items });
      const { resolved_arguments } = validated.payload.transaction_decision as { resolved_arguments: Values };
      expect(resolved_arguments.items).toMatchObject({ name: third, eligible: true });
      const turn = done(await framework.turn("update_products", { items }, yes));
      expect(turn).toMatchObject({ tool: "update_products", status: "SUCCESS" });
      expect(turn.succeeded).toBeUndefined();
      expect(turn.payload).toMatchObject({ results: { success: true, product: { sale_price: 11 } } });
    });

    it("deletes two of three in one call and says which failed", async () => {
      const missing = language === "en" ? "Lantern Nowhere" : "Moldura Inexistente";
      const last = language === "en" ? "and" : "e";
      const turn = done(
        await framework.turn("delete_products", { items: `${first}, ${missing} ${last} ${second}` }, yes),
      );
      expect(asked.at(-1)).toContain(missing);
      expect(turn).toMatchObject({
        tool: "delete_products",
        status: "PARTIAL_SUCCESS",
        succeeded: 2,
        failed: 1,
        payload: { status: "PARTIAL_SUCCESS", summary: { total: 3, succeeded: 2, failed: 1 }, failures: 1 },
      });
      // A list of one, too: the failed item stands early and flat, where no model can miss it.
      expect(turn.payload.failed).toMatchObject({ index: 1, name: missing, error: "not_found" });
      expect(JSON.stringify(forPrompt(turn.payload))).toContain('"not_found"');
    });

    it("does nothing at all when the person says no", async () => {
      const turn = await framework.turn("delete_products", { items: [{ name: third }] }, () => false);
      expect(turn).toEqual({ kind: "refused" });
      const { results } = await call("get_products", { items: [{ name: third }] });
      expect(results).toMatchObject([{ success: true }]);
    });

    it("stops where nothing can be done, and does not ask", async () => {
      const before = asked.length;
      const items = [{ name: "Nada A" }, { name: "Nada B" }];
      expect(await framework.turn("delete_products", { items }, yes)).toEqual({
        kind: "out_of_scope",
        reason: "not_found",
      });
      expect(asked).toHaveLength(before);
    });

    it("reads a set of which all failed at the last moment as failed", async () => {
      await framework.turn("restore_products", { items: [{ name: first }, { name: second }] }, yes);
      const items = [first, second].map((name) => ({ name, changes: { sale_price: 30 } }));
      const meanwhile: Answerer = async () => {
        const deleted = await call("delete_products", { items: [first, second] });
        return deleted.status === "SUCCESS";
      };
      const turn = done(await framework.turn("update_products", { items }, meanwhile));
      expect(turn).toMatchObject({ status: "FAILED", succeeded: 0, failed: 2 });
      expect(JSON.stringify(turn.payload)).toContain('"deleted"');
    });
  });
});
