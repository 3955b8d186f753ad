import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequest,
  inputRequired,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
  type ToolCallback,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { text } from "./samples";

const nothing = z.object({});

/** A question with one text field. */
function elicit(message: string, field: string): InputRequest {
  const requestedSchema = {
    type: "object" as const,
    properties: { [field]: { type: "string" as const } },
    required: [field],
  };
  return inputRequired.elicit({ message, requestedSchema });
}

const approve = inputRequired.elicit({
  message: "Please confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
});

const sample = (question: string) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: text(question) }], maxTokens: 100 });

const answered = (context: ServerContext, key: string) => context.mcpReq.inputResponses?.[key] !== undefined;

const fieldOf = (context: ServerContext, key: string, field: string) =>
  acceptedContent(context.mcpReq.inputResponses, key, z.object({ [field]: z.string() }))?.[field];

/** Tools that need something of the client first, as 2026-07-28 has it: the client calls again with the answer. */
export function addAskingTools(server: McpServer, state: RequestStateCodec<string>): void {
  const add = (name: string, run: ToolCallback<typeof nothing>) =>
    server.registerTool(name, { description: "Needs something of the client", inputSchema: nothing }, run);

  for (const name of ["test_input_required_result_elicitation", "test_streaming_elicitation"]) {
    add(name, (_, context) => {
      const user = fieldOf(context, "user_name", "name");
      if (user !== undefined) return { content: [text(`Hello, ${user}!`)] };
      return inputRequired({ inputRequests: { user_name: elicit("What is your name?", "name") } });
    });
  }

  add("test_input_required_result_sampling", (_, context) => {
    const answer = context.mcpReq.inputResponses?.capital_question;
    if (answer !== undefined) return { content: [text(JSON.stringify(answer))] };
    return inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?") } });
  });

  add("test_input_required_result_list_roots", (_, context) => {
    const answer = context.mcpReq.inputResponses?.client_roots;
    if (answer !== undefined) return { content: [text(JSON.stringify(answer))] };
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });

  for (const name of [
    "test_input_required_result_request_state",
    "test_input_required_result_tampered_state",
  ]) {
    add(name, async (_, context) => {
      if (context.mcpReq.requestState() === name && answered(context, "confirm"))
        return { content: [text("state-ok")] };
      return inputRequired({
        inputRequests: { confirm: approve },
        requestState: await state.mint(name, context),
      });
    });
  }

  add("test_input_required_result_multiple_inputs", async (_, context) => {
    const keys = ["user_name", "greeting", "client_roots"];
    if (context.mcpReq.requestState() === "several" && keys.every((key) => answered(context, key)))
      return { content: [text("All three came")] };
    return inputRequired({
      inputRequests: {
        user_name: elicit("What is your name?", "name"),
        greeting: sample("Generate a greeting"),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await state.mint("several", context),
    });
  });

  add("test_input_required_result_multi_round", async (_, context) => {
    const round = context.mcpReq.requestState();
    if (round === "second" && answered(context, "step2")) return { content: [text("Both rounds came")] };
    if (round === "first" && answered(context, "step1")) {
      return inputRequired({
        inputRequests: { step2: elicit("Step 2: What is your favorite color?", "color") },
        requestState: await state.mint("second", context),
      });
    }
    return inputRequired({
      inputRequests: { step1: elicit("Step 1: What is your name?", "name") },
      requestState: await state.mint("first", context),
    });
  });

  add("test_input_required_result_capabilities", (_, context) => {
    const envelope = context.mcpReq.envelope as Record<string, unknown> | undefined;
    const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
    const inputRequests = {
      ...(declared?.sampling && { greeting: sample("Generate a greeting") }),
      ...(declared?.elicitation && { user_name: elicit("What is your name?", "name") }),
    };
    if (Object.keys(inputRequests).length === 0) return { content: [text("Nothing can be asked")] };
    return inputRequired({ inputRequests });
  });
}

/** The same for a prompt. */
export function addAskingPrompt(server: McpServer): void {
  server.registerPrompt(
    "test_input_required_result_prompt",
    { description: "Needs something of the person first" },
    (context) => {
      const about = fieldOf(context, "user_context", "context");
      if (about !== undefined) return { messages: [{ role: "user", content: text(about) }] };
      const user_context = elicit("What context should the prompt use?", "context");
      return inputRequired({ inputRequests: { user_context } });
    },
  );
}
