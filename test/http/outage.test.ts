import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DATABASE_LIMIT_MS } from "../../src/database";
import { approvePath } from "../../src/http/pages/approve";
import type { JsonObject } from "../../src/json";
import { ANA } from "../support/companies";
import { database, type Outage } from "../support/database";
import { failure } from "../support/failures";
import { Client, type RequestOptions, rpc } from "../support/mcp";
import {
  authorizeUrl,
  Browser,
  codeIn,
  HOST,
  REDIRECT,
  redemption,
  register,
  token,
  worker,
} from "../support/oauth";
import { browserOf } from "../support/own-pages";
import { makeToken, tokenForm, tokenOn } from "../support/program-tokens";
import { codes, many, operationOf, repriced, resetBitErp, shop, writesSent } from "../support/sets";
import { shorten } from "../support/timers";

let ana: Client;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
});
afterEach(() => {
  database.reset();
  resetBitErp();
  vi.restoreAllMocks();
});

/** The database does this to every statement from now on. */
function out(how: Outage, fits: RegExp = /./): void {
  if (how === "stall") shorten(DATABASE_LIMIT_MS, 30);
  database.outage = (sql) => (fits.test(sql) ? how : undefined);
}

/** The answer of an endpoint that has no data to answer from. */
async function unavailable(response: Response): Promise<JsonObject> {
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(response.headers.get("WWW-Authenticate")).toBeNull();
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const text = await response.text();
  expect(text).not.toMatch(/D1|SQL|SELECT|\.ts:/);
  return JSON.parse(text) as JsonObject;
}

async function readablePage(response: Response, words = "cannot reach its data"): Promise<void> {
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(response.headers.get("Content-Type")).toContain("text/html");
  const html = await response.text();
  expect(html).toContain(words);
  expect(html).not.toMatch(/D1|SQL|SELECT|\.ts:/);
}

const outages: Outage[] = ["refuse", "stall"];
const eras: RequestOptions[] = [{ era: "2025" }, { era: "2026" }];
const tools = (how: RequestOptions, accessToken = ana.connection.accessToken) =>
  rpc(accessToken, "tools/list", {}, how);

describe.each(outages)("while the database answers with %s", (how) => {
  it.each(eras)("a call is told so under its own id, and is answered afterwards: $era", async (era) => {
    const { tenant_id, ids } = await shop(many(2));
    const asked = await ana.call("update_products", { tenant_id, items: repriced(ids) });
    expect(asked.structured.status).toBe("AWAITING_CONFIRMATION");
    out(how);
    const answer = await unavailable(await tools({ ...era, headers: { Origin: "https://claude.ai" } }));
    expect(answer).toEqual({
      jsonrpc: "2.0",
      id: expect.any(Number),
      error: { code: -32000, message: expect.stringContaining("Try again"), data: { retry_after_s: 5 } },
    });

    database.reset();
    expect((await tools(era)).status).toBe(200);
    const done = await ana.call("confirm_operation", { operation_id: operationOf(asked) }, era);
    expect(codes(done)).toEqual(["ok", "ok"]);
  });

  it("the id is repeated as it was sent, and null where there is none", async () => {
    const post = (body: string) =>
      worker(`${HOST}/mcp`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer ${ana.connection.accessToken}`,
        },
        body,
      });
    out(how);
    const bodies = ['{"id":"q-1","method":"ping"}', '{"id":7}', '{"id":{"a":1}}', '{"method":"x"}', "{", ""];
    const ids = await Promise.all(bodies.map(async (body) => (await unavailable(await post(body))).id));
    expect(ids).toEqual(["q-1", 7, null, null, null, null]);
  });

  it("nobody loses a connection by renewing it", async () => {
    const { connection } = await Client.signIn({ user: "ana" });
    const form = { grant_type: "refresh_token", client_id: connection.clientId };
    const refresh = () => token(worker, { ...form, refresh_token: connection.refreshToken });
    out(how);
    expect(await unavailable(await refresh())).toMatchObject({ error: "temporarily_unavailable" });
    database.reset();
    expect((await refresh()).status).toBe(200);
  });

  it("a code is worth as much afterwards", async () => {
    const clientId = await register(worker);
    const browser = new Browser(worker);
    const page = await browser.signIn(await authorizeUrl(clientId), "ana");
    const code = codeIn(await browser.answer(page));
    out(how);
    const redeem = () => token(worker, redemption(clientId, code));
    expect(await unavailable(await redeem())).toMatchObject({ error: "temporarily_unavailable" });
    database.reset();
    expect((await redeem()).status).toBe(200);
  });

  it("a program's token is worth as much afterwards", async () => {
    const browser = await browserOf(ANA);
    const text = await makeToken(browser);
    const form = await tokenForm(browser);
    out(how);
    await unavailable(await tools({}, text));
    await readablePage(await browser.post("/program-token", form), "cannot");
    database.reset();
    expect((await tools({}, text)).status).toBe(200);
    expect(tokenOn(await (await browser.post("/program-token", form)).text())).toBeTruthy();
  });

  it("a registration and an end are refused for now", async () => {
    const { connection } = await Client.signIn({ user: "ana" });
    out(how);
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" });
    await unavailable(await worker(`${HOST}/register`, { method: "POST", headers, body }));
    const end = { client_id: connection.clientId, token: connection.refreshToken };
    await unavailable(await token(worker, end));
    database.reset();
    expect((await token(worker, end)).status).toBe(200);
    expect((await tools({}, connection.accessToken)).status).toBe(401);
  });

  it("a person sees a page that says so, and their form is good afterwards", async () => {
    const clientId = await register(worker);
    const url = await authorizeUrl(clientId);
    const browser = new Browser(worker);
    const page = await browser.signIn(url, "ana");
    out(how);
    // The sandbox has lost its data as well, and is what this page asks first.
    await readablePage(await browser.get(url), "bitERP cannot be reached");
    await readablePage(await browser.get(`${HOST}/connections`));
    await readablePage(await browser.get(`${HOST}${approvePath(`op_${"0".repeat(32)}`)}`));
    await readablePage(
      await browser.get(`${HOST}/sign-in?return=%2F`, { "Accept-Language": "pt-BR" }),
      "não alcança",
    );
    await readablePage(await browser.answer(page));
    database.reset();
    expect(codeIn(await browser.answer(page))).toBeTruthy();
  });

  it("what a monitor asks says so too", async () => {
    out(how);
    const health = await worker(`${HOST}/health`);
    expect([health.status, await health.json()]).toEqual([
      503,
      { status: "degraded", database: "unreachable" },
    ]);
  });

  it.each(eras)("a tool that meets it on its way ends in the same answer: $era", async (era) => {
    const { tenant_id, ids } = await shop(many(1));
    const operation_id = operationOf(await ana.call("update_products", { tenant_id, items: repriced(ids) }));
    out(how, /FROM operation\b/);
    const asked = { name: "get_operation", arguments: { operation_id } };
    const lines = vi.spyOn(console, "log");
    const answer = await unavailable(await ana.rpc("tools/call", asked, era));
    expect(answer.id).toEqual(expect.any(Number));
    const logged = lines.mock.calls.map(([line]) => JSON.parse(String(line)) as JsonObject);
    expect(logged.find(({ event }) => event === "tool_fault")).toEqual({
      event: "tool_fault",
      request_id: logged.find(({ event }) => event === "tool_call")?.request_id,
      operation_id,
      tool: "get_operation",
      fault: "DatabaseUnavailable",
      code: "database_unavailable",
      message: expect.any(String),
      stack: expect.stringContaining("database"),
    });
    database.reset();
    expect((await ana.call("get_operation", { operation_id }, era)).structured.status).toBe(
      "AWAITING_CONFIRMATION",
    );
  });

  it("nothing is asked or sent that could not be recorded", async () => {
    const bold = await Client.signIn({ user: "ana", mode: "delegated" });
    const { tenant_id, ids } = await shop(many(2));
    const change = { tenant_id, items: repriced(ids) };
    out(how, /INSERT INTO operation\b/);
    const error = failure(await bold.call("update_products", change), "internal_error");
    expect(error.retryable).toBe(true);
    expect(writesSent()).toEqual([]);
    database.reset();
    expect(codes(await bold.call("update_products", change))).toEqual(["ok", "ok"]);
  });

  it("a sandbox without its data is a bitERP that is away", async () => {
    const { tenant_id } = await shop(many(1));
    out(how, /biterp_/);
    const error = failure(await ana.call("list_products", { tenant_id }), "upstream_unavailable");
    expect(error.retryable).toBe(true);
  });
});

describe("one statement that fails", () => {
  /** Lets one statement of what is done fail after the other; with the last one, all has been tried. */
  async function eachInTurn(how: Outage, act: () => Promise<Response>): Promise<number> {
    for (let at = 1; ; at += 1) {
      let count = 0;
      database.outage = () => (++count === at ? how : undefined);
      const response = await act();
      database.outage = () => undefined;
      expect([at, response.status, response.ok ? "" : await response.text()]).toEqual([at, 200, ""]);
      if (count < at) return at - 1;
    }
  }

  it.each<Outage>(["refuse", "lose"])("costs no refresh anything: %s", async (how) => {
    let { connection } = await Client.signIn({ user: "ana" });
    const tried = await eachInTurn(how, async () => {
      const form = { grant_type: "refresh_token", client_id: connection.clientId };
      const response = await token(worker, { ...form, refresh_token: connection.refreshToken });
      const fresh = (await response.clone().json()) as { refresh_token: string };
      connection = { ...connection, refreshToken: fresh.refresh_token };
      return response;
    });
    expect(tried).toBeGreaterThan(4);
  });

  it.each<Outage>(["refuse", "lose"])("costs no code anything: %s", async (how) => {
    const clientId = await register(worker);
    const browser = new Browser(worker);
    let page = await browser.signIn(await authorizeUrl(clientId), "ana");
    const tried = await eachInTurn(how, async () => {
      const outage = database.outage;
      database.outage = () => undefined;
      const code = codeIn(await browser.answer(page));
      page = await (await browser.get(await authorizeUrl(clientId))).text();
      database.outage = outage;
      const response = await token(worker, redemption(clientId, code));
      const { access_token } = (await response.clone().json()) as { access_token: string };
      if (response.ok) expect((await tools({}, access_token)).status).toBe(200);
      return response;
    });
    expect(tried).toBeGreaterThan(4);
  });

  it("still lets a code be redeemed by one of many only", async () => {
    const clientId = await register(worker);
    const browser = new Browser(worker);
    const page = await browser.signIn(await authorizeUrl(clientId), "ana");
    const code = codeIn(await browser.answer(page));
    let count = 0;
    // Every second write is done and its answer lost, so that all of them repeat over what others wrote.
    database.outage = (sql) => (/^\s*(UPDATE|INSERT)/.test(sql) && ++count % 2 === 1 ? "lose" : undefined);
    const redeemed = await Promise.all(
      Array.from({ length: 6 }, (_, at) => token(worker, { ...redemption(clientId, code), nr: String(at) })),
    );
    const statuses = redeemed.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(statuses.filter((status) => ![200, 400, 503].includes(status))).toEqual([]);
  });
});

it("a person whose page needs the database twice gets one answer", async () => {
  const browser = await browserOf(ANA);
  out("refuse", /oauth_entry/);
  await readablePage(await browser.get(`${HOST}/connections`));
});
