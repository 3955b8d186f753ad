// `npm run biterp`: the bundled bitERP as a separate process, with a real OAuth issuer in front and switches for faults,
// so that the server's remote mode can be tried on one machine. `npm run biterp -- --help` lists the switches.
import { fileURLToPath } from "node:url";
import { clientId, mountPath } from "./biterp/issuer/provider.ts";
import { readOptions, usage } from "./biterp/options.ts";
import { runUntilAsked } from "./biterp/run.ts";
import { start } from "./biterp/start.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

await runUntilAsked(async () => {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === "help") return usage;
  const { origin, clientSecret, stop } = await start(root, options);
  // The MCP server has to listen where the issuer sends browsers back to.
  const [, port] = /(?:^|\s)http:\/\/localhost:(\d+)\/callback(?:\s|$)/.exec(options.redirectUris) ?? [];
  const own = port ? ` --port=${port}` : "";
  const words = `bitERP answers at ${origin}/v1, its sign-in at ${origin}${mountPath}, its switches at ${origin}/_control.
Point the MCP server at it:

npm start --${own} --biterp-url=${origin} --biterp-oauth-issuer=${origin}${mountPath} --biterp-oauth-client-id=${clientId} --biterp-oauth-client-secret=${clientSecret}`;
  return { words, stop };
});
