import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Normalised, normalised, payloadOf } from "./answers";
import { type FrameworkConfig, loadConfig, type Values } from "./config";

/** What its executor puts beside the arguments of every call. */
const CONTEXT: Values = {
  query: "cancele os produtos",
  operator_instructions: "seja breve",
  session_key: "sk",
  intent: "products",
  tool_name: "delete_products",
  customer_key: "ck",
  contract_key: "ctk",
  interaction_key: "ik",
  channel: "web",
  message_id: "m-1",
  session: { id: "s-1", channel: "web" },
  agent_id: "erp",
  session_id: "s-1",
  conversation_key: "cv",
  tenant_id: "default",
};

/** What one turn of the conversation came to. */
export type Turn =
  | { kind: "collecting"; prompt: string }
  | { kind: "out_of_scope"; reason: unknown }
  | { kind: "refused" }
  | ({ kind: "done"; tool: string } & Normalised);

/** Answers the question that the framework puts to the person. */
export type Answerer = (question: string) => boolean | Promise<boolean>;

/** The agent framework as far as our files and answers meet it. Its client sends no header of its own. */
export class AgentFramework {
  readonly config: FrameworkConfig;
  readonly #clients = new Map<string, Client>();

  private constructor(config: FrameworkConfig) {
    this.config = config;
  }

  /** @throws Error where the files keep it from starting */
  static async start(files: Record<string, string>): Promise<AgentFramework> {
    const framework = new AgentFramework(loadConfig(files));
    for (const [name, endpoint] of framework.config.servers) {
      const client = new Client({ name: "agent-framework", version: "1" });
      await client.connect(new StreamableHTTPClientTransport(new URL(endpoint)) as never);
      framework.#clients.set(name, client);
    }
    return framework;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
  }

  /** Calls a tool as its executor does, with all that it adds. */
  async call(tool: string, collected: Values): Promise<Normalised> {
    const { tools, mapper } = this.config;
    const known = tools.get(tool);
    const client = known?.enabled ? this.#clients.get(known.mcp_server) : undefined;
    if (!client) throw new Error(`${tool} is not in the catalogue`);
    const result = await client.callTool({ name: tool, arguments: mapper.map(tool, collected, CONTEXT) });
    return normalised(tool, payloadOf(result), result.isError === true);
  }

  /** One intention of the person: collect, validate, ask, call once. */
  async turn(tool: string, collected: Values, answer: Answerer): Promise<Turn> {
    const policy = this.config.policyOf(tool);
    const missing = policy.requires.find((name) => !(name in collected));
    const schema = this.config.tools.get(tool)?.args_schema ?? {};
    if (missing !== undefined) return { kind: "collecting", prompt: schema[missing]?.user_prompt ?? missing };
    let [target, args, question] = [tool, collected, `${tool}?`];
    if (policy.pre_validation.enabled) {
      const { payload, status } = await this.call(policy.pre_validation.tool, collected);
      if (status === "FAILED" && !policy.pre_validation.fail_open)
        return { kind: "out_of_scope", reason: payload.code };
      if (payload.eligible !== true) return { kind: "out_of_scope", reason: payload.reason };
      const decision = payload.transaction_decision as Values;
      target = String(decision.target_tool);
      args = decision.resolved_arguments as Values;
      question = String(decision.confirmation_message);
    }
    if (!policy.require_confirmation)
      return { kind: "done", tool: target, ...(await this.call(target, args)) };
    if (!(await answer(question))) return { kind: "refused" };
    return { kind: "done", tool: target, ...(await this.call(target, { ...args, confirmed: true })) };
  }
}
