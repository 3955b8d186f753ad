import { inputRequired, type McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { untouched } from "../../src/mcp/listing";
import { text } from "./samples";

/** Every word of JSON Schema 2020-12 whose way through `tools/list` the suite follows. */
const wordy = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const mirrored = {
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": "Region" } },
  required: ["region"],
};

/** Tools that exist for one check each. */
export function addChecks(server: McpServer): void {
  server.registerTool(
    "json_schema_2020_12_tool",
    { description: "Publishes a wordy schema", inputSchema: untouched(wordy) },
    () => ({ content: [text("ok")] }),
  );

  server.registerTool(
    "test_custom_headers",
    { description: "Has an argument that is mirrored in a header", inputSchema: untouched(mirrored) },
    () => ({ content: [text("ok")] }),
  );

  // Asks for the client's model whatever the client declared: the server has to refuse, not the tool.
  server.registerTool(
    "test_missing_capability",
    { description: "Needs sampling", inputSchema: z.object({}) },
    () => {
      const messages = [{ role: "user" as const, content: text("Hello") }];
      const greeting = inputRequired.createMessage({ messages, maxTokens: 10 });
      return inputRequired({ inputRequests: { greeting } });
    },
  );
}
