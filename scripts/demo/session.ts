import type { Client } from "@modelcontextprotocol/client";
import { type Answer, type Call, check, structured } from "./answers.ts";
import { connect, disconnect } from "./connect.ts";
import type { Transcript } from "./transcript.ts";

/** The signed-in client, the company it works in, and what the person was asked. */
export interface Session {
  client: Client;
  company: string;
  /** Whether this bitERP can undo a deletion; its own MCP server cannot. */
  restores: boolean;
  /** Calls a tool and shows the call. */
  call: Call;
  /** Calls a tool that may ask first; whichever way the question comes, the person sees it once and says yes. */
  ask(name: string, args: Record<string, unknown>): Promise<Answer>;
  /** Leaves no connection behind. */
  end(): Promise<void>;
}

/** Signs Ana in; every question that comes inside a call is shown and answered with yes. */
export async function openSession(server: URL, email: string, show: Transcript): Promise<Session> {
  let questions = 0;
  const answer = (question: string) => {
    questions += 1;
    show.question(question);
    show.person(show.t.yes);
    return true;
  };
  const connected = await connect(server, email, answer);
  const { client } = connected;
  const company = "padaria-aurora";

  const plain: Call = async (name, args = {}) =>
    structured(name, await client.callTool({ name, arguments: args }));
  const call: Call = async (name, args = {}) => {
    show.call(name, args);
    return plain(name, args);
  };
  const { tools } = await client.listTools();
  return {
    client,
    company,
    restores: tools.some((tool) => tool.name === "restore_products"),
    call,
    ask: async (name, args) => {
      questions = 0;
      let result = await call(name, args);
      if (result.status === "AWAITING_CONFIRMATION") {
        const lines = result.items.map(
          (item) => `${item.index + 1}. ${item.name}: ${item.message ?? item.what ?? ""}`,
        );
        answer([result.confirmation_message, ...lines].join("\n"));
        result = await call("confirm_operation", { operation_id: result.operation_id });
      }
      check(questions === 1, `${name} asked ${questions} times instead of once`);
      return result;
    },
    end: () => disconnect(connected),
  };
}
