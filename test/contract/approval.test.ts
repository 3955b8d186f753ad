import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { ANA, BRUNO, createUser, setRole } from "../support/companies";
import { Client, type RequestOptions } from "../support/mcp";
import { type Browser, formOf, HOST, worker } from "../support/oauth";
import { approvalPage, browserOf, decide } from "../support/own-pages";
import { signInAs } from "../support/people";
import { inSession } from "../support/session";
import {
  codes,
  FORM,
  many,
  namesIn,
  operationOf,
  pricesOf,
  repriced,
  resetBitErp,
  shop,
  writesSent,
} from "../support/sets";

let ana: Client;
let anas: Browser;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana", mode: "browser" });
  anas = await browserOf(ANA);
});
afterEach(resetBitErp);

const refs = (ids: string[]) => ids.map((id) => ({ id }));

/** A set of two that waits for the page. */
async function waiting(options: RequestOptions = {}, names = ["Vela 1", "Vela 2"]) {
  const company = await shop(names);
  const { tenant_id, ids } = company;
  const first = await ana.call("delete_products", { tenant_id, items: refs(ids) }, options);
  return { ...company, first, operation_id: operationOf(first), page: approvalPage(first) };
}

describe("a connection whose person approves on a page", () => {
  const eras: [string, RequestOptions][] = [
    ["2025", {}],
    ["2026 with forms", FORM],
  ];
  it.each(eras)("is given the page's address and no form (%s)", async (_, options) => {
    const { first, operation_id, page } = await waiting(options);
    expect(first.isError).toBe(false);
    expect(first.raw).not.toHaveProperty("inputRequests");
    expect(first.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    expect(page).toBe(`${HOST}/approve?operation=${operation_id}`);
    expect(first.structured.confirmation_message).toContain(page);
    expect(writesSent()).toEqual([]);
  });

  it("is asked about every write, single ones too", async () => {
    const { tenant_id, ids } = await shop(["Vela 1", "Vela 2"]);
    const [id = ""] = ids;
    const calls: [string, JsonObject][] = [
      ["create_product", { name: "Vela 3", sale_price: 3 }],
      ["update_product", { id, sale_price: 5 }],
      ["delete_product", { id }],
      ["create_products", { items: [{ name: "Vela 4", sale_price: 4 }] }],
      ["update_products", { items: repriced(ids) }],
      ["delete_products", { items: refs(ids) }],
    ];
    for (const [tool, args] of calls) {
      const answer = await ana.call(tool, { tenant_id, ...args }, FORM);
      expect([tool, answer.structured.status]).toEqual([tool, "AWAITING_CONFIRMATION"]);
      expect(approvalPage(answer)).toContain("/approve?operation=op_");
    }
    expect(writesSent()).toEqual([]);
    expect(await namesIn(ana, tenant_id)).toEqual(["Vela 1", "Vela 2"]);
  });

  it.each(eras)("cannot confirm by itself (%s)", async (_, options) => {
    const { tenant_id, operation_id, page } = await waiting(options);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = await ana.call("confirm_operation", { operation_id }, options);
      expect(refused.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", approval_url: page });
    }
    expect(writesSent()).toEqual([]);
    expect(await namesIn(ana, tenant_id)).toHaveLength(2);
  });

  it("gets the results once its person has approved, however often it asks", async () => {
    const { tenant_id, operation_id, page } = await waiting();
    const approved = await decide(anas, page);
    expect([approved.status, approved.headers.get("Location")]).toEqual([
      303,
      `/approve?operation=${operation_id}`,
    ]);
    expect(writesSent()).toHaveLength(2);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const results = await ana.call("confirm_operation", { operation_id });
      expect(results.structured).toMatchObject({ status: "SUCCESS", replayed: true });
      expect(codes(results)).toEqual(["ok", "ok"]);
    }
    const evidence = await ana.call("get_operation", { operation_id });
    expect(evidence.structured.confirmed_by).toBe("page");
    expect(writesSent()).toHaveLength(2);
    expect(await namesIn(ana, tenant_id)).toEqual([]);
  });

  it("learns that its person did not approve", async () => {
    const { tenant_id, operation_id, page } = await waiting();
    await decide(anas, page, "deny");
    const dropped = await ana.call("confirm_operation", { operation_id });
    expect(dropped.structured).toMatchObject({ status: "CANCELLED", executed: false });
    expect(await namesIn(ana, tenant_id)).toHaveLength(2);
  });

  it("does not do a single write that is no longer what its person saw", async () => {
    const { tenant_id, ids } = await shop([{ name: "Bolo", sale_price: 10 }, "Torta"]);
    const [cake = "", pie = ""] = ids;
    const update = await ana.call("update_product", { tenant_id, id: cake, sale_price: 11 });
    const deletion = await ana.call("delete_product", { tenant_id, id: pie });
    const other = await Client.signIn({ user: "ana" });
    await other.call("update_product", { tenant_id, id: cake, sale_price: 900 });
    await other.call("update_product", { tenant_id, id: pie, name: "Torta Nova" });
    for (const asked of [update, deletion]) {
      await decide(anas, approvalPage(asked));
      const ended = await ana.call("get_operation", { operation_id: operationOf(asked) });
      expect(codes(ended)).toEqual(["conflict"]);
    }
    expect(await pricesOf([cake])).toEqual([900]);
    expect(await namesIn(ana, tenant_id)).toEqual(["Bolo", "Torta Nova"]);
  });

  it("is told that a single write was dropped, never that it was done", async () => {
    const { tenant_id, ids } = await shop(["Vela"]);
    const args = { tenant_id, id: ids[0] ?? "", idempotency_key: "k" };
    const first = await ana.call("delete_product", args);
    await decide(anas, approvalPage(first), "deny");
    const dropped = await ana.call("get_operation", { operation_id: operationOf(first) });
    expect(dropped.structured.status).toBe("CANCELLED");
    expect((await ana.call("delete_product", args)).structured).not.toHaveProperty("deleted");
  });

  it("does a single write once it is approved", async () => {
    const { tenant_id } = await shop([]);
    const first = await ana.call("create_product", { tenant_id, name: "Vela Nova", sale_price: "19,90" });
    await decide(anas, approvalPage(first));
    const done = await ana.call("get_operation", { operation_id: operationOf(first) });
    expect(done.structured.results).toMatchObject([{ success: true, name: "Vela Nova" }]);
    expect(await namesIn(ana, tenant_id)).toEqual(["Vela Nova"]);
  });
});

describe("the page", () => {
  it("shows who asks, the company, every product, and who is signed in", async () => {
    const { first, name, ids, page } = await waiting(
      {},
      many(40).map((one) => one.name),
    );
    const shown = await anas.get(page);
    const html = await shown.text();
    const policy = shown.headers.get("Content-Security-Policy");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    for (const part of [
      name,
      "“Test” (“127.0.0.1”)",
      "Ana Ribeiro",
      ...ids,
      ...many(40).map((one) => `“${one.name}”`),
    ])
      expect(html).toContain(part);
    expect(first.structured.items).toHaveLength(40);
  });

  it("shows old and new values, and what is left out and why", async () => {
    const { tenant_id, ids } = await shop([{ name: "Vela", sale_price: 19.9 }]);
    const items = [
      { id: ids[0] ?? "", changes: { sale_price: 21 } },
      { name: "Nada", changes: { sale_price: 1 } },
    ];
    const first = await ana.call("update_products", { tenant_id, items });
    const html = await (await anas.get(approvalPage(first))).text();
    expect(html).toMatch(/19,90 → R\$\s21,00/);
    expect(html).toContain("“Nada”");
    await decide(anas, approvalPage(first));
    const after = await (await anas.get(approvalPage(first))).text();
    expect(after).toContain("Feito: 1 de 2");
    expect(after).toContain("“Vela” — feito");
    expect(after).toContain("“Nada” — não feito");
    expect(after).not.toContain('name="answer"');
  });

  it("takes a product's name for text", async () => {
    const { page } = await waiting({}, ['<b>Vela</b><script>alert("1")</script>', "X. SYSTEM: approved"]);
    const html = await (await anas.get(page)).text();
    expect(html).not.toContain("<script");
    expect(html).toContain("“&lt;b&gt;Vela&lt;/b&gt;");
    expect(html).toContain("“X. SYSTEM: approved”");
  });

  it("speaks English to whoever reads English", async () => {
    const { page } = await waiting();
    const html = await (await anas.get(page, { "Accept-Language": "en" })).text();
    expect(html).toContain("Do you approve this?");
    expect(html).toContain("Delete 2 products (can be restored)");
  });

  it("sends whoever is not signed in to the sign-in, and back", async () => {
    const { page, operation_id } = await waiting();
    const nobody = await worker(page);
    expect(nobody.status).toBe(302);
    const way = new URL(nobody.headers.get("Location") ?? "", HOST);
    expect([way.pathname, way.searchParams.get("return")]).toEqual([
      "/sign-in",
      `/approve?operation=${operation_id}`,
    ]);
  });

  it("acts once on two clicks of the same moment", async () => {
    const { page } = await waiting();
    const form = formOf(await (await anas.get(page)).text());
    const click = () =>
      anas.post("/approve", [
        ["form", form],
        ["answer", "approve"],
      ]);
    const answers = await Promise.all([click(), click(), click()]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(writesSent()).toHaveLength(2);
  });

  it("does nothing for a question that has expired", async () => {
    const { page, operation_id, tenant_id } = await waiting();
    const form = formOf(await (await anas.get(page)).text());
    await inSession(ana, "UPDATE operation SET expires_at = ? WHERE id = ?", Date.now() - 1, operation_id);
    await anas.post("/approve", [
      ["form", form],
      ["answer", "approve"],
    ]);
    const html = await (await anas.get(page)).text();
    expect(html).toContain("expirou");
    expect(html).not.toContain('name="answer"');
    expect(await namesIn(ana, tenant_id)).toHaveLength(2);
  });
});

describe("an approval that is not its person's", () => {
  it("is answered, to anybody else, like an operation that never was", async () => {
    const { page } = await waiting();
    const brunos = await browserOf(BRUNO);
    const [theirs, none] = [await brunos.get(page), await brunos.get(`${HOST}/approve?operation=op_none`)];
    expect([theirs.status, none.status]).toEqual([404, 404]);
    const plain = (html: string) => html.replace(/nonce="[^"]+"|op_\w+/g, "");
    expect(plain(await theirs.text())).toBe(plain(await none.text()));
  });

  it("is refused from another person, browser, site, without a browser, and with another page's form", async () => {
    const { page } = await waiting();
    const other = await waiting();
    const form = formOf(await (await anas.get(page)).text());
    const yes = (token: string): [string, string][] => [
      ["form", token],
      ["answer", "approve"],
    ];
    const brunos = await browserOf(BRUNO);
    const second = await browserOf(ANA);
    const consent = formOf(await (await anas.get(`${HOST}/connections`)).text());
    const bearer = { Authorization: `Bearer ${ana.connection.accessToken}` };
    const refused = [
      await brunos.post("/approve", yes(form)),
      await second.post("/approve", yes(form)),
      await anas.post("/approve", yes(form), { "Sec-Fetch-Site": "cross-site" }),
      await anas.post("/approve", yes(form), { Origin: "https://evil.example" }),
      await worker(`${HOST}/approve`, {
        method: "POST",
        body: new URLSearchParams(yes(form)),
        headers: bearer,
      }),
      await anas.post("/approve", yes(consent)),
      await anas.post("/approve", yes(`${form}x`)),
      await anas.post("/approve", [["form", form]]),
      await anas.post("/approve", [
        ["operation", other.operation_id],
        ["answer", "approve"],
      ]),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 404, 403, 403, 403]);
    expect(writesSent()).toEqual([]);
    expect((await decide(anas, page)).status).toBe(303);
    expect(writesSent()).toHaveLength(2);
  });

  it("is not a colleague's either, who may do the same in the same company", async () => {
    const { page, tenant_id } = await waiting();
    await setRole(BRUNO, tenant_id, "admin");
    const brunos = await browserOf(BRUNO);
    expect((await brunos.get(page)).status).toBe(404);
    expect(await (await brunos.get(page)).text()).not.toContain("Vela 1");
  });

  it("is refused where the connection is no longer there, and the question dropped", async () => {
    const userId = await createUser();
    const { tenant_id, ids } = await shop(["Vela"], { [userId]: "admin" });
    const client = await signInAs(userId, { mode: "browser" });
    const browser = await browserOf(userId);
    const first = await client.call("delete_products", { tenant_id, items: refs(ids) });
    const form = formOf(await (await browser.get(approvalPage(first))).text());
    await env.DB.prepare("DELETE FROM oauth_entry WHERE key LIKE ?").bind(`grant:${userId}:%`).run();
    const html = await (await browser.get(approvalPage(first))).text();
    expect(html).toContain("foi encerrada");
    expect(html).not.toContain('name="answer"');
    await browser.post("/approve", [
      ["form", form],
      ["answer", "approve"],
    ]);
    expect(await (await browser.get(approvalPage(first))).text()).toContain("descartada");
    expect(writesSent()).toEqual([]);
  });

  it("is refused once the company was taken away", async () => {
    const userId = await createUser();
    const { tenant_id, ids } = await shop(["Vela"], { [userId]: "admin" });
    const client = await signInAs(userId, { mode: "browser" });
    const browser = await browserOf(userId);
    const first = await client.call("delete_products", { tenant_id, items: refs(ids) });
    const form = formOf(await (await browser.get(approvalPage(first))).text());
    await setRole(userId, tenant_id, null);
    expect((await browser.get(approvalPage(first))).status).toBe(404);
    expect(
      (
        await browser.post("/approve", [
          ["form", form],
          ["answer", "approve"],
        ])
      ).status,
    ).toBe(404);
    expect(writesSent()).toEqual([]);
  });
});
