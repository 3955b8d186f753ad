import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { Entries } from "../../src/auth/store/entries";
import { authorizeUrl, Browser, codeIn, formOf, HOST, REDIRECT, register } from "../support/oauth";
import { companies, people, remembered, server } from "./support/server";

const send = server();
const grants = async () => (await new Entries(env.DB).list("grant:", "", 1_000)).length;
const codeOrNull = (response: Response) =>
  URL.parse(response.headers.get("Location") ?? "")?.searchParams.get("code") ?? null;

describe("an authorization request", () => {
  it.each([
    ["no challenge", { code_challenge: null, code_challenge_method: null }],
    ["a method alone", { code_challenge: null }],
    ["an empty challenge", { code_challenge: "" }],
    ["an empty challenge and no method", { code_challenge: "", code_challenge_method: null }],
    ["plain", { code_challenge_method: "plain" }],
    ["plain by default", { code_challenge_method: null }],
    ["a challenge that is no SHA-256", { code_challenge: "short" }],
  ])("with %s is invalid_request, for public and confidential clients", async (_, extra) => {
    for (const token_endpoint_auth_method of ["none", "client_secret_post"]) {
      const url = await authorizeUrl(await register(send, { token_endpoint_auth_method }), {}, extra);
      const back = new URL((await send(url)).headers.get("Location") ?? "");
      expect(back.href.startsWith(REDIRECT)).toBe(true);
      expect(back.searchParams.get("error")).toBe("invalid_request");
      expect(back.searchParams.get("state")).toBe("state-1");
      expect(back.searchParams.get("iss")).toBe(HOST);
    }
  });

  it("of an unknown client, or to an unregistered address, is a page and goes nowhere", async () => {
    const known = await register(send);
    const urls = [
      await authorizeUrl("nobody"),
      await authorizeUrl("n".repeat(900)),
      await authorizeUrl(known, {}, { client_id: null }),
      await authorizeUrl(known, {}, { redirect_uri: "https://evil.example/" }),
      await authorizeUrl(known, {}, { redirect_uri: null }),
      await authorizeUrl(known, {}, { redirect_uri: "javascript:alert(1)" }),
      await authorizeUrl("https://client.example/metadata.json"),
    ];
    for (const url of urls) {
      const response = await send(url);
      expect(response.status).toBe(400);
      expect(response.headers.get("Location")).toBeNull();
      expect(response.headers.get("Content-Type")).toContain("text/html");
    }
  });
});

describe("a program that asks before it opens a browser", () => {
  const asked = async (url: string, Accept = "application/json") => {
    const response = await send(url, { headers: { Accept } });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const json = response.headers.get("Content-Type") === "application/json";
    return [response.status, json ? await response.json() : "a page"];
  };

  it("hears that it is not known, and registers anew", async () => {
    for (const id of ["nobody", "n".repeat(900), "https://client.example/metadata.json"]) {
      expect(await asked(await authorizeUrl(id))).toEqual([400, { error: "invalid_client" }]);
    }
    const known = await register(send);
    const elsewhere = await authorizeUrl(known, {}, { redirect_uri: "https://evil.example/" });
    expect(await asked(elsewhere)).toEqual([400, { error: "invalid_request" }]);
    expect((await asked(await authorizeUrl(known)))[0]).toBe(302);
  });

  it.each(["text/html,application/xhtml+xml", "text/html, application/json;q=0.9", "*/*"])(
    "is not a browser that accepts %s",
    async (accept) => expect(await asked(await authorizeUrl("nobody"), accept)).toEqual([400, "a page"]),
  );
});

describe("the consent page", () => {
  it("names client, redirect host, person, scopes, companies and modes, and escapes them", async () => {
    const clientId = await register(send, { client_name: `<script>alert(1)</script>${"x".repeat(400)}` });
    const page = await new Browser(send).signIn(
      await authorizeUrl(clientId, { scopes: ["products:read"] }),
      "ana",
    );
    expect(page).not.toContain("<script");
    expect(page).not.toContain("<b>Souza");
    expect(page).not.toContain("x".repeat(150));
    expect(page).toContain("&lt;script&gt;");
    expect(page).toContain("127.0.0.1");
    expect(page).toContain("ana@padaria-aurora.example");
    expect(page).toContain('value="products:read" checked');
    expect(page).not.toContain('value="products:delete"');
    for (const { tenant_id, company_name } of companies) {
      expect(page).toContain(`value="${tenant_id}"`);
      expect(page).toContain(company_name);
    }
    expect(page).toMatch(/name="mode" value="assistant" checked/);
    expect(page).toMatch(/name="mode" value="delegated"\/>/);
  });

  it("is never framed, never stored, and runs nothing", async () => {
    const browser = new Browser(send);
    const url = await authorizeUrl(await register(send));
    await browser.signIn(url, "ana");
    const { headers } = await browser.get(url);
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    // It would be held against every redirect after the client's own: test/process/pages/way.ts.
    expect(policy).not.toContain("form-action");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  it("asks again for a new client and for a known one, though the person is signed in", async () => {
    const browser = new Browser(send);
    const clientId = await register(send);
    const page = await browser.signIn(await authorizeUrl(clientId), "ana");
    codeIn(await browser.answer(page));
    for (const id of [clientId, await register(send)]) {
      const response = await browser.get(await authorizeUrl(id));
      expect(response.status).toBe(200);
      formOf(await response.text());
    }
  });

  it("lets nobody but the person choose the mode", async () => {
    const browser = new Browser(send);
    const extra = { mode: "delegated", confirmation: "delegated", tenant: companies[0]?.tenant_id ?? "" };
    const clientId = await register(send);
    const page = await browser.signIn(await authorizeUrl(clientId, {}, extra), "ana");
    expect(page).toMatch(/name="mode" value="assistant" checked/);
    codeIn(await browser.answer(page));
    expect(remembered.at(-1)).toEqual({ userId: people[0]?.id, clientId, mode: "assistant" });
  });
});

describe("the answer", () => {
  const asked = async () => {
    const browser = new Browser(send);
    const url = await authorizeUrl(await register(send));
    return { browser, url, page: await browser.signIn(url, "ana") };
  };

  it("counts only from the browser that was asked", async () => {
    const { page } = await asked();
    const before = await grants();
    const same = await asked();
    const other = new Browser(send);
    await other.signIn(same.url, "bruno");
    for (const browser of [new Browser(send), same.browser, other]) {
      const response = await browser.answer(page);
      expect(response.status).toBe(403);
      expect(codeOrNull(response)).toBeNull();
    }
    expect(await grants()).toBe(before);
  });

  it.each([
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ])("does not count across sites: %j", async (headers) => {
    const { browser, page } = await asked();
    const response = await browser.answer(page, {}, headers as Record<string, string>);
    expect(response.status).toBe(403);
    expect(codeOrNull(response)).toBeNull();
  });

  it("counts from our own page as a browser sends it", async () => {
    const { browser, page } = await asked();
    codeIn(await browser.answer(page, {}, { Origin: HOST, "Sec-Fetch-Site": "same-origin" }));
  });

  it("counts for the first of two pages that were loaded", async () => {
    const { browser, url, page } = await asked();
    await browser.get(url);
    codeIn(await browser.answer(page));
  });

  it("makes one grant of a double click", async () => {
    const { browser, page } = await asked();
    const before = await grants();
    const first = codeIn(await browser.answer(page));
    expect(codeIn(await browser.answer(page))).toBe(first);
    expect(await grants()).toBe(before + 1);
  });

  it("makes one grant of two answers at the same moment", async () => {
    const { browser, page } = await asked();
    const before = await grants();
    const both = await Promise.all([browser.answer(page), browser.answer(page), browser.answer(page)]);
    expect(new Set(both.map(codeIn)).size).toBe(1);
    expect(await grants()).toBe(before + 1);
  });

  it("does not hand out its code again when it is sent again later", async () => {
    const { browser, page } = await asked();
    codeIn(await browser.answer(page));
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 11_000);
    const late = await browser.answer(page);
    vi.restoreAllMocks();
    expect(late.status).toBe(409);
    expect(codeOrNull(late)).toBeNull();
  });

  it("may come late, but not too late, and must be a form", async () => {
    const { browser, page } = await asked();
    expect((await browser.post("/authorize", [])).status).toBe(403);
    expect((await browser.post("/authorize", [["form", "x".repeat(70_000)]])).status).toBe(403);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 16 * 60_000);
    const late = await browser.answer(page);
    vi.restoreAllMocks();
    expect(late.status).toBe(403);
  });

  it("may be no", async () => {
    const { browser, page } = await asked();
    const before = await grants();
    const back = new URL((await browser.answer(page, { answer: "deny" })).headers.get("Location") ?? "");
    expect(back.searchParams.get("error")).toBe("access_denied");
    expect(back.searchParams.get("state")).toBe("state-1");
    expect(back.searchParams.get("iss")).toBe(HOST);
    expect(await grants()).toBe(before);
  });

  it("takes no forged form, and no choice that was not offered", async () => {
    const { browser, page } = await asked();
    const forged = page.replace(formOf(page), `${formOf(page).slice(0, -4)}AAAA`);
    expect((await browser.answer(forged)).status).toBe(403);
    expect((await browser.answer(page, { mode: "none" })).status).toBe(400);
    const form: [string, string][] = [
      ["form", formOf(page)],
      ["tenant", "33333333-3333-4333-8333-333333333333"],
      ["answer", "approve"],
    ];
    expect((await browser.post("/authorize", form)).status).toBe(400);
    codeIn(await browser.answer(page));
  });
});
