import { fileURLToPath } from "node:url";
import { spawnGroup } from "../start/child.mjs";
import { freePort } from "../start/port.mjs";
import { untilHealthy } from "../start/ready.mjs";
import { quietEnvironment, wranglerCommand } from "../start/wrangler.mjs";
import type { Tried } from "./tried.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Starts the Worker with the suite's own tools on a free port. */
export async function startFixture(): Promise<Tried> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const [command, ...args] = wranglerCommand(root);
  const options = ["--config", "test/conformance/wrangler.toml", "--port", String(port)];
  const quiet = ["--log-level", "error", "--var", `PUBLIC_URL:${origin}`];
  const server = spawnGroup(command, [...args, "dev", ...options, ...quiet], {
    cwd: root,
    env: quietEnvironment(),
  });
  const early = server.ended.then(() => false);
  if (!(await Promise.race([untilHealthy(origin), early]))) {
    await server.stop();
    throw new Error("The Worker under test/conformance did not start");
  }
  return { url: `${origin}/mcp`, stop: server.stop };
}
