import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { configOf } from "../../../src/config";

const withVars = (vars: Record<string, string>) => configOf({ ...env, ...vars } as Env);

it("takes BITERP_MCP_URL for bitERP's own MCP server", () => {
  const config = withVars({ BITERP_MCP_URL: "https://erp.test/mcp", BITERP_REQUESTS_PER_SECOND: "5" });
  expect(config.mcp).toEqual({ url: new URL("https://erp.test/mcp"), requestsPerSecond: 5 });
  expect(config.remote).toBeUndefined();
  expect(withVars({ BITERP_MCP_URL: "" }).mcp).toBeUndefined();
});

it("refuses two ways to bitERP, and an address that is not safe", () => {
  const both = { BITERP_MCP_URL: "https://erp.test/mcp", BITERP_URL: "https://erp.test" };
  expect(() => withVars(both)).toThrow(/BITERP_URL and BITERP_MCP_URL are both set/);
  expect(() => withVars({ BITERP_MCP_URL: "http://erp.test/mcp" })).toThrow(/BITERP_MCP_URL: must be https/);
  expect(withVars({ BITERP_MCP_URL: "http://localhost:9100/mcp" }).mcp?.url.port).toBe("9100");
});
