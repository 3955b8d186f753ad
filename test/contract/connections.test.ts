import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { BRUNO } from "../support/companies";
import { connectionIdOf } from "../support/connections";
import { database } from "../support/database";
import type { Client } from "../support/mcp";
import { authorizeUrl, type Browser, formOf, HOST, worker } from "../support/oauth";
import { approvalPage, browserOf, decide, manage } from "../support/own-pages";
import { type Owner, owner, signInAs } from "../support/people";
import { asked, operationOf, reply, resetBitErp, shop, writesSent, YES } from "../support/sets";

afterEach(resetBitErp);

/** A call whose headers have arrived and whose body has not. */
function heldBack({ connection }: Client, name: string, args: JsonObject) {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  void writer.write(encoder.encode(body.slice(0, 20)));
  const answer = worker(`${HOST}/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${connection.accessToken}`,
      "Content-Type": "application/json",
      Accept: "application/json",
      "MCP-Protocol-Version": "2025-06-18",
    },
    body: readable,
  });
  return {
    async rest(): Promise<Response> {
      await writer.write(encoder.encode(body.slice(20)));
      await writer.close();
      return answer;
    },
  };
}

const refs = (ids: string[]) => ids.map((id) => ({ id }));

describe("a person who changes their mind on the page of connections", () => {
  let person: Owner;
  let browser: Browser;
  const set = async () => {
    const { tenant_id, ids } = await shop(["Vela"], { [person.userId]: "admin" });
    return { tenant_id, items: refs(ids) };
  };
  const own = (client: Client) => connectionIdOf(person.userId, client.connection.clientId);
  beforeAll(async () => {
    person = await owner();
    browser = await browserOf(person.userId);
  });

  it("sees the program, since when, the company, the scopes and the mode", async () => {
    const pinned = await signInAs(person.userId, {
      clientName: "Meu <i>Programa</i>",
      pinned: person.tenant_id,
      mode: "delegated",
    });
    const html = await (await browser.get(`${HOST}/connections`)).text();
    expect(html).toContain("“Meu &lt;i&gt;Programa&lt;/i&gt;”");
    expect(html).toContain(`“${person.companies[0].name}”`);
    expect(html).toContain("Delete products.");
    const form = html.slice(html.indexOf(await own(pinned)));
    expect(/value="delegated" checked/.test(form)).toBe(true);
  });

  it("makes what is being asked at the moment wait for the page as well", async () => {
    const client = await signInAs(person.userId);
    const args = await set();
    const plain = await client.call("delete_products", args);
    const inside = await asked(client, "delete_products", await set());
    expect(plain.structured).not.toHaveProperty("approval_url");
    await manage(browser, await own(client), { mode: "browser", answer: "save" });
    const refused = await client.call("confirm_operation", { operation_id: operationOf(plain) });
    expect(refused.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    expect(approvalPage(refused)).toContain(operationOf(plain));
    const form = await reply(client, inside, YES);
    expect(form.structured.status).toBe("AWAITING_CONFIRMATION");
    expect(writesSent()).toEqual([]);
    await decide(browser, approvalPage(refused));
    expect(writesSent()).toHaveLength(1);
  });

  it("holds for another connection of the same program, too", async () => {
    const client = await signInAs(person.userId);
    const strict = await own(client);
    const other = await signInAs(person.userId, { clientId: client.connection.clientId });
    const first = await client.call("delete_products", await set());
    await manage(browser, strict, { mode: "browser", answer: "save" });
    const operation_id = operationOf(first);
    const refused = await other.call("confirm_operation", { operation_id });
    expect(refused.structured.status).toBe("AWAITING_CONFIRMATION");
    const shown = await other.call("get_operation", { operation_id });
    expect(shown.structured.approval_url).toBe(approvalPage(refused));
    expect(writesSent()).toEqual([]);
  });

  it("does not loosen what was asked before", async () => {
    const client = await signInAs(person.userId, { mode: "browser" });
    const first = await client.call("delete_products", await set());
    await manage(browser, await own(client), { mode: "delegated", answer: "save" });
    const refused = await client.call("confirm_operation", { operation_id: operationOf(first) });
    expect(refused.structured.status).toBe("AWAITING_CONFIRMATION");
    const next = await client.call("delete_products", await set());
    expect(next.structured.status).toBe("SUCCESS");
  });

  it("ends a connection at once, with what it had asked, and no other", async () => {
    const client = await signInAs(person.userId, { mode: "browser" });
    const ending = await own(client);
    const other = await signInAs(person.userId, { clientId: client.connection.clientId });
    const first = await client.call("delete_products", await set());
    const kept = await other.call("delete_products", await set());
    const form = formOf(await (await browser.get(approvalPage(first))).text());
    await manage(browser, ending, { answer: "end" });

    const alive = await Promise.all([client, other].map((one) => one.rpc("tools/list")));
    expect(alive.map(({ status }) => status)).toEqual([401, 200]);
    await browser.post("/approve", [
      ["form", form],
      ["answer", "approve"],
    ]);
    const states = [first, kept].map(async (one) => {
      const { structured } = await other.call("get_operation", { operation_id: operationOf(one) });
      return structured.status;
    });
    expect(await Promise.all(states)).toEqual(["CANCELLED", "AWAITING_CONFIRMATION"]);
    expect(writesSent()).toEqual([]);
    expect(await manage(browser, ending, { answer: "end" })).toBeNull();
  });

  it("ends a connection for a call that was let in before and comes whole only afterwards", async () => {
    for (const mode of ["browser", "delegated"]) {
      const client = await signInAs(person.userId, { mode });
      const { tenant_id, items } = await set();
      const [id] = items.map((item) => item.id);
      const calls: [string, JsonObject][] = [
        ["delete_product", { tenant_id, id: id ?? "" }],
        ["create_products", { tenant_id, items: [{ name: "Vela Tarde", sale_price: 1 }] }],
        ["delete_products", { tenant_id, items }],
      ];
      const held = calls.map(([name, args]) => heldBack(client, name, args));
      await manage(browser, await own(client), { answer: "end" });
      const answers = await Promise.all(held.map((call) => call.rest()));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
      expect(writesSent()).toEqual([]);
    }
  });

  it("ends a connection for calls on the way also where the database fails in between", async () => {
    const client = await signInAs(person.userId, { mode: "delegated" });
    const { tenant_id } = await set();
    const held = heldBack(client, "create_product", { tenant_id, name: "Vela Tarde", sale_price: 1 });
    const connection = await own(client);
    let deleted = false;
    database.outage = (sql) => {
      if (deleted) return "refuse";
      deleted = /DELETE FROM oauth_entry/.test(sql);
      return undefined;
    };
    await manage(browser, connection, { answer: "end" });
    database.reset();
    expect(deleted).toBe(true);
    expect((await held.rest()).status).toBe(401);
    expect(writesSent()).toEqual([]);
  });

  it("loses what a connection had asked when its program gives it back", async () => {
    const client = await signInAs(person.userId);
    const first = await client.call("delete_products", await set());
    await client.connection.revoke();
    const other = await signInAs(person.userId, { clientId: client.connection.clientId });
    const gone = await other.call("confirm_operation", { operation_id: operationOf(first) });
    expect(gone.structured.status).toBe("CANCELLED");
    expect(writesSent()).toEqual([]);
  });

  it("refuses a choice that does not exist, and another person's connection", async () => {
    const client = await signInAs(person.userId);
    const mine = await own(client);
    expect((await manage(browser, mine, { mode: "none", answer: "save" }))?.status).toBe(400);
    await signInAs(BRUNO);
    const brunos = await browserOf(BRUNO);
    const form = formOf(await (await brunos.get(`${HOST}/connections`)).text());
    const strict = await signInAs(BRUNO, { mode: "browser" });
    const { tenant_id, ids } = await shop(["Vela"], { [BRUNO]: "admin" });
    const waits = await strict.call("delete_products", { tenant_id, items: refs(ids) });
    const approval = formOf(await (await brunos.get(approvalPage(waits))).text());
    const crossed = await brunos.post("/connections", [
      ["form", approval],
      ["connection", await connectionIdOf(BRUNO, strict.connection.clientId)],
      ["answer", "end"],
    ]);
    expect(crossed.status).toBe(403);
    await brunos.post("/connections", [
      ["form", form],
      ["connection", mine],
      ["answer", "end"],
    ]);
    expect((await client.rpc("tools/list")).status).toBe(200);
  });
});

describe("a person who is asked again for a program they had allowed", () => {
  const again = async (person: Owner, client: Client) => {
    const browser = await browserOf(person.userId);
    const page = await (await browser.get(await authorizeUrl(client.connection.clientId))).text();
    return [...page.matchAll(/name="(?:mode|tenant)" value="([^"]+)" checked/g)].map((match) => match[1]);
  };

  it("is proposed no looser confirmation and no wider choice of companies", async () => {
    const person = await owner();
    const strict = await signInAs(person.userId, { mode: "browser", pinned: person.tenant_id });
    expect(await again(person, strict)).toEqual([person.tenant_id, "browser"]);
  });

  it("is proposed the usual where it was the usual, or looser", async () => {
    const person = await owner();
    const loose = await signInAs(person.userId, { mode: "delegated" });
    expect(await again(person, loose)).toEqual(["all", "assistant"]);
  });
});

describe("two connections of one client of one person", () => {
  it("have each their own company chosen for reads", async () => {
    const person = await owner({ roles: ["admin", "admin"] });
    const first = await signInAs(person.userId);
    const second = await signInAs(person.userId, { clientId: first.connection.clientId });
    const [one, other] = person.companies;
    await first.call("select_tenant", { tenant_id: one.tenantId });
    expect((await second.call("list_products")).error.code).toBe("tenant_required");
    await second.call("select_tenant", { tenant_id: other?.tenantId ?? "" });
    const seen = await Promise.all([first, second].map((client) => client.call("list_products")));
    expect(seen.map(({ structured }) => (structured.tenant as JsonObject).tenant_id)).toEqual([
      one.tenantId,
      other?.tenantId,
    ]);
  });

  it("ask each their own question", async () => {
    const person = await owner();
    const { tenant_id, ids } = await shop(["Vela"], { [person.userId]: "admin" });
    const first = await signInAs(person.userId);
    const second = await signInAs(person.userId, { clientId: first.connection.clientId, mode: "browser" });
    const args = { tenant_id, items: refs(ids) };
    const [plain, again, strict] = [
      await first.call("delete_products", args),
      await first.call("delete_products", args),
      await second.call("delete_products", args),
    ];
    expect(operationOf(again)).toBe(operationOf(plain));
    expect(operationOf(strict)).not.toBe(operationOf(plain));
    expect(plain.structured).not.toHaveProperty("approval_url");
    // Nor may the stricter connection confirm what the other was asked.
    const refused = await second.call("confirm_operation", { operation_id: operationOf(plain) });
    expect(refused.structured.status).toBe("AWAITING_CONFIRMATION");
    expect(writesSent()).toEqual([]);
  });
});
