import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { createCompany } from "../support/companies";
import { type Client, message, type RequestOptions } from "../support/mcp";
import { HOST, worker } from "../support/oauth";
import { type Owner, owner } from "../support/people";
import { post, request } from "../support/raw";

const MODERN: RequestOptions = { era: "2026" };
let person: Owner;
let client: Client;
beforeAll(async () => {
  person = await owner();
  client = person.client;
});

const init = (version: string, headers: Record<string, string | null> = {}) =>
  post(
    client.connection.accessToken,
    request("initialize", {
      protocolVersion: version,
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    }),
    { "MCP-Protocol-Version": null, ...headers },
  );

describe("2025", () => {
  it.each(["2025-03-26", "2025-06-18", "2025-11-25"])("speaks %s", async (version) => {
    const answer = await init(version);
    expect(answer.status).toBe(200);
    expect(await message(answer)).toMatchObject({
      result: {
        protocolVersion: version,
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: "biterp", title: "bitERP" },
      },
    });
  });

  it("offers a version it speaks to a client that names an unknown one", async () => {
    const body = await message(await init("2099-01-01"));
    const { result } = body as { result: { protocolVersion: string } };
    expect((await init(result.protocolVersion)).status).toBe(200);
  });

  // Case 05 (a) wants 200: the header of an initialize is refused (400, -32020) before the version is negotiated.
  it("does so too when the header already names the unknown version", async () => {
    const answer = await init("2099-01-01", { "MCP-Protocol-Version": "2099-01-01" });
    await answer.text();
    expect(answer.status).toBe(200);
  });

  it.each([
    ["not-a-version", 400],
    ["1900-01-01", 400],
    [null, 200],
  ])("answers the version header %s with %i", async (version, status) => {
    const answer = await post(client.connection.accessToken, request("tools/list"), {
      "MCP-Protocol-Version": version,
    });
    await answer.text();
    expect(answer.status).toBe(status);
  });

  it("answers a stale session id as if it were not there, and never gives one", async () => {
    for (const id of ["00000000-0000-4000-8000-000000000000", "", "../x"]) {
      const headers = { "Mcp-Session-Id": id };
      for (const answer of [
        await client.rpc("tools/list", {}, { headers }),
        await init("2025-11-25", headers),
      ]) {
        await answer.text();
        expect(answer.status).toBe(200);
        expect(answer.headers.get("Mcp-Session-Id")).toBeNull();
      }
    }
  });
});

describe("2026-07-28", () => {
  it("is discovered, and leaves the older era working", async () => {
    const found = await client.result("server/discover", {}, MODERN);
    expect(found).toMatchObject({
      supportedVersions: expect.arrayContaining(["2026-07-28"]),
      capabilities: { tools: { listChanged: false } },
      ttlMs: expect.any(Number),
      cacheScope: "private",
    });
    expect((await init("2025-11-25")).status).toBe(200);
  });

  it("says how long a list may be kept, and that it is one person's", async () => {
    expect(await client.result("tools/list", {}, MODERN)).toMatchObject({
      ttlMs: expect.any(Number),
      cacheScope: "private",
    });
  });

  it("refuses a name header that says another tool, and writes nothing", async () => {
    const { tenant_id } = person;
    const before = await client.call("list_products", { tenant_id });
    const answer = await client.rpc(
      "tools/call",
      { name: "create_product", arguments: { tenant_id, name: "Nunca", sale_price: 1 } },
      { ...MODERN, headers: { "Mcp-Name": "list_products" } },
    );
    expect(answer.status).toBe(400);
    expect(await message(answer)).toMatchObject({ error: { code: -32020 } });
    expect((await client.call("list_products", { tenant_id })).structured).toEqual(before.structured);
  });

  it.each([
    ["Mcp-Method", "tools/call"],
    ["Mcp-Method", null],
    ["MCP-Protocol-Version", "2025-06-18"],
  ])("refuses the header %s: %s beside tools/list of this era", async (name, value) => {
    const answer = await client.rpc("tools/list", {}, { ...MODERN, headers: { [name]: value } });
    expect(answer.status).toBe(400);
    expect(await message(answer)).toHaveProperty("error.code");
  });

  it("names the versions it speaks to a client of a later one", async () => {
    const answer = await client.rpc(
      "tools/list",
      { _meta: { "io.modelcontextprotocol/protocolVersion": "2099-01-01" } },
      { ...MODERN, headers: { "MCP-Protocol-Version": "2099-01-01" } },
    );
    expect(answer.status).toBe(400);
    const { error } = (await message(answer)) as { error: { code: number; data: { supported: string[] } } };
    expect(error.code).toBe(-32022);
    expect(error.data.supported).toContain("2026-07-28");
  });

  it("needs no initialize before the first call", async () => {
    const answer = await client.call("list_products", {}, MODERN);
    expect(answer.structured).toMatchObject({ tenant: { tenant_id: person.tenant_id }, products: [] });
  });
});

describe("both eras", () => {
  it("say who the server is, with pictures that are there", async () => {
    const hello = (await message(await init("2025-11-25"))) as { result: { serverInfo: JsonObject } };
    const found = await client.result("server/discover", {}, MODERN);
    const { serverInfo } = hello.result;
    expect(serverInfo).toMatchObject({
      name: "biterp",
      title: "bitERP",
      version: expect.any(String),
      description: expect.stringMatching(/^Os produtos/),
      websiteUrl: HOST,
    });
    expect((found._meta as JsonObject)["io.modelcontextprotocol/serverInfo"]).toEqual(serverInfo);
    const icons = serverInfo.icons as { src: string; mimeType: string; sizes: string[] }[];
    expect(icons.map(({ mimeType }) => mimeType)).toContain("image/png");
    for (const { src, mimeType } of icons) {
      const picture = await worker(src);
      expect(picture.status).toBe(200);
      expect(picture.headers.get("Content-Type")).toBe(mimeType);
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
  });

  const same = async (ask: (options: RequestOptions) => Promise<JsonObject>) =>
    expect(await ask(MODERN)).toMatchObject((await ask({})) as object);

  it("list the same tools", async () => {
    await same(async (options) => ({
      tools: (await client.result("tools/list", {}, options)).tools ?? null,
    }));
  });

  it("answer reads alike", async () => {
    await createCompany({ members: { [person.userId]: "viewer" } });
    await same(async (options) => (await client.call("get_user_data", {}, options)).structured);
    await same(async (options) => (await client.call("list_tenants", {}, options)).structured);
  });

  it("answer errors alike, as results a model sees", async () => {
    for (const options of [{}, MODERN]) {
      const answer = await client.call("list_products", { limit: 101 }, options);
      expect(answer.error).toMatchObject({ code: "invalid_argument", parameter: "limit" });
    }
  });

  it("never answer 500 to a tool that does not exist", async () => {
    for (const options of [{}, MODERN]) {
      const answer = await client.rpc("tools/call", { name: "fly_to_mars", arguments: {} }, options);
      expect(answer.status).toBeLessThan(500);
      const { error, result } = (await message(answer)) as { error?: JsonObject; result?: JsonObject };
      expect(error?.code === -32602 || result?.isError === true).toBe(true);
    }
  });

  it.each([
    ["no capabilities", {}],
    ["only forms by URL", { elicitation: { url: {} } }],
  ])("ask a client with %s by a result, not by a protocol error", async (_, capabilities) => {
    const { tenant_id } = person;
    const made = await client.call("create_product", {
      tenant_id,
      name: `Vela ${crypto.randomUUID()}`,
      sale_price: 1,
    });
    const id = (made.structured.product as JsonObject).id as string;
    for (const options of [{}, { ...MODERN, capabilities }]) {
      const asked = await client.call("delete_products", { tenant_id, items: [{ id }] }, options);
      expect(asked.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    }
  });
});
