import { afterEach, describe, expect, it } from "vitest";
import type { Refusal } from "../support/double";
import { authorizeUrl, Browser, codeIn, HOST, redemption, register, token, worker } from "../support/oauth";
import { double } from "../support/worker";

afterEach(() => double.reset());

const asks = { scopes: ["products:read", "products:update"], resource: `${HOST}/mcp` };
const odd = { state: "a state & more=1 %2F é" };

/** A person who has the question before them. */
async function asked() {
  const clientId = await register(worker);
  const url = await authorizeUrl(clientId, asks, odd);
  const browser = new Browser(worker);
  return { clientId, url, browser, page: await browser.signIn(url, "ana") };
}

/** Signs in again where a redirect leads, and gives the page that comes after it. */
async function signInAgain(browser: Browser, redirect: Response): Promise<string> {
  const signIn = new URL(redirect.headers.get("Location") ?? "", HOST);
  expect(signIn.pathname).toBe("/sign-in");
  // Nobody is signed in at bitERP any more, so what the browser holds counts for nothing.
  browser.cookies.clear();
  return browser.signIn(new URL(signIn.searchParams.get("return") ?? "", HOST).href, "ana");
}

/** The answer of the page goes where it was to go from the beginning, and is worth a token. */
async function goesOn(clientId: string, browser: Browser, page: string) {
  const back = await browser.answer(page);
  const location = new URL(back.headers.get("Location") ?? "");
  expect(location.searchParams.get("state")).toBe(odd.state);
  const answer = await token(worker, redemption(clientId, codeIn(back), asks.resource));
  expect(await answer.json()).toMatchObject({ scope: asks.scopes.join(" "), resource: asks.resource });
}

async function unreachable(response: Response) {
  const html = await response.text();
  expect([response.status, response.headers.get("Location")]).toEqual([503, null]);
  expect(response.headers.get("Content-Type")).toContain("text/html");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(html).toContain("bitERP cannot be reached at the moment");
  expect(html).not.toMatch(/secret|TypeError|\.ts:/);
}

const down: [string, Refusal][] = [
  ["no connection", "network"],
  ["a fault of its own", { status: 500 }],
  ["a page of something in front of it", { html: "<h1>secret maintenance</h1>", status: 502 }],
  ["a page that says all is well", { html: "<h1>secret</h1>" }],
  ["a refusal for an hour", { status: 429, headers: { "Retry-After": "3600" } }],
];

describe.each(down)("while bitERP answers with %s", (_, refusal) => {
  it("the question is a readable page, and comes as soon as bitERP is there again", async () => {
    const { clientId, url, browser } = await asked();
    for (const path of ["/v1/me", "/v1/tenants"]) {
      double.refuse({ path, with: refusal });
      await unreachable(await browser.get(url));
      double.reset();
    }
    await goesOn(clientId, browser, await (await browser.get(url)).text());
  });

  it("an answer is not taken, and is when it is sent again", async () => {
    const { clientId, browser, page } = await asked();
    double.refuse({ path: "/v1/me", with: refusal });
    await unreachable(await browser.answer(page));
    double.reset();
    double.refuse({ path: "/v1/tenants", with: refusal });
    await unreachable(await browser.answer(page, { pinned: "padaria-aurora" }));
    double.reset();
    await goesOn(clientId, browser, page);
  });
});

it("no is an answer also while bitERP is down", async () => {
  const { browser, page } = await asked();
  double.refuse({ with: "network" });
  const back = new URL((await browser.answer(page, { answer: "deny" })).headers.get("Location") ?? "");
  expect(back.searchParams.get("error")).toBe("access_denied");
});

it("a person's connections are shown, and can be ended, while bitERP is down", async () => {
  const { browser, page } = await asked();
  codeIn(await browser.answer(page));
  double.refuse({ with: "network" });
  const shown = await browser.get(`${HOST}/connections`);
  expect([shown.status, (await shown.text()).includes('value="end"')]).toEqual([200, true]);
});

it("says it in Portuguese, too", async () => {
  const { browser, url } = await asked();
  double.refuse({ with: { status: 500 } });
  const shown = await browser.get(url, { "Accept-Language": "pt-BR" });
  expect(await shown.text()).toContain("O bitERP não pode ser alcançado agora");
});

describe("when bitERP has ended the person's sign-in", () => {
  const ended = { status: 401 };

  it("the question leads to a sign-in and back to itself", async () => {
    const { clientId, url, browser } = await asked();
    double.refuse({ path: "/v1/me", with: ended });
    const redirect = await browser.get(url);
    expect(redirect.status).toBe(302);
    double.reset();
    await goesOn(clientId, browser, await signInAgain(browser, redirect));
  });

  it.each([
    ["/v1/me", {}],
    ["/v1/tenants", { pinned: "padaria-aurora" }],
  ])("an answer leads to a sign-in and to the same question: %s", async (path, choice) => {
    const { clientId, url, browser, page } = await asked();
    double.refuse({ path, with: ended });
    const redirect = await browser.answer(page, choice);
    expect(redirect.status).toBe(303);
    const signIn = new URL(redirect.headers.get("Location") ?? "", HOST);
    const again = new URL(signIn.searchParams.get("return") ?? "", HOST);
    expect(Object.fromEntries(again.searchParams)).toEqual(Object.fromEntries(new URL(url).searchParams));
    double.reset();
    await goesOn(clientId, browser, await signInAgain(browser, redirect));
  });

  it("an answer to a request that said as little as it may does, too", async () => {
    const clientId = await register(worker);
    const bare = { state: null };
    const browser = new Browser(worker);
    const page = await browser.signIn(await authorizeUrl(clientId, {}, bare), "ana");
    double.refuse({ path: "/v1/me", with: ended });
    const redirect = await browser.answer(page);
    double.reset();
    const back = await browser.answer(await signInAgain(browser, redirect));
    expect(new URL(back.headers.get("Location") ?? "").searchParams.get("state") ?? "").toBe("");
    expect((await token(worker, redemption(clientId, codeIn(back)))).status).toBe(200);
  });
});
