// Writes tools.yaml and tool_policies.yaml for an agent framework, from the registry that also serves tools/list.
//   npm run export:agent-config [folder]      the server's address: BITERP_MCP_SERVER
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { agentConfig } from "./agent-config/files.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, "docs/examples/agent-framework"));
const url = process.env.BITERP_MCP_SERVER || "http://localhost:8787/mcp";

mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(await agentConfig(root, url))) {
  writeFileSync(join(folder, name), text);
  console.log(join(folder, name));
}
