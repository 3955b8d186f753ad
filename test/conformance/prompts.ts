import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { embedded, image, text } from "./samples";

const user = "user" as const;

/** Prompts of each kind, and the completion of their arguments. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt("test_simple_prompt", { description: "Fixed words" }, () => ({
    messages: [{ role: user, content: text("This is a simple prompt for testing.") }],
  }));

  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "Repeats its arguments", argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => ({
      messages: [{ role: user, content: text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`) }],
    }),
  );

  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "Holds a resource", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        {
          role: user,
          content: embedded(resourceUri, "text/plain", "Embedded resource content for testing."),
        },
        { role: user, content: text("Please process the embedded resource above.") },
      ],
    }),
  );

  server.registerPrompt("test_prompt_with_image", { description: "Holds an image" }, () => ({
    messages: [
      { role: user, content: image },
      { role: user, content: text("Please analyze the image above.") },
    ],
  }));

  server.server.setRequestHandler("completion/complete", () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
}
