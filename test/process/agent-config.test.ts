import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { agentConfig } from "../../scripts/agent-config/files.ts";
import type { Policy, Schema } from "../../scripts/agent-config/policies.ts";
import { type Connected, connect } from "../../scripts/demo/connect.ts";
import { PATIENCE_MS, type RunningServer, startServer } from "./support/server";

interface ToolsFile {
  server: { url: string; connection_mode: string };
  tools: { name: string; title: string; description: string; annotations: object; input_schema: Schema }[];
}
interface Decision {
  target_tool: string;
  resolved_arguments: { items: Record<string, unknown>[] };
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const COMPANY = "padaria-aurora";

describe("the exported agent configuration", () => {
  let server: RunningServer;
  let connected: Connected;
  let texts: Record<string, string>;
  let file: ToolsFile;
  let policies: Record<string, Policy>;
  const asked: string[] = [];

  const call = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent } = await connected.client.callTool({ name, arguments: args });
    return structuredContent as Record<string, unknown>;
  };

  beforeAll(async () => {
    server = await startServer();
    const url = `${server.url}/mcp`;
    texts = await agentConfig(root, url);
    file = parse(texts["tools.yaml"] ?? "");
    ({ policies } = parse(texts["tool_policies.yaml"] ?? ""));
    const answer = (question: string) => asked.push(question) > 0;
    connected = await connect(new URL(file.server.url), "ana@padaria-aurora.example", answer, {
      mode: file.server.connection_mode,
    });
  }, PATIENCE_MS);
  afterAll(async () => {
    await connected?.client.close();
    await server?.stop();
  });

  it("says first that it needs a delegated connection", () => {
    for (const text of Object.values(texts)) expect(text.split("\n\n")[0]).toContain('"delegated"');
    expect(file.server.connection_mode).toBe("delegated");
  });

  it("describes the tools exactly as the server publishes them", async () => {
    const { tools } = await connected.client.listTools();
    const published = tools
      .filter(({ name }) => name !== "confirm_operation")
      .map(({ name, title, description, annotations, inputSchema }) => {
        return { name, title, description, annotations, input_schema: inputSchema };
      });
    expect(file.tools).toMatchObject(published);
    expect(file.tools.map(({ name }) => name)).toEqual(Object.keys(policies));
  });

  it("asks for lists that the schema requires, and for confirmation of whatever writes", () => {
    for (const tool of file.tools) {
      const policy = policies[tool.name];
      const { properties = {}, required = [] } = tool.input_schema;
      const lists = required.filter((name) => properties[name]?.type === "array");
      expect(policy?.requires?.map(({ name }) => name) ?? [], tool.name).toEqual(lists);
      for (const { label, description, question } of policy?.requires ?? []) {
        expect([label, description, question].every(Boolean), tool.name).toBe(true);
      }
      const writes = /^(create|update|delete|restore)_/.test(tool.name);
      expect(policy?.require_confirmation, tool.name).toBe(writes);
      const validated = /^(create|update|delete)_products$/.test(tool.name);
      const validation = validated && { enabled: true, tool: "validate_products", fail_open: false };
      expect(policy?.pre_validation ?? false, tool.name).toEqual(validation);
    }
  });

  it("can be followed: validate, then call once with what the validator resolved", async () => {
    const { pre_validation } = policies.delete_products ?? {};
    const subject = "Produto A, Produto Inexistente e Produto C";
    const arguments_ = { tenant_id: COMPANY, target_tool: "delete_products", subject };
    const validated = await call(pre_validation?.tool ?? "", arguments_);
    expect(validated).toMatchObject({ eligible: true, status: "PARTIALLY_ELIGIBLE" });
    const { target_tool, resolved_arguments } = validated.transaction_decision as Decision;
    expect(resolved_arguments.items.map(({ eligible }) => eligible)).toEqual([true, false, true]);

    const done = await call(target_tool, { ...resolved_arguments });
    expect(asked).toEqual([]);
    expect(done).toMatchObject({ status: "PARTIAL_SUCCESS", failures: [1] });
    expect((done.results as { success: boolean }[]).map(({ success }) => success)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("is the one kept as an example", async () => {
    const kept = await agentConfig(root, "http://localhost:8787/mcp");
    for (const [name, text] of Object.entries(kept)) {
      expect(readFileSync(`${root}docs/examples/agent-framework/${name}`, "utf8"), name).toBe(text);
    }
  });
});
