// Writes the four files that an agent framework reads, from the registry that also serves tools/list.
//   npm run export:agent-config -- [folder] [--url https://…] [--tenant slug]
// The Portuguese files go into the folder, the English ones into its folder "en".
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { agentConfig, folderOf, SANDBOX } from "./agent-config/files.ts";
import { languages } from "./agent-config/words.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values, positionals } = parseArgs({
  options: { url: { type: "string" }, tenant: { type: "string" } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? join(root, "docs/examples/agent-framework"));
const url = values.url ?? (process.env.BITERP_MCP_SERVER || SANDBOX);

for (const language of languages) {
  const into = join(folder, folderOf(language));
  mkdirSync(into, { recursive: true });
  for (const [name, text] of Object.entries(
    await agentConfig(root, { url, language, tenant: values.tenant }),
  )) {
    writeFileSync(join(into, name), text);
    console.log(join(into, name));
  }
}
