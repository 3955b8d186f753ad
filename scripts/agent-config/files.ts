import { stringify } from "yaml";
import { declaredTools, loadSource } from "../docs/registry.ts";
import { type ExportedTool, isExported, policyOf, requiredOf, type Schema, writes } from "./policies.ts";
import { keywordsOf, type Language, languages, wordsOf } from "./words.ts";

/** What the files are written for. */
export interface AgentConfigOptions {
  /** The server's MCP endpoint. */
  url: string;
  language: Language;
  /** The company, by id or slug, that every call names; absent: what the connection is allowed. */
  tenant?: string | undefined;
}

const HEADER: Record<Language, string> = {
  "pt-BR": `# Escrito por \`npm run export:agent-config\` a partir de src/tools/registry.ts. Não edite.
# Precisa de uma conexão no modo "delegated" (um token de programa, ou a página de consentimento): o framework valida,
# pergunta e só então chama. Em outro modo a primeira resposta é AWAITING_CONFIRMATION (executed: false): nada foi feito.
`,
  en: `# Written by \`npm run export:agent-config\` from src/tools/registry.ts. Do not edit.
# Needs a connection in "delegated" mode (a program's token, or the consent page): the framework validates, asks and
# only then calls. In any other mode the first answer is AWAITING_CONFIRMATION (executed: false): nothing was done.
`,
};

const SERVER = "biterp";
/** The endpoint of `npm start`. */
export const SANDBOX = "http://localhost:8787/mcp";
const serverDescription: Record<Language, string> = {
  "pt-BR": "Produtos das empresas no bitERP. O cabeçalho Authorization vem do gateway ou de um proxy.",
  en: "Products of the companies in bitERP. The Authorization header comes from the gateway or a proxy.",
};

type Listed = (tool: ExportedTool, language: Language) => ExportedTool["shown"];

/** The framework's four files by name, in the order of the registry and from the schemas that `tools/list` publishes. */
export async function agentConfig(
  root: string,
  { url, language, tenant }: AgentConfigOptions,
): Promise<Record<string, string>> {
  const { listed } = await loadSource<{ listed: Listed }>(root, "src/mcp/listing.ts");
  const tools = (await declaredTools<ExportedTool>(root))
    .filter(isExported)
    .map((tool) => ({ ...tool, shown: listed(tool, language) }));
  const byTool = <T>(of: (tool: ExportedTool) => T) =>
    Object.fromEntries(tools.map((tool) => [tool.name, of(tool)]));
  const written = (content: unknown) =>
    `${HEADER[language]}\n${stringify(content, { lineWidth: 0, aliasDuplicateObjects: false })}`;
  const server = { enabled: true, transport: "streamable_http", endpoint: url };
  return {
    "tools.yaml": written({ tools: byTool((tool) => catalogued(tool, language)) }),
    "tool_policies.yaml": written({ tool_policies: byTool(policyOf) }),
    "mcp_servers.yaml": written({
      servers: { [SERVER]: { ...server, description: serverDescription[language] } },
    }),
    "mcp_parameter_mapping.yaml": written({
      mcp_parameter_mapping: {
        defaults: tenant === undefined ? {} : { tenant_id: tenant },
        tools: byTool(() => ({ map: {} })),
      },
    }),
  };
}

/** Where the files of a language go inside the folder that was asked for. */
export const folderOf = (language: Language) => (language === "pt-BR" ? "" : `${language}/`);

/** The files kept as an example, for the sandbox, by their path in the project. */
export async function exampleFiles(root: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const language of languages) {
    const texts = await agentConfig(root, { url: SANDBOX, language });
    for (const [name, text] of Object.entries(texts))
      files[`docs/examples/agent-framework/${folderOf(language)}${name}`] = text;
  }
  return files;
}

/** A tool as the framework's catalogue has it. */
function catalogued(tool: ExportedTool, language: Language) {
  const { description, inputSchema } = tool.shown;
  // A model that fills this in would invent keys, and one invented twice stops a good call.
  const arguments_ = Object.entries(inputSchema.properties ?? {}).filter(
    ([name]) => name !== "idempotency_key",
  );
  return {
    description,
    mcp_server: SERVER,
    enabled: isUseful(tool),
    tool_type: tool.effect === "read" ? "query" : "action",
    confirmation_required: writes(tool),
    requires: requiredOf(tool),
    args_schema: Object.fromEntries(
      arguments_.map(([name, schema]) => {
        const { label, prompt } = wordsOf(tool, name);
        const type = schema.type;
        return [
          name,
          {
            type,
            label: label[language],
            description: saidOf(schema, language),
            user_prompt: prompt[language],
          },
        ];
      }),
    ),
    selection_keywords: keywordsOf(tool, language),
  };
}

/** Choosing a company is of no use where the mapping puts one into every call. */
const isUseful = ({ effect }: ExportedTool) => effect !== "session";

/** The catalogue says types by one word only, so that what the items of a list hold has to stand in its description. */
function saidOf({ description = "", items }: Schema, language: Language): string {
  const fields = Object.entries(items?.properties ?? {});
  if (fields.length === 0) return description;
  const must = language === "en" ? "required" : "obrigatório";
  const each = language === "en" ? "Each an object with" : "Cada um é um objeto com";
  const named = fields.map(([name, { properties }]) => {
    const inner = properties ? ` {${Object.keys(properties).join(", ")}}` : "";
    return `${name}${inner}${items?.required?.includes(name) ? ` (${must})` : ""}`;
  });
  return `${description} ${each}: ${named.join(", ")}.`;
}
