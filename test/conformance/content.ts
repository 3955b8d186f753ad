import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { audio, embedded, image, text } from "./samples";

/** The suite measures whether notifications come one by one, so some time must pass between them. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const nothing = z.object({});

/** Tools that answer at once, or tell something on the way. */
export function addContentTools(server: McpServer): void {
  const mixed = embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}');
  const contents = {
    test_simple_text: [text("This is a simple text response for testing.")],
    test_image_content: [image],
    test_audio_content: [audio],
    test_embedded_resource: [
      embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
    ],
    test_multiple_content_types: [text("Multiple content types test:"), image, mixed],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: "Answers with fixed content", inputSchema: nothing }, () => ({
      content,
    }));
  }

  server.registerTool(
    "test_error_handling",
    { description: "Answers with an error", inputSchema: nothing },
    () => ({ isError: true, content: [text("This tool intentionally returns an error for testing")] }),
  );

  for (const name of ["test_tool_with_logging", "test_logging_tool"]) {
    server.registerTool(
      name,
      { description: "Logs while it works", inputSchema: nothing },
      async (_, context) => {
        const steps = ["Tool execution started", "Tool processing data", "Tool execution completed"];
        for (const step of steps) {
          await context.mcpReq.log("info", step);
          await pause();
        }
        return { content: [text("Logged three times")] };
      },
    );
  }

  server.registerTool(
    "test_tool_with_progress",
    { description: "Tells its progress", inputSchema: nothing },
    async (_, context) => {
      for (const progress of [0, 50, 100]) {
        await tell(context, progress);
        await pause();
      }
      return { content: [text("Told its progress three times")] };
    },
  );
}

async function tell(context: ServerContext, progress: number): Promise<void> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress, total: 100 };
  await context.mcpReq.notify({ method: "notifications/progress", params });
}
