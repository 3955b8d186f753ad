import { parse } from "yaml";

/** The agent framework's rules for its own files, as far as they decide what becomes of ours. */

export interface CatalogueTool {
  description: string;
  mcp_server: string;
  enabled: boolean;
  tool_type: string;
  confirmation_required: boolean;
  requires: string[];
  args_schema: Record<string, { type: string; label: string; description: string; user_prompt: string }>;
  selection_keywords: string[];
}

export interface ToolPolicy {
  operation_type: string;
  require_confirmation: boolean;
  requires: string[];
  pre_validation: { enabled: boolean; tool: string; fail_open: boolean };
}

export type Values = Record<string, unknown>;

/** What a policy is where none was read: nobody is asked. The framework says nothing about it. */
const NO_POLICY: ToolPolicy = {
  operation_type: "query",
  require_confirmation: false,
  requires: [],
  pre_validation: { enabled: false, tool: "", fail_open: true },
};

const POLICY_KEYS = ["operation_type", "require_confirmation", "requires", "pre_validation"];
const VALIDATION_KEYS = ["enabled", "tool", "fail_open"];
const ARGUMENT_KEYS = ["type", "label", "description", "user_prompt"];
const TOOL_KEYS = [
  "description",
  "mcp_server",
  "enabled",
  "tool_type",
  "confirmation_required",
  "requires",
  "args_schema",
  "selection_keywords",
];
const TYPES = ["string", "integer", "number", "boolean", "array", "object"];
const TRANSPORTS = ["http", "fastmcp", "streamable_http"];

const isMapping = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function entriesOf(value: unknown): [string, Values][] {
  if (Array.isArray(value)) throw new Error("'list' object has no attribute 'items'");
  return Object.entries((value ?? {}) as Record<string, Values>);
}

function only(keys: readonly string[], found: Values, where: string): void {
  const extra = Object.keys(found).filter((key) => !keys.includes(key));
  if (extra.length > 0) throw new Error(`${where}: extra fields not permitted: ${extra.join(", ")}`);
}

function names(value: unknown, where: string): string[] {
  if (!Array.isArray(value) || value.some((one) => typeof one !== "string"))
    throw new Error(`${where}: a list of names is expected`);
  return value as string[];
}

function must(holds: boolean, where: string): void {
  if (!holds) throw new Error(`${where}: not as the framework reads it`);
}

/** `tools.yaml`: a mapping by name, all keys of the right kind. */
function readTools(text: string, servers: ReadonlyMap<string, string>): Map<string, CatalogueTool> {
  const { tools } = parse(text) as Values;
  return new Map(
    entriesOf(tools).map(([name, tool]) => {
      only(TOOL_KEYS, tool, name);
      must(typeof tool.description === "string" && tool.description !== "", `${name}.description`);
      must(servers.has(String(tool.mcp_server)), `${name}.mcp_server`);
      must(typeof tool.enabled === "boolean", `${name}.enabled`);
      must(["action", "query"].includes(String(tool.tool_type)), `${name}.tool_type`);
      must(typeof tool.confirmation_required === "boolean", `${name}.confirmation_required`);
      names(tool.requires, `${name}.requires`);
      names(tool.selection_keywords, `${name}.selection_keywords`);
      for (const [argument, schema] of entriesOf(tool.args_schema)) {
        const where = `${name}.args_schema.${argument}`;
        only(ARGUMENT_KEYS, schema, where);
        must(TYPES.includes(String(schema.type)), `${where}.type`);
        for (const key of ARGUMENT_KEYS) must(typeof schema[key] === "string" && schema[key] !== "", where);
      }
      return [name, tool as unknown as CatalogueTool];
    }),
  );
}

/** `tool_policies.yaml`: whatever stands under another top key is not seen, without a word. */
function readPolicies(text: string): Map<string, ToolPolicy> {
  const { tool_policies } = parse(text) as Values;
  return new Map(
    entriesOf(tool_policies).map(([name, policy]) => {
      only(POLICY_KEYS, policy, name);
      must(["transactional", "query"].includes(String(policy.operation_type)), `${name}.operation_type`);
      must(typeof policy.require_confirmation === "boolean", `${name}.require_confirmation`);
      names(policy.requires, `${name}.requires`);
      const validation = policy.pre_validation ?? {};
      must(isMapping(validation), `${name}.pre_validation`);
      only(VALIDATION_KEYS, validation as Values, `${name}.pre_validation`);
      const pre_validation = { ...NO_POLICY.pre_validation, ...(validation as object) };
      return [name, { ...NO_POLICY, ...policy, pre_validation } as ToolPolicy];
    }),
  );
}

/** `mcp_servers.yaml`: the endpoints of those that are enabled. */
function readServers(text: string): Map<string, string> {
  const { servers } = parse(text) as Values;
  const enabled = entriesOf(servers).filter(([, { enabled }]) => enabled === true);
  return new Map(
    enabled.map(([name, { transport, endpoint }]) => {
      must(TRANSPORTS.includes(String(transport)), `${name}.transport`);
      return [name, String(endpoint)];
    }),
  );
}

const isPresent = (value: unknown): boolean => {
  if (value === null || value === undefined || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
};

/** What a rule of `mcp_parameter_mapping.yaml` may hold; any other key is taken for one more renaming. */
const RULE_KEYS = ["map", "defaults", "required", "extract", "entity_map"];

/** `mcp_parameter_mapping.yaml`: what was collected, then defaults, then whatever else the executor knows. */
export class Mapper {
  readonly #defaults: Values;
  readonly #rules: Map<string, Values>;

  constructor(text: string) {
    const file = (parse(text) ?? {}) as Values;
    const root = (file.mcp_parameter_mapping ?? file) as Values;
    this.#defaults = (root.defaults ?? {}) as Values;
    this.#rules = new Map(entriesOf(root.tools));
  }

  map(tool: string, collected: Values, context: Values): Values {
    const args = Object.fromEntries(Object.entries(collected).filter(([, value]) => isPresent(value)));
    const rule = this.#rules.get(tool) ?? {};
    const renamed = Object.entries({
      ...Object.fromEntries(Object.entries(rule).filter(([key]) => !RULE_KEYS.includes(key))),
      ...(rule.map as Values),
    });
    for (const [from, to] of renamed) if (isPresent(context[from])) args[String(to)] = context[from];
    for (const [key, value] of Object.entries({ ...this.#defaults, ...(rule.defaults as Values) }))
      args[key] ??= value;
    for (const [key, value] of Object.entries(context)) if (isPresent(value)) args[key] ??= value;
    return args;
  }
}

export interface FrameworkConfig {
  tools: Map<string, CatalogueTool>;
  servers: Map<string, string>;
  mapper: Mapper;
  policyOf(tool: string): ToolPolicy;
}

/** @throws Error where the framework would not start */
export function loadConfig(files: Record<string, string>): FrameworkConfig {
  const text = (name: string) => files[name] ?? "";
  const servers = readServers(text("mcp_servers.yaml"));
  const policies = readPolicies(text("tool_policies.yaml"));
  return {
    tools: readTools(text("tools.yaml"), servers),
    servers,
    mapper: new Mapper(text("mcp_parameter_mapping.yaml")),
    policyOf: (tool) => policies.get(tool) ?? NO_POLICY,
  };
}
