import { afterAll, beforeAll, describe } from "vitest";
import { type Contradicting, contradicting } from "./kit/contradicting";
import { type RunningBitErpMcp, startBitErpMcp } from "./support/biterp-mcp";
import { ANA, type Pair, startPair } from "./support/remote";
import { RemoteClient } from "./support/remote-client";
import { type RunningServer, startServer } from "./support/server";

describe("bitERP over HTTP", () => {
  let pair: Pair;
  let ana: RemoteClient;
  beforeAll(async () => {
    // What it is told to answer has an etag of its own, which the real one would refuse.
    pair = await startPair({ env: { BITERP_IF_MATCH: "no" } });
    ana = await RemoteClient.signIn(pair.server.url, ANA);
  });
  afterAll(() => pair?.stop());

  const methods = { update: "PATCH", delete: "DELETE", create: "POST", read: "GET" };
  const bench = (): Contradicting => ({
    ana,
    calm: async () => void (await pair.erp.control({ reset: true })),
    say: async (kind, body) => {
      const action = { status: 200, body };
      const path = kind === "read" ? `/products/${body.id}` : "/products";
      await pair.erp.control({ reset: true, rules: [{ method: methods[kind], path, action }] });
    },
    asked: async () => (await pair.erp.state()).switches.rules[0]?.fitted ?? 0,
  });
  contradicting(bench);
});

describe("bitERP over its MCP server", () => {
  let erp: RunningBitErpMcp;
  let server: RunningServer;
  let ana: RemoteClient;
  beforeAll(async () => {
    erp = await startBitErpMcp();
    server = await startServer({ env: { BITERP_MCP_URL: erp.url } });
    ana = await RemoteClient.signIn(server.url, ANA);
  });
  afterAll(async () => {
    await Promise.allSettled([server?.stop(), erp?.stop()]);
  });

  const tools = {
    update: "update_product",
    delete: "delete_product",
    create: "create_product",
    read: "get_product",
  };
  let asked = "";
  const bench = (): Contradicting => ({
    ana,
    calm: async () => void (await erp.control({ reset: true })),
    say: async (kind, result) => {
      asked = tools[kind];
      await erp.control({ reset: true, rules: [{ tool: asked, action: { result } }] });
    },
    asked: async () => (await erp.state()).counts.tools[asked] ?? 0,
  });
  contradicting(bench);
});
