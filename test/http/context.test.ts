import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { signInOf } from "../../src/backend";
import { configOf } from "../../src/config";
import { safeEnv } from "../../src/context";
import { compose } from "../../src/worker";
import { Client } from "../support/mcp";
import { HOST } from "../support/oauth";
import { many, resetBitErp, shop } from "../support/sets";
import { configurations } from "../support/worker";

afterEach(() => {
  vi.restoreAllMocks();
  resetBitErp();
});

const ISSUER = "https://login.count.example";
const remote = {
  BITERP_URL: "https://erp.count.example",
  BITERP_OAUTH_ISSUER: ISSUER,
  BITERP_OAUTH_CLIENT_ID: "mcp",
  BITERP_OAUTH_CLIENT_SECRET: "hush",
};

it("the configuration is read once for the same values, whatever carries them", () => {
  const once = configOf(env as Env);
  expect(configOf({ ...env } as Env)).toBe(once);
  expect(configOf(safeEnv({ ...env, OTHER: "thing" } as unknown as Env))).toBe(once);
  const other = configOf({ ...env, ...remote } as unknown as Env);
  expect(other).not.toBe(once);
  expect(configOf({ ...env, ...remote } as unknown as Env)).toBe(other);
  expect(configOf(env as Env)).toBe(once);
});

it("calls, pages and objects all work with that one", async () => {
  configurations.clear();
  const ana = await Client.signIn({ user: "ana", mode: "delegated" });
  const { tenant_id, ids } = await shop(many(2));
  for (const id of ids) await ana.call("delete_products", { tenant_id, items: [{ id }] });
  expect([...configurations]).toEqual([configOf(env as Env)]);
});

it("a bitERP's authorization server says once who it is, to all pages and objects", async () => {
  const document = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
  };
  const fetched: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    fetched.push(String(input instanceof Request ? input.url : input));
    return Response.json(document);
  });
  const { handlers } = compose();
  const own = { ...env, ...remote } as unknown as Env;
  for (let visit = 0; visit < 3; visit += 1) {
    const page = await handlers.fetch(
      new Request(`${HOST}/sign-in?return=%2F`),
      { ...own },
      createExecutionContext(),
    );
    expect(page.status).toBe(200);
    const sent = await handlers.fetch(
      new Request(`${HOST}/sign-in`, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: HOST },
        body: "return=%2F",
        redirect: "manual",
      }),
      { ...own },
      createExecutionContext(),
    );
    expect(sent.headers.get("Location")).toContain(`${ISSUER}/authorize`);
  }
  expect(fetched).toHaveLength(1);
  expect(signInOf({ ...own })?.server).toBe(signInOf(safeEnv(own))?.server);
});
