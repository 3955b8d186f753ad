import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { text } from "./samples";

const nothing = z.object({});
const option = (value: string, title: string) => ({ const: value, title });

/** Form fields with a default each. */
const defaults = {
  name: { type: "string" as const, default: "John Doe" },
  age: { type: "integer" as const, default: 30 },
  score: { type: "number" as const, default: 95.5 },
  status: { type: "string" as const, enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean" as const, default: true },
};

/** Form fields to choose from, in every way that the protocol has. */
const choices = {
  untitledSingle: { type: "string" as const, enum: ["option1", "option2", "option3"] },
  titledSingle: {
    type: "string" as const,
    oneOf: [option("value1", "First Option"), option("value2", "Second Option")],
  },
  legacyEnum: {
    type: "string" as const,
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: {
    type: "array" as const,
    items: { type: "string" as const, enum: ["option1", "option2", "option3"] },
  },
  titledMulti: {
    type: "array" as const,
    items: { anyOf: [option("value1", "First Choice"), option("value2", "Second Choice")] },
  },
};

/**
 * Tools that send the client a request of their own while they work, as the 2025 revisions have it. A stateless server
 * has no way to hear the answer, so these fail and are expected to; should the lane learn it one day, they will pass.
 */
export function addPushingTools(server: McpServer): void {
  server.registerTool(
    "test_sampling",
    { description: "Asks the client's model", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, context) => {
      const messages = [{ role: "user" as const, content: text(prompt) }];
      const { content } = await context.mcpReq.requestSampling({ messages, maxTokens: 100 });
      return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
    },
  );

  const asked = {
    test_elicitation: {
      username: { type: "string" as const },
      email: { type: "string" as const },
    },
    test_elicitation_sep1034_defaults: defaults,
    test_elicitation_sep1330_enums: choices,
  };
  for (const [name, properties] of Object.entries(asked)) {
    server.registerTool(
      name,
      {
        description: "Asks the person",
        inputSchema: z.object({ message: z.string().default("Please answer") }),
      },
      async ({ message }, context) => {
        const requestedSchema = { type: "object" as const, properties };
        const { action, content } = await context.mcpReq.elicitInput({ message, requestedSchema });
        return { content: [text(`action=${action}, content=${JSON.stringify(content ?? {})}`)] };
      },
    );
  }

  server.registerTool(
    "test_reconnection",
    { description: "Ends the stream before it answers", inputSchema: nothing },
    async (_, context) => {
      context.http?.closeSSE?.();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { content: [text("Reconnection test completed")] };
    },
  );
}
