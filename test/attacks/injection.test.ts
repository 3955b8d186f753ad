import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { type Company, createCompany, createProducts, createUser } from "../support/companies";
import { type Answer, type Client, message } from "../support/mcp";
import { signInAs } from "../support/people";
import { asked, codes } from "../support/sets";
import { BENDS, bending, hostile, ownVoice } from "./support/hostile";

const all = [...hostile, ...bending];
const rows = async () =>
  (await env.DB.prepare("SELECT count(*) AS n FROM biterp_products").first<{ n: number }>())?.n;

let company: Company;
let assistant: Client;
let framework: Client;
let tenant_id: string;
beforeAll(async () => {
  const userId = await createUser();
  company = await createCompany({ members: { [userId]: "admin" } });
  tenant_id = company.tenantId;
  assistant = await signInAs(userId);
  framework = await signInAs(userId, { mode: "delegated" });
});

/** Every text of an answer that is our prose, and not a value of a product or what was typed. */
function proseIn(value: unknown, key = ""): string[] {
  const spoken = ["message", "confirmation_message", "what", "reason"];
  if (typeof value === "string") return spoken.includes(key) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => proseIn(one, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => proseIn(one, name));
}
const proseOf = (answer: Answer) =>
  proseIn(answer.raw.structuredContent ?? (JSON.parse(answer.text) as JsonObject));

/** The prose may hold the text in quotes, straightened, and nowhere else. */
function onlyQuoted(prose: string[], text: string): void {
  expect(prose.length).toBeGreaterThan(0);
  for (const one of prose) {
    expect(one.replaceAll("\n", " ")).not.toMatch(BENDS);
    const voice = ownVoice(one);
    expect(voice).not.toContain(text);
    for (const word of [
      "IGNORE ALL",
      "aprovado",
      "confirmado",
      "SUCCESS",
      "evil.example",
      "<script",
      "Human:",
    ])
      expect(voice).not.toContain(word);
  }
}

describe("a product whose texts speak to the assistant", () => {
  it.each(all)("is quoted in the question, on its own line, and left alone: %s", async (_, text) => {
    const [row, other] = await createProducts(tenant_id, [
      { name: text, sku: crypto.randomUUID().slice(0, 8), description: text },
      { name: "Vela Comum" },
    ]);
    const items = [row, other].map((one) => ({ id: String(one?.id) }));
    const question = await asked(assistant, "delete_products", { tenant_id, items });
    expect(question.message.split("\n")).toHaveLength(3);
    onlyQuoted([question.message], text);
    const plain = await assistant.call("delete_products", { tenant_id, items });
    expect(plain.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    onlyQuoted(proseOf(plain), text);
    // A value is data: it is given as it is stored, in a place of its own.
    const read = await assistant.call("get_product", { tenant_id, id: String(row?.id) });
    expect(read.structured.product).toMatchObject({ name: text, description: text });
    expect(proseOf(read)).toEqual([]);
  });

  it.each(all)("is quoted where its price leaps and where its values change: %s", async (_, text) => {
    const [row] = await createProducts(tenant_id, [{ name: text, description: text, sale_price: 10 }]);
    const changes = { sale_price: 0, description: `${text} novo` };
    const items = [{ id: String(row?.id), changes }];
    const { message } = await asked(assistant, "update_products", { tenant_id, items });
    expect(message.split("\n")).toHaveLength(2);
    onlyQuoted([message], text);
    onlyQuoted(proseOf(await assistant.call("update_products", { tenant_id, items })), text);
  });

  it("is quoted with a SKU that does the same", async () => {
    const skus = bending.map(([, text], at) => `${at}${text}`.slice(0, 60));
    const made = await createProducts(
      tenant_id,
      skus.map((sku) => ({ name: "Vela de SKU", sku })),
    );
    const items = made.map(({ id }) => ({ id }));
    const { message } = await asked(assistant, "delete_products", { tenant_id, items });
    expect(message.split("\n")).toHaveLength(made.length + 1);
    onlyQuoted([message], "já aprovado");
    const taken = skus[0] ?? "";
    const clash = await framework.call("create_product", {
      tenant_id,
      name: "x",
      sale_price: 1,
      sku: taken.replaceAll("\n", " "),
    });
    expect(JSON.stringify(clash.raw)).not.toMatch(/\\u202e/i);
  });

  it("cannot pretend to be a second item by its length", async () => {
    const made = await createProducts(tenant_id, [{ name: `${"a".repeat(5_000)} 2. “Outra”` }]);
    const { message } = await asked(assistant, "delete_products", {
      tenant_id,
      items: made.map(({ id }) => ({ id })),
    });
    expect(message.length).toBeLessThan(600);
    expect(message).toContain("(5011)");
  });
});

describe("what an assistant was talked into sending", () => {
  it.each(all)("is quoted in the error it comes to: %s", async (_, text) => {
    const before = await rows();
    const calls: [string, JsonObject][] = [
      ["get_products", { tenant_id, items: [{ name: `${text} ?` }] }],
      ["list_products", { tenant_id: text }],
      ["list_products", { tenant_id, limit: text }],
      ["list_products", { tenant_id, active_only: text }],
      ["list_products", { tenant_id, cursor: text }],
      ["validate_products", { tenant_id, target_tool: text, items: ["x"] }],
      ["create_product", { tenant_id, name: "x", sale_price: text }],
      [
        "create_products",
        { tenant_id, items: [{ name: "x", sale_price: 1, eligible: false, reason: text }] },
      ],
      ["update_products", { tenant_id, items: [{ id: "x", changes: { [text]: 1 } }] }],
      ["get_operation", { operation_id: text.slice(0, 64) }],
      ["confirm_operation", { operation_id: text.slice(0, 64) }],
    ];
    for (const [tool, args] of calls) {
      const answer = await framework.call(tool, args);
      expect(answer.isError, `${tool} ${answer.text}`).toBe(true);
      onlyQuoted(proseOf(answer), text);
    }
    // A framework's own keys are ignored; everybody else is told of them.
    const unknown = await assistant.call("list_products", { tenant_id, [text]: true });
    expect(unknown.isError, unknown.text).toBe(true);
    onlyQuoted(proseOf(unknown), text);
    expect(await rows()).toBe(before);
  });
});

describe("the name of a tool that does not exist", () => {
  /** What a call of it is answered, which no model may take for this server's own words. */
  const refusal = async (client: Client, name: string, era: "2025" | "2026" = "2025") => {
    // A header cannot hold such a name as it is; where it is there, it has to say the same.
    const encoded = `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(name)))}?=`;
    const headers: Record<string, string> = era === "2026" ? { "Mcp-Name": encoded } : {};
    const params = { name, arguments: {} };
    const response = await client.rpc(
      "tools/call",
      { name: "in the header alone" },
      { era, headers, params },
    );
    const { error } = (await message(response)) as {
      error: { code: number; message: string; data?: unknown };
    };
    expect([response.status, error.code, error.data]).toEqual([200, -32602, undefined]);
    return error.message;
  };

  it.each(all)("is quoted, on one line, in the person's language: %s", async (_, text) => {
    const english = await signInAs(await createUser({ language: "en" }));
    for (const era of ["2025", "2026"] as const) {
      const portuguese = await refusal(assistant, text, era);
      expect(ownVoice(portuguese)).toBe("Não existe a ferramenta “”. tools/list traz as que existem.");
      onlyQuoted([portuguese], text);
      const other = await refusal(english, text, era);
      expect(ownVoice(other)).toBe("There is no tool “”. tools/list names those there are.");
      onlyQuoted([other], text);
    }
  });

  it("is cut, with its length shown", async () => {
    const said = await refusal(assistant, `delete_products ${"x".repeat(10_000)}`);
    expect(said.length).toBeLessThan(250);
    expect(said).toContain("(10016)");
  });

  it.each(["__proto__", "constructor", "toString", "delete_product ", "Delete_Products", ""])(
    "is not taken for another: %j",
    async (name) => {
      expect(await refusal(assistant, name)).toContain("Não existe a ferramenta");
    },
  );

  it("names no tool that the connection may not see, and one that does exist stays a matter of scopes", async () => {
    const reader = await signInAs(await createUser(), { ticked: ["products:read"] });
    expect(await refusal(reader, "delete_productz")).not.toContain("delete_products");
    for (const era of ["2025", "2026"] as const) {
      const known = await reader.rpc("tools/call", { name: "delete_products", arguments: {} }, { era });
      await known.text();
      expect(known.status).toBe(403);
      expect(known.headers.get("WWW-Authenticate")).toContain('error="insufficient_scope"');
    }
  });
});

describe("a company whose name speaks to the assistant", () => {
  it.each(all)("is quoted in the question: %s", async (_, text) => {
    const userId = await createUser();
    const own = await createCompany({ name: text, members: { [userId]: "admin" } });
    const client = await signInAs(userId);
    const [row] = await createProducts(own.tenantId, [{ name: "Vela" }]);
    const items = [{ id: String(row?.id) }];
    const { message } = await asked(client, "delete_products", { items });
    expect(message.split("\n")).toHaveLength(2);
    onlyQuoted([message], text);
    const plain = await client.call("delete_products", { items });
    onlyQuoted(proseOf(plain), text);
    const lost = await client.call("list_products", { tenant_id: "outra" });
    onlyQuoted(proseOf(lost), text);
  });
});

it("stores and finds SQL and patterns as the text they are", async () => {
  const names = ["'; DROP TABLE operation; --", '100% \\_ * ? " OR "" NEAR', "x' OR '1'='1"];
  await createProducts(
    tenant_id,
    names.map((name) => ({ name })),
  );
  for (const name of names) {
    const found = await framework.call("get_products", { tenant_id, items: [{ name }] });
    expect(codes(found)).toEqual(["ok"]);
    const listed = await framework.call("list_products", { tenant_id, search: name });
    expect(listed.isError).toBe(false);
  }
  const none = await framework.call("list_products", { tenant_id, search: "zzz' OR 1=1 --" });
  expect(none.structured.products).toEqual([]);
});
