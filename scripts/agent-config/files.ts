import { stringify } from "yaml";
import { declaredTools, loadSource } from "../docs/registry.ts";
import { type ExportedTool, isExported, policyOf } from "./policies.ts";

const HEADER = `# Escrito por \`npm run export:agent-config\` a partir de src/tools/registry.ts. Não edite.
# Written by \`npm run export:agent-config\` from src/tools/registry.ts. Do not edit.
#
# Precisa de uma conexão no modo "delegated", escolhido pela pessoa na página de consentimento: o framework valida,
# pergunta e só então chama. Em outro modo a primeira resposta é AWAITING_CONFIRMATION (executed: false): nada foi feito.
# Needs a connection in "delegated" mode, chosen by the person on the consent page: the framework validates, asks and
# only then calls. In any other mode the first answer is AWAITING_CONFIRMATION (executed: false): nothing was done.
`;

type Listed = (tool: ExportedTool, language: "pt-BR") => ExportedTool["shown"];

/** Both files by name, in the order of the registry and with the very schemas that \`tools/list\` publishes. */
export async function agentConfig(root: string, url: string): Promise<Record<string, string>> {
  const { listed } = await loadSource<{ listed: Listed }>(root, "src/mcp/listing.ts");
  const tools = (await declaredTools<ExportedTool>(root))
    .filter(isExported)
    .map((tool) => ({ ...tool, shown: listed(tool, "pt-BR") }));
  const server = { name: "biterp", transport: "streamable_http", url, connection_mode: "delegated" };
  const described = tools.map(({ shown, permission }) => ({
    name: shown.name,
    title: shown.title,
    description: shown.description,
    ...(permission && { scope: permission }),
    annotations: shown.annotations,
    input_schema: shown.inputSchema,
  }));
  const policies = Object.fromEntries(tools.map((tool) => [tool.name, policyOf(tool)]));
  const written = (content: unknown) =>
    `${HEADER}\n${stringify(content, { lineWidth: 0, aliasDuplicateObjects: false })}`;
  return {
    "tools.yaml": written({ server, tools: described }),
    "tool_policies.yaml": written({ policies }),
  };
}
