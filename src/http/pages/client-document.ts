import { Hono } from "hono/tiny";
import { clientMetadata } from "../../auth/upstream-mcp";
import { configOf } from "../../config";
import type { PagesEnv } from "./deps";
import { CALLBACK_PATH } from "./remote";

/** Where this server publishes what it is as a client of bitERP's own MCP server. */
export const CLIENT_DOCUMENT_PATH = "/client.json";

/** The client-id metadata document: its own address is the client id. */
export const clientDocument = new Hono<PagesEnv>().get(CLIENT_DOCUMENT_PATH, (c) => {
  const { origin } = configOf(c.env).publicUrl;
  return c.json({
    client_id: `${origin}${CLIENT_DOCUMENT_PATH}`,
    client_uri: origin,
    ...clientMetadata(`${origin}${CALLBACK_PATH}`),
  });
});
