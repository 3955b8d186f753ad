import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { programTokensIn } from "../../src/auth/program-tokens";
import type { JsonObject } from "../../src/json";
import type { Client } from "../support/mcp";
import { type Browser, HOST, worker } from "../support/oauth";
import { approvalPage, browserOf, decide, manage } from "../support/own-pages";
import { type Owner, owner, signInAs } from "../support/people";
import {
  ALL_SCOPES,
  makeToken,
  program,
  type TokenChoice,
  tokenForm,
  tokenOn,
} from "../support/program-tokens";
import { codes, operationOf, repriced, resetBitErp, writesSent } from "../support/sets";

let person: Owner;
let browser: Browser;
beforeAll(async () => {
  person = await owner({ roles: ["admin", "viewer"] });
  browser = await browserOf(person.userId);
});
afterEach(() => {
  vi.useRealTimers();
  resetBitErp();
});

/** In the company where the person may do everything. */
const made = (choice: TokenChoice = {}) => makeToken(browser, { tenant: person.tenant_id, ...choice });
const form = (choice: TokenChoice = {}) => tokenForm(browser, { tenant: person.tenant_id, ...choice });
const mine = () => programTokensIn(env.DB).of(person.userId);
const named = async (name: string) => {
  const token = (await mine()).find((one) => one.name === name);
  if (!token) throw new Error(`no token ${name}`);
  return token;
};
const status = async (client: Client) => (await client.rpc("tools/list")).status;
const toolsOf = async (client: Client) => {
  const { tools } = await client.result("tools/list");
  return (tools as JsonObject[]).map(({ name }) => name);
};

/** Products in the person's first company. */
async function candles(count: number) {
  const client = await signInAs(person.userId, { mode: "delegated" });
  const items = Array.from({ length: count }, () => ({ name: `Vela ${crypto.randomUUID()}`, sale_price: 3 }));
  const made = await client.call("create_products", { tenant_id: person.tenant_id, items });
  return (made.structured.results ?? []).map(({ id }) => String(id));
}

describe("a program with an access token", () => {
  it("works at once in its company, with what was ticked, and nowhere else", async () => {
    const client = program(await made({ name: "Delegado" }));
    const answer = await client.call("create_products", {
      items: [
        { name: "Vela A", sale_price: 1 },
        { name: "Vela B", sale_price: 2 },
      ],
    });
    expect(answer.structured).toMatchObject({ status: "SUCCESS", tenant: { tenant_id: person.tenant_id } });
    const deleted = await client.call("delete_products", { items: [{ name: "Vela A" }, { name: "Não há" }] });
    expect(deleted.structured.status).toBe("PARTIAL_SUCCESS");
    expect(codes(deleted)).toEqual(["ok", "not_found"]);
    const { tenants } = (await client.call("list_tenants")).structured;
    expect((tenants as JsonObject[]).map(({ tenant_id }) => tenant_id)).toEqual([person.tenant_id]);
    const other = await client.call("list_products", { tenant_id: person.companies[1]?.tenantId ?? "" });
    expect(other.error.code).toBe("tenant_not_found");
    expect((await client.call("get_user_data")).structured).toMatchObject({ id: person.userId });
  });

  it("is told which scope it lacks, like any client", async () => {
    const client = program(await made({ scopes: ["products:read"] }));
    expect(await toolsOf(client)).not.toContain("delete_product");
    const refused = await client.rpc("tools/call", { name: "delete_product", arguments: { id: "x" } });
    expect(refused.status).toBe(403);
    const challenge = refused.headers.get("WWW-Authenticate");
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain('scope="products:read products:delete"');
  });

  it("waits for its person's click where that was chosen", async () => {
    const client = program(await made({ name: "Na página", mode: "browser" }));
    const [id = ""] = await candles(1);
    const sent = writesSent().length;
    const waits = await client.call("delete_product", { id });
    expect(waits.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    expect(writesSent()).toHaveLength(sent);
    const page = await (await browser.get(approvalPage(waits))).text();
    expect(page).toContain("“Na página”");
    expect(page).not.toContain("“?”");
    await decide(browser, approvalPage(waits));
    const results = await client.call("confirm_operation", { operation_id: operationOf(waits) });
    expect(results.structured).toMatchObject({ status: "SUCCESS", replayed: true });
  });

  it("reaches no other connection's operations, and none reaches its own", async () => {
    const first = program(await made({ mode: "browser" }));
    const second = program(await made());
    const client = await signInAs(person.userId);
    const ids = await candles(2);
    const own = await first.call("delete_products", { items: ids.map((id) => ({ id })) });
    const theirs = await client.call("update_products", {
      tenant_id: person.tenant_id,
      items: repriced(ids),
    });
    expect([own, theirs].map(({ structured }) => structured.status)).toEqual(
      Array(2).fill("AWAITING_CONFIRMATION"),
    );
    const tries: [Client, string][] = [
      [second, operationOf(own)],
      [client, operationOf(own)],
      [first, operationOf(theirs)],
    ];
    for (const [one, operation_id] of tries)
      for (const tool of ["confirm_operation", "cancel_operation"])
        expect((await one.call(tool, { operation_id })).error.code).toBe("not_found");
  });

  it("is named in the list with its company, its life and its use, and its text nowhere", async () => {
    const text = await made({ name: "Meu <i>Robô</i>", days: "90" });
    const before = await (await browser.get(`${HOST}/connections`)).text();
    expect(before).toContain("“Meu &lt;i&gt;Robô&lt;/i&gt;”, by an access token");
    expect(before).toContain("Never used.");
    const token = await named("Meu <i>Robô</i>");
    expect(token.expiresAt - token.createdAt).toBeGreaterThan(89.9 * 86_400_000);
    await program(text).call("list_products");
    await expect.poll(async () => (await named("Meu <i>Robô</i>")).usedAt).toBeGreaterThan(0);
    const after = await (await browser.get(`${HOST}/connections`)).text();
    expect(after).toContain("Last used on");
    expect(after).not.toContain("biterp_pat_");
    const stored = await env.DB.prepare("SELECT * FROM program_token WHERE id = ?").bind(token.id).all();
    expect(JSON.stringify(stored.results)).not.toContain(text);
    expect(JSON.stringify(stored.results)).not.toContain("@example.test");
  });

  it("is cut off at once by its person, with what it had asked, and nobody else is", async () => {
    const client = program(await made({ name: "Um", mode: "browser" }));
    const other = program(await made({ name: "Outro" }));
    const [id = ""] = await candles(1);
    const waits = await client.call("delete_product", { id });
    const { id: tokenId } = await named("Um");
    expect((await manage(browser, tokenId, { answer: "end" }))?.status).toBe(303);
    expect(await Promise.all([client, other, person.client].map(status))).toEqual([401, 200, 200]);
    expect((await browser.get(approvalPage(waits))).status).toBe(200);
    const seen = await person.client.call("get_operation", { operation_id: operationOf(waits) });
    expect(seen.structured.status).toBe("CANCELLED");
  });

  it("can be made stricter, and never asks the program itself", async () => {
    const client = program(await made({ name: "Mudado" }));
    const { id } = await named("Mudado");
    await manage(browser, id, { mode: "browser", answer: "save" });
    const waits = await client.call("create_product", { name: "Vela Z", sale_price: 1 });
    expect(waits.structured.status).toBe("AWAITING_CONFIRMATION");
    expect((await manage(browser, id, { mode: "assistant", answer: "save" }))?.status).toBe(400);
  });

  it("ends with its day", async () => {
    const client = program(await made({ name: "Sete", days: "7" }));
    expect(await status(client)).toBe(200);
    vi.useFakeTimers({ now: Date.now() + 7 * 86_400_000 + 1_000, toFake: ["Date"] });
    const late = await client.rpc("tools/list");
    expect(late.status).toBe(401);
    expect(late.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
    expect((await mine()).map(({ name }) => name)).not.toContain("Sete");
  });

  it("gets in only with the whole text, in the header", async () => {
    const text = await made();
    const wrong = [
      text.slice(0, -1),
      `${text}A`,
      text.toUpperCase(),
      text.replace("biterp_pat_", ""),
      "biterp_pat_",
    ];
    for (const one of wrong) expect(await status(program(one)), one).toBe(401);
    const inQuery = await worker(`${HOST}/mcp?access_token=${text}`, { method: "POST" });
    expect(inQuery.status).toBe(401);
  });
});

describe("the page that makes a token", () => {
  it("shows it once, to be stored nowhere, and does a double click once", async () => {
    const fields = await form({ name: "Duplo" });
    const both = await Promise.all([1, 2].map(() => browser.post("/program-token", fields)));
    const pages = await Promise.all(both.map((answer) => answer.text()));
    expect(tokenOn(pages[0] ?? "")).toBeDefined();
    expect(new Set(pages.map(tokenOn)).size).toBe(1);
    for (const { headers } of both) expect(headers.get("Cache-Control")).toBe("no-store");
    expect((await mine()).filter(({ name }) => name === "Duplo")).toHaveLength(1);
    vi.useFakeTimers({ now: Date.now() + 11_000, toFake: ["Date"] });
    const later = await browser.post("/program-token", fields);
    expect(later.status).toBe(409);
    expect(tokenOn(await later.text())).toBeUndefined();
  });

  it.each([
    ["no name", { name: "  " }],
    ["a name that is too long", { name: "x".repeat(101) }],
    ["nothing ticked", { scopes: [] }],
    ["scopes that do not exist", { scopes: ["admin"] }],
    ["a company of somebody else", { tenant: "b0000000-0000-4000-8000-000000000003" }],
    ["no company", { tenant: "all" }],
    ["the assistant's mode", { mode: "assistant" }],
    ["a life of its own", { days: "3650" }],
  ])("refuses %s, says why, and keeps what was filled in", async (_, choice) => {
    const before = await mine();
    const answer = await browser.post("/program-token", await form(choice));
    const page = await answer.text();
    expect(answer.status).toBe(400);
    expect(page).toContain('role="alert"');
    expect(tokenOn(page)).toBeUndefined();
    expect(await mine()).toHaveLength(before.length);
  });

  it("refuses what the person's own role in that company does not allow", async () => {
    const tenant = person.companies[1]?.tenantId ?? "";
    const refused = await browser.post("/program-token", await form({ tenant, scopes: ALL_SCOPES }));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("does not allow this: Create new products.");
    const reads = program(await made({ tenant, scopes: ["products:read"] }));
    expect((await reads.call("list_products")).structured.tenant).toMatchObject({ tenant_id: tenant });
  });

  it("refuses a form of another site, another person, or another page", async () => {
    const fields = await form();
    const foreign = await browser.post("/program-token", fields, { "Sec-Fetch-Site": "cross-site" });
    expect(foreign.status).toBe(403);
    const other = await owner();
    const theirs = await browserOf(other.userId);
    expect((await theirs.post("/program-token", fields)).status).toBe(403);
    const list = /name="form" value="([^"]+)"/.exec(
      await (await browser.get(`${HOST}/connections`)).text(),
    )?.[1];
    const crossed = fields.map(([name, value]): [string, string] => [
      name,
      name === "form" ? (list ?? "") : value,
    ]);
    expect((await browser.post("/program-token", crossed)).status).toBe(403);
    const token = fields.find(([name]) => name === "form")?.[1] ?? "";
    expect(
      (
        await browser.post("/connections", [
          ["form", token],
          ["answer", "end"],
        ])
      ).status,
    ).toBe(403);
  });

  it("sends whoever is not signed in to the sign-in, and back", async () => {
    const answer = await worker(`${HOST}/program-token`);
    expect(answer.headers.get("Location")).toBe("/sign-in?return=%2Fprogram-token");
  });

  it("makes no more than twenty at a time, however many ask at once", async () => {
    const many = await owner();
    const own = await browserOf(many.userId);
    const forms = await Promise.all(Array.from({ length: 22 }, () => tokenForm(own)));
    const answers = await Promise.all(forms.map((fields) => own.post("/program-token", fields)));
    expect(answers.filter(({ status: code }) => code === 200)).toHaveLength(20);
    const living = await programTokensIn(env.DB).of(many.userId);
    expect(living).toHaveLength(20);
    await manage(own, living[0]?.id ?? "", { answer: "end" });
    expect((await own.post("/program-token", await tokenForm(own))).status).toBe(200);
  });
});
