import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Person, type Send } from "../../scripts/demo/browser.ts";
import { ANA, AURORA, BEIRA, counting, type Pair, startPair } from "./support/remote";
import { authorization, RemoteClient, register } from "./support/remote-client";

let pair: Pair;
let server: string;
beforeAll(async () => {
  pair = await startPair();
  server = pair.server.url;
});
beforeEach(() => pair.erp.control({ reset: true }));
afterAll(() => pair?.stop());

/** What a browser saw, page by page. */
interface Seen {
  url: string;
  status: number;
  html: string;
}

/** A browser that keeps what it saw, and may do something else than was asked of it. */
function watching(change: (url: string, init: RequestInit) => RequestInit = (_, init) => init) {
  const seen: Seen[] = [];
  const send: Send = async (url, init) => {
    const response = await fetch(url, change(url, init));
    seen.push({ url, status: response.status, html: await response.clone().text() });
    return response;
  };
  return { seen, send };
}

const callbacks = (seen: Seen[]) => seen.filter(({ url }) => url.startsWith(`${server}/callback`));
const page = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", ...init }).then(async (response) => ({
    status: response.status,
    type: response.headers.get("Content-Type"),
    html: await response.text(),
    cookie: response.headers.getSetCookie(),
  }));

/** Goes as far as the return from bitERP, and stops there. */
async function upToCallback(): Promise<{ callback: string; cookie: string }> {
  const { url } = authorization(server, await register(server));
  let cookie = "";
  let callback = "";
  const send: Send = async (target, init) => {
    if (target.startsWith(`${server}/callback`)) {
      cookie = new Headers(init.headers).get("Cookie") ?? "";
      callback = target;
      throw new Error("stopped");
    }
    return fetch(target, init);
  };
  await expect(new Person(ANA, {}, send).authorize(url)).rejects.toThrow("stopped");
  return { callback, cookie };
}

// These two first, in this order: what an issuer says of itself is remembered.
it("says readably that bitERP's sign-in cannot be reached", async () => {
  const { url } = authorization(server, await register(server));
  await pair.erp.control({ rules: [{ path: "/oauth/", action: "drop" }] });
  const signIn = `${server}/sign-in?return=${encodeURIComponent(url.pathname + url.search)}`;
  const shown = await page(signIn);
  expect([shown.status, shown.type]).toEqual([503, expect.stringContaining("text/html")]);
  const posted = await page(`${server}/sign-in`, {
    method: "POST",
    headers: { Origin: server, "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({ return: url.pathname + url.search }),
  });
  expect(posted.status).toBe(503);
  expect(posted.html).not.toMatch(/TypeError|fetch failed| {4}at /);
});

it("is found again after somebody left while bitERP's sign-in was asked about itself", async () => {
  await pair.erp.control({ rules: [{ path: "/oauth/.well-known", times: 1, action: "hang" }] });
  const signIn = `${server}/sign-in?return=%2F`;
  await expect(page(signIn, { signal: AbortSignal.timeout(1_500) })).rejects.toThrow();
  const answers = await Promise.all([1, 2].map(() => page(signIn, { signal: AbortSignal.timeout(25_000) })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

describe("the way to bitERP and back", () => {
  it("names the program before anybody is sent to bitERP, and lets it in", async () => {
    await pair.erp.control({ rules: [counting({ path: "/oauth/auth" })] });
    const { seen, send } = watching();
    let asked = -1;
    const clientId = await register(server, "Programa <b>Curioso</b>");
    const client = await RemoteClient.signIn(server, ANA, {
      clientId,
      send: async (url, init) => {
        if (init.method === "POST" && url === `${server}/sign-in`) {
          asked = (await pair.erp.state()).switches.rules[0]?.fitted ?? -1;
        }
        return send(url, init);
      },
    });
    expect(asked).toBe(0);
    const first = seen.find(({ status }) => status === 200);
    expect(first?.url).toContain(`${server}/sign-in`);
    expect(first?.html).toContain("Programa &lt;b&gt;Curioso&lt;/b&gt;");
    expect(first?.html).toContain("127.0.0.1");
    const { structured } = await client.call("get_user_data");
    expect(structured).toMatchObject({ email: ANA });
    const own = seen.filter(({ url }) => url.startsWith(server)).map(({ html }) => html);
    expect(own.join("")).not.toMatch(/code_verifier|client_secret/);
  });

  it("turns away a return in another browser", async () => {
    const { callback } = await upToCallback();
    const answer = await page(callback);
    expect([answer.status, answer.type]).toEqual([403, expect.stringContaining("text/html")]);
    expect(answer.cookie.join()).not.toContain("biterp-session=e");
    const foreign = await page(callback, { headers: { Cookie: `biterp-sign-in=${crypto.randomUUID()}` } });
    expect(foreign.status).toBe(403);
  });

  it("takes a return once", async () => {
    const { callback, cookie } = await upToCallback();
    expect((await page(callback, { headers: { Cookie: cookie } })).status).toBe(302);
    expect((await page(callback, { headers: { Cookie: cookie } })).status).toBe(403);
  });

  it("takes only one of two returns at the same moment", async () => {
    const { callback, cookie } = await upToCallback();
    const both = await Promise.all([1, 2].map(() => page(callback, { headers: { Cookie: cookie } })));
    expect(both.map(({ status }) => status).sort()).toEqual([302, 403]);
  });

  it("turns away a return that nobody began, or whose state or issuer was changed", async () => {
    for (const spoil of [
      (url: URL) => url.searchParams.set("state", "made-up"),
      (url: URL) => url.searchParams.delete("state"),
    ]) {
      const { callback, cookie } = await upToCallback();
      const spoilt = new URL(callback);
      spoil(spoilt);
      expect((await page(spoilt.href, { headers: { Cookie: cookie } })).status).toBe(403);
    }
    const { callback, cookie } = await upToCallback();
    const mixed = new URL(callback);
    mixed.searchParams.set("iss", "https://evil.example");
    expect((await page(mixed.href, { headers: { Cookie: cookie } })).status).toBe(503);
    expect((await page(`${server}/callback`)).status).toBe(403);
  });

  it("says so when the person refuses at bitERP, and keeps nothing", async () => {
    const { seen, send } = watching((url, init) => {
      const body = new URLSearchParams(String(init.body ?? ""));
      if (!url.startsWith(pair.erp.url) || !body.has("decision")) return init;
      return { ...init, body: "decision=deny" };
    });
    await expect(RemoteClient.signIn(server, ANA, { send })).rejects.toThrow("403");
    const [back, ...more] = callbacks(seen);
    expect([back?.status, more.length]).toEqual([403, 0]);
    expect(back?.html).toContain("<h1>");
    expect(back?.html).not.toContain("access_denied");
  });

  it("says so when bitERP gives no tokens", async () => {
    for (const action of ["drop", { status: 500 }] as const) {
      await pair.erp.control({ rules: [{ path: "/oauth/token", action }] });
      const { seen, send } = watching();
      await expect(RemoteClient.signIn(server, ANA, { send })).rejects.toThrow("503");
      expect(callbacks(seen).map(({ status }) => status)).toEqual([503]);
    }
    await pair.erp.control({ reset: true });
    await RemoteClient.signIn(server, ANA);
  });
});

describe("the question", () => {
  /** A browser before which something happens once: right before it loads the question (GET) or answers it (POST). */
  const justBefore = (method: "GET" | "POST", what: () => Promise<unknown>): Send => {
    let done = false;
    return async (url, init) => {
      const signedIn = new Headers(init.headers).get("Cookie")?.includes("biterp-session=");
      const fits = url.startsWith(`${server}/authorize`) && (init.method ?? "GET") === method;
      if (fits && signedIn && !done) {
        done = true;
        await what();
      }
      return fetch(url, init);
    };
  };

  it.each(["GET", "POST"] as const)(
    "leads to a new sign-in, and is put again, when bitERP has ended the first one (%s)",
    async (method) => {
      const send = justBefore(method, () => pair.erp.control({ revokeUser: ANA }));
      const client = await RemoteClient.signIn(server, ANA, { send });
      expect((await client.call("get_user_data")).structured).toMatchObject({ email: ANA });
    },
  );

  it.each(["GET", "POST"] as const)("is a readable page while bitERP is down (%s)", async (method) => {
    const send = justBefore(method, () => pair.erp.control({ rules: [{ path: "/v1/", action: "drop" }] }));
    await expect(RemoteClient.signIn(server, ANA, { send })).rejects.toThrow("/authorize answered 503");
  });
});

it("keeps a connection to the one company it was pinned to", async () => {
  const client = await RemoteClient.signIn(server, ANA, { tenant: AURORA });
  const { tenants } = (await client.call("list_tenants")).structured;
  expect(tenants).toMatchObject([{ tenant: "padaria-aurora" }]);
  const other = await client.call("list_products", { tenant_id: BEIRA });
  expect([other.isError, other.text]).toEqual([true, expect.stringContaining("tenant_not_found")]);
  const own = await client.call("list_products", {});
  expect(own.structured.tenant).toMatchObject({ tenant_id: AURORA });
});
