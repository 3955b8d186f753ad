// `npm run biterp-mcp`: bitERP's own MCP server as a separate process, over the bundled bitERP's data, with a real OAuth issuer
// and switches for faults, so that the server can be tried in front of it. `npm run biterp-mcp -- --help` lists the switches.
import { fileURLToPath } from "node:url";
import { mountPath } from "./biterp/issuer/provider.ts";
import { runUntilAsked } from "./biterp/run.ts";
import { readOptions, usage } from "./biterp-mcp/options.ts";
import { start } from "./biterp-mcp/start.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

await runUntilAsked(async () => {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === "help") return usage;
  const { origin, url, stop } = await start(root, options);
  const words = `bitERP's MCP server answers at ${url}, its sign-in at ${origin}${mountPath}, its switches at ${origin}/_control.
Point the MCP server at it:

npm start -- --biterp-mcp-url=${url}`;
  return { words, stop };
});
