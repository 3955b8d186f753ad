import { describe, expect, it } from "vitest";
import { people, server } from "../auth/support/server";
import { authorizeUrl, Browser, HOST, register } from "../support/oauth";

const send = server();

describe("language", () => {
  it.each([
    ["pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"],
    ["en-US,en;q=0.9,pt;q=0.5", "en"],
    ["en;q=0.2, pt-PT;q=0.7", "pt-BR"],
    ["de-DE, pt;q=0.1", "pt-BR"],
    ["", "en"],
    ["pt;q=0", "en"],
  ])("of %s is %s", async (header, language) => {
    const response = await send(HOST, { headers: { "Accept-Language": header } });
    expect(await response.text()).toContain(`<html lang="${language}">`);
  });

  it("of a consent page is the person's own when the browser has no wish", async () => {
    const url = await authorizeUrl(await register(send));
    expect(await new Browser(send).signIn(url, "ana")).toContain("Permitir");
    expect(await new Browser(send).signIn(url, "carla")).toContain("Allow");
  });
});

it("tells the address to paste", async () => {
  expect(await (await send(HOST)).text()).toContain(`<code>${HOST}/mcp</code>`);
});

it("tells whether it is well", async () => {
  const response = await send(`${HOST}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok", database: "ok" });
  const ill = server({ DB: { prepare: () => ({ first: () => Promise.reject(new Error("down")) }) } });
  expect((await ill(`${HOST}/health`)).status).toBe(503);
});

it("has a page for what is not there", async () => {
  const response = await send(`${HOST}/nothing`);
  expect(response.status).toBe(404);
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
});

describe("the sandbox sign-in", () => {
  const form = { method: "POST", body: new URLSearchParams({ user: people[0]?.id ?? "", return: "/" }) };

  it.each(["localhost:8787", "127.0.0.1:8787", "[::1]:8787"])("is served at %s", async (host) => {
    const response = await send(`http://${host}/sign-in`);
    expect(await response.text()).toContain("ana@padaria-aurora.example");
  });

  it.each([
    ["in production", { ENVIRONMENT: "production" }, "http://localhost:8787"],
    ["at a public address", { PUBLIC_URL: "https://mcp.bit.example" }, "https://mcp.bit.example"],
  ])("is not served %s", async (_, vars, base) => {
    const own = server(vars);
    const page = await own(`${base}/sign-in`);
    expect(page.status).toBe(503);
    const text = await page.text();
    expect(text).toContain("BITERP_URL");
    expect(text).not.toContain("ana@");
    const signedIn = await own(`${base}/sign-in`, form);
    expect(signedIn.status).toBe(503);
    expect(signedIn.headers.getSetCookie()).toEqual([]);
  });

  it("is not served with a remote bitERP, whose own sign-in takes its place", async () => {
    const half = server({ BITERP_URL: "https://erp.example" });
    const refused = await half(`${HOST}/sign-in`);
    expect(refused.status).toBe(500);
    expect(await refused.text()).toContain(
      "BITERP_OAUTH_ISSUER, BITERP_OAUTH_CLIENT_ID, BITERP_OAUTH_CLIENT_SECRET",
    );
    const own = server({
      BITERP_URL: "https://erp.example",
      BITERP_OAUTH_ISSUER: "https://id.erp.example",
      BITERP_OAUTH_CLIENT_ID: "mcp",
      BITERP_OAUTH_CLIENT_SECRET: "secret",
    });
    const signedIn = await own(`${HOST}/sign-in`, form);
    expect(signedIn.status).toBe(503);
    expect(signedIn.headers.getSetCookie().join()).not.toContain("biterp-session=");
  });

  it("is not opened by a Host header", async () => {
    const own = server({ PUBLIC_URL: "https://mcp.bit.example" });
    const response = await own("https://mcp.bit.example/sign-in", { headers: { Host: "localhost" } });
    expect(await response.text()).not.toContain("ana@");
  });

  it("sets a cookie that scripts and other sites do not get", async () => {
    const response = await send(`${HOST}/sign-in`, form);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^biterp-session=.+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const secure = server({ PUBLIC_URL: "https://localhost:8787" });
    const cookie = (await secure("https://localhost:8787/sign-in", form)).headers.getSetCookie()[0];
    expect(cookie).toMatch(
      /^__Host-biterp-session=.+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it("leads only to pages of this server", async () => {
    for (const back of [
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      const browser = new Browser(send);
      const response = await browser.post("/sign-in", [
        ["user", people[0]?.id ?? ""],
        ["return", back],
      ]);
      expect(response.headers.get("Location")).toBe("/");
    }
  });

  it("refuses strangers and other sites", async () => {
    const browser = new Browser(send);
    expect((await browser.post("/sign-in", [["user", "nobody"]])).status).toBe(400);
    const evil = { Origin: "https://evil.example" };
    expect((await browser.post("/sign-in", [["user", people[0]?.id ?? ""]], evil)).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });

  it("is asked for again after signing out", async () => {
    const browser = new Browser(send);
    const url = await authorizeUrl(await register(send));
    await browser.signIn(url, "ana");
    const { pathname, search } = new URL(url);
    const out = await browser.post("/sign-out", [["return", pathname + search]]);
    expect(out.headers.get("Location")).toBe(pathname + search);
    expect((await browser.get(url)).headers.get("Location")).toMatch(/^\/sign-in\?/);
  });
});
