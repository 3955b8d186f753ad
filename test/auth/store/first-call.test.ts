import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  authorizeUrl,
  Browser,
  codeIn,
  HOST,
  redemption,
  register,
  type Send,
  type Tokens,
  token,
} from "../../support/oauth";
import { request } from "../../support/raw";
import handlers from "../../support/worker";

const MINUTE = 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A KV as it is far from where it was written: a read shows what stood there a minute before. `past` ages what is
 * written first under a key, so that this is seen and what comes after it is not.
 */
function late(past: boolean): KVNamespace {
  const history = new Map<string, { at: number; value: string | null }[]>();
  const write = (key: string, value: string | null) => {
    const before = history.get(key) ?? [];
    const at = Date.now() - (past && before.length === 0 ? MINUTE : 0);
    history.set(key, [...before, { at, value }]);
  };
  return {
    get: async (key: string) =>
      history.get(key)?.findLast(({ at }) => at <= Date.now() - MINUTE)?.value ?? null,
    put: async (key: string, value: string) => write(key, value),
    delete: async (key: string) => write(key, null),
  } as unknown as KVNamespace;
}

/** The whole server over such a KV. */
function server(past: boolean): Send {
  const own = { ...env, OAUTH_KV: late(past) } as Env;
  return async (url, init) => {
    const ctx = createExecutionContext();
    const response = await handlers.fetch(new Request(url, { redirect: "manual", ...init }), own, ctx);
    await waitOnExecutionContext(ctx);
    return response;
  };
}

const list = (send: Send, accessToken: string) =>
  send(`${HOST}/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${accessToken}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: request("tools/list"),
  });

/**
 * One client from its registration to its first call. It redeems its code twice, the second time `after` so many
 * milliseconds, as a client does that sends a form again.
 */
async function round(send: Send, after: number) {
  const clientId = await register(send);
  const browser = new Browser(send);
  const code = codeIn(await browser.answer(await browser.signIn(await authorizeUrl(clientId), "ana")));
  const redeemed = await Promise.all(
    [0, after].map(async (ms) => {
      if (ms > 0) await pause(ms);
      const answer = await token(send, redemption(clientId, code));
      return { status: answer.status, ...((await answer.json()) as Partial<Tokens> & { error?: string }) };
    }),
  );
  const got = performance.now();
  const called = list(send, redeemed.find(({ access_token }) => access_token)?.access_token ?? "");
  const late = performance.now() - got > 50;
  const call = await called;
  const tools = (await call.text()).includes('"list_products"');
  return {
    redeemed: redeemed.map(({ status, error }) => error ?? status).sort(),
    call: late ? "late" : call.status,
    tools,
  };
}

describe("over a KV whose reads stay empty or stale for a minute", () => {
  it("fifty clients register, sign in and call at once; a code sent twice gives one token, which works", async () => {
    const [empty, stale] = [server(false), server(true)];
    const right = { redeemed: [200, "invalid_grant"], call: 200, tools: true };
    for (let times = 0; times < 25; times += 1) {
      // All the delays between none and a whole answer's.
      const both = await Promise.all([round(empty, times), round(stale, 24 - times)]);
      expect(both, `round ${times}`).toEqual([right, right]);
    }
  }, 120_000);
});
