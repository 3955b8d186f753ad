import { beforeAll, describe, expect, it } from "vitest";
import { Client, message } from "../support/mcp";
import { HOST, worker } from "../support/oauth";
import { type Owner, owner } from "../support/people";
import { post, request } from "../support/raw";

let person: Owner;
let token: string;
beforeAll(async () => {
  person = await owner();
  token = person.client.connection.accessToken;
});

/** The server still answers this person as it did before the attack. */
async function alive(): Promise<void> {
  const answer = await person.client.call("list_tenants");
  expect(answer.structured.tenants).toMatchObject([{ tenant_id: person.tenant_id }]);
}

describe("a body made to hurt", () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const wide = `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join(",")}}`;
  const call = (args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_products","arguments":${args}}}`;

  it.each([
    ["an argument a hundred thousand levels deep", call(deep(100_000))],
    [
      "params a hundred thousand levels deep",
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${deep(100_000)}}`,
    ],
    [
      "a list nested a hundred thousand times",
      call(`{"search":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
    ],
    ["fifty thousand unknown keys", call(wide)],
    ["a text of three megabytes", call(`{"search":"${"a".repeat(3_000_000)}"}`)],
    ["three megabytes of broken JSON", `{"jsonrpc":"2.0",${" ".repeat(3_000_000)}`],
    ["a JSON text inside a JSON text", call(JSON.stringify(JSON.stringify(JSON.stringify({ items: "[[" }))))],
    ["a number beyond all bounds", call('{"limit":1e999999}')],
    ["keys of a prototype", call('{"__proto__":{"tenant_id":"x"},"constructor":{"prototype":{}}}')],
    ["bytes that are no UTF-8", "\uD800"],
  ])("is refused in plain words: %s", async (_, body) => {
    const answer = await post(token, body);
    expect(answer.status).toBeLessThan(500);
    const text = await answer.text();
    expect(text.length).toBeLessThan(70_000);
    expect(text).not.toMatch(/\bat .+:\d+:\d+|RangeError|Maximum call stack/);
    await alive();
  });

  it("as items deep, many or huge is refused as a whole, and writes nothing", async () => {
    const { tenant_id } = person;
    const nested = JSON.parse(deep(2_000)) as never;
    for (const items of [
      Array(51).fill({ name: "x" }),
      Array(100_000).fill("x"),
      nested,
      [nested],
      "[".repeat(10_000),
    ]) {
      const answer = await person.client.call("create_products", { tenant_id, items });
      expect(answer.isError).toBe(true);
      expect(answer.text.length).toBeLessThan(60_001);
    }
    const list = await person.client.call("list_products", { tenant_id });
    expect(list.structured.products).toEqual([]);
  });

  it("compressed is not unpacked", async () => {
    const packed = new Response(
      new Blob([request("tools/list")]).stream().pipeThrough(new CompressionStream("gzip")),
    );
    const answer = await post(token, await packed.arrayBuffer(), { "Content-Encoding": "gzip" });
    await answer.text();
    expect([400, 415]).toContain(answer.status);
  });

  it("in a form for a page or a token is bounded, too", async () => {
    for (const path of ["/token", "/authorize", "/sign-in", "/register"]) {
      const answer = await worker(`${HOST}${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: `x=${"y".repeat(2_000_000)}`,
      });
      await answer.text();
      expect(answer.status, path).toBeGreaterThanOrEqual(400);
      expect(answer.status, path).toBeLessThan(500);
    }
  });
});

describe("an odd request", () => {
  it.each(["PUT", "PATCH", "DELETE", "PROPFIND", "GET", "HEAD"])(
    "with the method %s does nothing anywhere",
    async (method) => {
      for (const path of ["/mcp", "/token", "/register", "/authorize", "/sign-out"]) {
        const answer = await worker(`${HOST}${path}`, {
          method,
          headers: { Authorization: `Bearer ${token}` },
        });
        await answer.text();
        expect(answer.status, path).toBeGreaterThanOrEqual(400);
        expect(answer.status, path).toBeLessThan(500);
      }
    },
  );

  it.each(["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])(
    "%s makes no POST of a GET",
    async (name) => {
      const answer = await worker(`${HOST}/mcp?_method=POST`, {
        headers: { [name]: "POST", Authorization: `Bearer ${token}` },
      });
      await answer.text();
      expect(answer.status).toBe(405);
    },
  );

  it.each([
    "/mcp/../mcp",
    "/mcp/%2e%2e/token",
    "//mcp",
    "/MCP",
    "/mcp;x",
    "/mcp%00",
    "/mcp/x",
    "/%6dcp",
    "/mcp/admin",
    "/.well-known/../mcp",
  ])("to %s serves nobody without a token", async (path) => {
    const answer = await worker(`${HOST}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: request("tools/call", { name: "list_tenants", arguments: {} }),
    });
    expect([400, 401, 403, 404, 405]).toContain(answer.status);
    expect(await answer.text()).not.toContain("tenants");
  });

  it.each([
    "__proto__",
    "constructor",
    "toString",
    "tools/../call",
    "TOOLS/CALL",
    "sampling/createMessage",
    "resources/read",
    "roots/list",
    "",
  ])("for the method %j is answered as unknown", async (method) => {
    const answer = await message(await post(token, request(method)));
    expect(answer).toHaveProperty("error");
    await alive();
  });

  it.each([
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "",
    "LIST_TENANTS",
    " list_tenants",
    "list_tenants\n",
  ])("for the tool %j is answered as unknown", async (name) => {
    const answer = await message(await post(token, request("tools/call", { name, arguments: {} })));
    expect(answer).toHaveProperty("error");
    expect(JSON.stringify(answer)).not.toContain(person.tenant_id);
  });
});

it("a header that names another tool than the body is refused, and nothing is written", async () => {
  const args = { tenant_id: person.tenant_id, name: "Vela", sale_price: 1 };
  const answer = await person.client.rpc(
    "tools/call",
    { name: "create_product", arguments: args },
    { era: "2026", headers: { "Mcp-Name": "list_products" } },
  );
  await answer.text();
  expect(answer.status).toBe(400);
  const list = await person.client.call("list_products", { tenant_id: person.tenant_id });
  expect(list.structured.products).toEqual([]);
});

it("nothing of a token or of a person stands in any refusal", async () => {
  const thief = new Client({ ...person.client.connection, accessToken: `${token}x` });
  const answer = await thief.rpc("tools/list");
  const text = `${await answer.text()}${JSON.stringify([...answer.headers])}`;
  expect(text).not.toContain(token.split(":")[2]);
  expect(text).not.toContain(person.userId);
});
