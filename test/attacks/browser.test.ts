import { describe, expect, it } from "vitest";
import { ANA, BRUNO } from "../support/companies";
import { authorizeUrl, Browser, codeIn, formOf, HOST, register, worker } from "../support/oauth";
import { BENDS, hostile } from "./support/hostile";

const SESSION = "biterp-session";

/** Ana before the question whether this client may have what it asks for. */
async function asked(clientId?: string) {
  const browser = new Browser(worker);
  const url = await authorizeUrl(clientId ?? (await register(worker)));
  return { browser, url, page: await browser.signIn(url, "ana") };
}

describe("a foreign page in the person's browser", () => {
  it("cannot answer the question: no form of its own counts", async () => {
    const { browser, page } = await asked();
    const stranger = await asked();
    for (const form of [
      "",
      "x",
      "a.b",
      formOf(stranger.page),
      `${formOf(page)}x`,
      `${formOf(page)}.${formOf(page)}`,
    ]) {
      const answer = await browser.post("/authorize", [
        ["form", form],
        ["answer", "approve"],
        ["tenant", "all"],
        ["mode", "delegated"],
        ["scope", "products:delete"],
      ]);
      await answer.text();
      expect(answer.status).toBe(403);
      expect(answer.headers.get("Location")).toBeNull();
    }
  });

  it.each([
    [{ Origin: "https://evil.example" }],
    [{ Origin: "null" }],
    [{ Origin: "http://localhost:8787.evil.example" }],
    [{ Origin: "https://localhost:8787" }],
    [{ "Sec-Fetch-Site": "cross-site" }],
    [{ "Sec-Fetch-Site": "same-site", Origin: HOST }],
  ] as [Record<string, string>][])("cannot sign the person in as another, nor out: %j", async (headers) => {
    const { browser } = await asked();
    const before = browser.cookies.get(SESSION);
    for (const path of ["/sign-in", "/sign-out"]) {
      const answer = await browser.post(path, [["user", BRUNO]], headers);
      await answer.text();
      expect(answer.status).toBe(403);
    }
    expect(browser.cookies.get(SESSION)).toBe(before);
  });

  it("cannot have a click on another button answer it: a GET answers nothing", async () => {
    const { browser, page } = await asked();
    const query = new URLSearchParams({ form: formOf(page), answer: "approve", tenant: "all" });
    const answer = await browser.get(`${HOST}/authorize?${query}`);
    await answer.text();
    expect(answer.headers.get("Location") ?? "").not.toContain("code=");
  });

  it("cannot frame a page, whichever it is", async () => {
    for (const path of ["/", "/sign-in", "/authorize", "/nothing", "/health"]) {
      const answer = await worker(`${HOST}${path}`);
      await answer.text();
      if (!answer.headers.get("Content-Type")?.includes("text/html")) continue;
      expect(answer.headers.get("X-Frame-Options"), path).toBe("DENY");
      expect(answer.headers.get("Content-Security-Policy"), path).toContain("frame-ancestors 'none'");
      expect(answer.headers.get("Content-Security-Policy"), path).not.toMatch(/unsafe|script-src/);
    }
  });

  it("may not read a page with the person's cookie", async () => {
    const { browser, url } = await asked();
    for (const origin of ["https://evil.example", "https://claude.ai"]) {
      const answer = await browser.get(url, { Origin: origin });
      await answer.text();
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
      expect(answer.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    }
  });
});

describe("the session cookie", () => {
  it("is not taken when it is made up, changed, or another kind of token of ours", async () => {
    const { browser, url, page } = await asked();
    const good = browser.cookies.get(SESSION) ?? "";
    const plain = btoa(JSON.stringify({ userId: ANA, browser: "x" })).replaceAll("=", "");
    const [head = "", body = ""] = good.split(".");
    const forged = [
      "",
      ANA,
      plain,
      `${plain}.${plain}`,
      `${plain}.${plain}.${good.split(".").at(-1)}`,
      `${head}.${body}`,
      `${good.slice(0, -3)}AAA`,
      formOf(page),
    ];
    for (const value of forged) {
      const other = new Browser(worker);
      other.cookies.set(SESSION, value);
      const answer = await other.get(url);
      await answer.text();
      expect(answer.headers.get("Location"), value).toMatch(/^\/sign-in\?/);
    }
  });

  it("sent twice is one person's at most, and never mixes two", async () => {
    const ana = await asked();
    const bruno = new Browser(worker);
    await bruno.signIn(ana.url, "bruno");
    const cookie = `${SESSION}=${bruno.cookies.get(SESSION)}; ${SESSION}=${ana.browser.cookies.get(SESSION)}`;
    const answer = await worker(`${HOST}/authorize`, {
      method: "POST",
      headers: { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ form: formOf(ana.page), answer: "approve", tenant: "all" }).toString(),
    });
    await answer.text();
    expect([303, 403]).toContain(answer.status);
    if (answer.status === 403) expect(answer.headers.get("Location")).toBeNull();
  });

  it("fixed by an attacker before the sign-in is not the one after it", async () => {
    const attacker = await asked();
    const victim = new Browser(worker);
    victim.cookies.set(SESSION, attacker.browser.cookies.get(SESSION) ?? "");
    await victim.post("/sign-in", [["user", BRUNO]]);
    expect(victim.cookies.get(SESSION)).not.toBe(attacker.browser.cookies.get(SESSION));
    const answer = await attacker.browser.get(attacker.url);
    expect(await answer.text()).not.toContain("bruno@");
  });
});

describe("the way back after signing in", () => {
  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/%2f%2fevil.example",
    "/\t/evil.example",
    "/.evil.example",
    "\\\\evil.example",
    "/authorize/../../evil",
    "/authorize@evil.example",
    "javascript:alert(1)",
    " https://evil.example",
    "/authorize\r\nLocation: https://evil.example",
  ])("never leads to %j", async (back) => {
    for (const path of ["/sign-in", "/sign-out"]) {
      const answer = await new Browser(worker).post(path, [
        ["user", ANA],
        ["return", back],
      ]);
      await answer.text();
      expect(answer.headers.get("Location")).toBe("/");
    }
    const page = await worker(`${HOST}/sign-in?return=${encodeURIComponent(back)}`);
    expect(await page.text()).toContain('name="return" value="/"');
  });
});

describe("the Host header", () => {
  it.each([
    "evil.example",
    "localhost.evil.example",
    "localhost:8787.evil.example",
    "127.0.0.1.nip.io",
    "0.0.0.0:8787",
  ])("%s reaches nothing: no page, no token, no document", async (host) => {
    for (const path of [
      "/",
      "/sign-in",
      "/authorize",
      "/mcp",
      "/token",
      "/.well-known/oauth-authorization-server",
    ]) {
      const answer = await worker(`http://localhost:8787${path}`, { headers: { Host: host } });
      expect(answer.status, path).toBe(403);
      expect(await answer.text()).not.toContain(host);
    }
  });

  it.each([
    "X-Forwarded-Host",
    "X-Original-Host",
    "X-Host",
    "Forwarded",
    "X-Forwarded-Proto",
    "X-Original-Url",
    "X-Rewrite-Url",
  ])("in other clothes (%s) moves no address", async (name) => {
    const headers = { [name]: name === "Forwarded" ? "host=evil.example" : "evil.example" };
    const document = await worker(`${HOST}/.well-known/oauth-protected-resource/mcp`, { headers });
    expect(await document.json()).toMatchObject({ resource: `${HOST}/mcp`, authorization_servers: [HOST] });
    const refused = await worker(`${HOST}/mcp`, { method: "POST", headers });
    await refused.text();
    expect(refused.headers.get("WWW-Authenticate")).toContain(`resource_metadata="${HOST}/`);
  });
});

describe("a client that gives itself a name", () => {
  const names = [
    ...hostile.map(([, text]) => text),
    "bitERP — verified ✓",
    "</title><form action=https://evil.example>",
  ];
  it.each(names)("stays text on the page: %s", async (client_name) => {
    const { page, browser } = await asked(await register(worker, { client_name }));
    expect(page).not.toMatch(/<script|<img|<a href="https:\/\/evil|<form action/);
    expect(page.match(/<form /g)).toHaveLength(2);
    expect(page).toContain("127.0.0.1");
    codeIn(await browser.answer(page));
  });

  it("cannot turn the page's text around or break its lines", async () => {
    const client_name = "Claude\u202E\u2066\u200F edualC\u2028";
    const made = await worker(`${HOST}/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        client_name,
        redirect_uris: ["http://127.0.0.1:33418/callback"],
        token_endpoint_auth_method: "none",
      }),
    });
    const { client_id } = (await made.json()) as { client_id?: string };
    if (client_id === undefined) return expect(made.status).toBe(400);
    const { page } = await asked(client_id);
    expect(page.replace(/[\n\r\t]/g, "")).not.toMatch(BENDS);
  });

  it("brings no logo, link or policy of its own onto the page", async () => {
    const uri = "https://evil.example/x.svg";
    const clientId = await register(worker, {
      logo_uri: uri,
      client_uri: uri,
      policy_uri: uri,
      tos_uri: uri,
    });
    expect((await asked(clientId)).page).not.toContain("evil.example");
  });
});
