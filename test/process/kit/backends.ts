import { connectTo, startBitErpMcp } from "../support/biterp-mcp";
import { oauthClient } from "../support/oauth-client";
import { sendTo } from "../support/raw";
import { ANA, startPair, AURORA as UUID } from "../support/remote";
import { RemoteClient } from "../support/remote-client";
import { type RunningServer, startServer } from "../support/server";
import { type Capabilities, capabilitiesOf, type Way } from "./differences";

const SLUG = "padaria-aurora";

/** A server in front of some bitERP. */
export interface Backend {
  way: Way;
  can: Capabilities;
  server: RunningServer;
  /** Sets a price of Aurora's past the client under test: at bitERP itself, where that has a door of its own. */
  reprice(id: string, sale_price: number): Promise<void>;
  /** The writes that bitERP carried out; undefined where it does not count. */
  writes(): Promise<number | undefined>;
  stop(): Promise<void>;
}

async function bundled(): Promise<Backend> {
  const server = await startServer();
  const ana = await RemoteClient.signIn(server.url, ANA);
  return {
    way: "bundled",
    can: capabilitiesOf.bundled,
    server,
    reprice: async (id, sale_price) => {
      const { isError, text } = await ana.call("update_product", { tenant_id: SLUG, id, sale_price });
      if (isError) throw new Error(text);
    },
    writes: async () => undefined,
    stop: async () => void (await server.stop()),
  };
}

async function http(): Promise<Backend> {
  const pair = await startPair();
  const token = (await (await oauthClient(pair.erp)).signIn(ANA)).access;
  return {
    way: "http",
    can: capabilitiesOf.http,
    server: pair.server,
    reprice: async (id, sale_price) => {
      const init = { method: "PATCH", body: JSON.stringify({ sale_price }) };
      const { status, body } = await sendTo(pair.erp, token, `/v1/tenants/${UUID}/products/${id}`, init);
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    writes: async () => (await pair.erp.state()).counts.writes,
    stop: () => pair.stop(),
  };
}

async function mcp(): Promise<Backend> {
  const erp = await startBitErpMcp();
  const server = await startServer({ env: { BITERP_MCP_URL: erp.url } }).catch(async (error) => {
    await erp.stop();
    throw error;
  });
  const ana = await connectTo(erp.url, ANA);
  return {
    way: "mcp",
    can: capabilitiesOf.mcp,
    server,
    reprice: async (id, sale_price) => {
      const { isError, value } = await ana.call("update_product", { tenant_id: SLUG, id, sale_price });
      if (isError) throw new Error(String(value));
    },
    writes: async () => (await erp.state()).counts.writes,
    stop: async () => {
      await ana.client.close();
      await Promise.allSettled([server.stop(), erp.stop()]);
    },
  };
}

/** Every way of reaching bitERP. */
export const backends: Readonly<Record<Way, () => Promise<Backend>>> = { bundled, http, mcp };
