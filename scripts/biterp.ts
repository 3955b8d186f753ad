// `npm run biterp`: the bundled bitERP as a separate process, with a real OAuth issuer in front and switches for faults,
// so that the server's remote mode can be tried on one machine. `npm run biterp -- --help` lists the switches.
import { fileURLToPath } from "node:url";
import { clientId, mountPath } from "./biterp/issuer/provider.ts";
import { readOptions, usage } from "./biterp/options.ts";
import { start } from "./biterp/start.ts";
import { quietEnvironment } from "./start/wrangler.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

function give(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === "help") return console.log(usage);
  Object.assign(process.env, quietEnvironment());
  const running = await start(root, options);

  let asked = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // The runtime's own listeners would end the process before the issuer's state is kept.
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (asked) return;
      asked = true;
      running.stop().then(() => process.exit(0), give);
    });
  }
  const { origin, clientSecret } = running;
  console.log(`bitERP answers at ${origin}/v1, its sign-in at ${origin}${mountPath}, its switches at ${origin}/_control.
Point the MCP server at it:

BITERP_URL=${origin} BITERP_OAUTH_ISSUER=${origin}${mountPath} \\
BITERP_OAUTH_CLIENT_ID=${clientId} BITERP_OAUTH_CLIENT_SECRET=${clientSecret} npm start`);
}

main().catch(give);
