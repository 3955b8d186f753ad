import { configOf } from "../../src/config";
import { front } from "../../src/http/front";
import { serveMcp } from "../../src/http/mcp-serve";
import { fixtureServer } from "./server";

/**
 * What the official suite is run against: the product's front and its way from HTTP to a server, with the suite's own
 * tools behind and without the token check, for which the suite has no option.
 */
export default {
  fetch: (request: Request, env: Env, ctx: ExecutionContext) => front(request, env, ctx, inner),
};

async function inner(request: Request, env: Env): Promise<Response> {
  // The script asks for a page to learn that this is ready.
  if (new URL(request.url).pathname !== "/mcp") return new Response("ready\n");
  const { publicUrl, signingSecret } = configOf(env);
  return serveMcp(request, () => ({ publicUrl, serverFor: () => fixtureServer(signingSecret) }));
}
