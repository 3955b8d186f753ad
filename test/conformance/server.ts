import { createRequestStateCodec, McpServer } from "@modelcontextprotocol/server";
import { addAskingPrompt, addAskingTools } from "./asking";
import { addChecks } from "./checks";
import { addContentTools } from "./content";
import { addPrompts } from "./prompts";
import { addPushingTools } from "./pushing";
import { addResources } from "./resources";

const STATE_TTL_SECONDS = 300;

/** The server that the suite expects; its names and contents are the suite's. */
export function fixtureServer(secret: string): McpServer {
  const state = createRequestStateCodec<string>({
    key: new TextEncoder().encode(secret),
    ttlSeconds: STATE_TTL_SECONDS,
  });
  const server = new McpServer(
    { name: "biterp-conformance", version: "0.1.0" },
    {
      // As the product: nothing is ever pushed, so no change is announced.
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: true },
        logging: {},
        completions: {},
      },
      inputRequired: { legacyShim: false },
      requestState: { verify: state.verify },
    },
  );
  addContentTools(server);
  addPushingTools(server);
  addAskingTools(server, state);
  addChecks(server);
  addResources(server);
  addPrompts(server);
  addAskingPrompt(server);
  return server;
}
