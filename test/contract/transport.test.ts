import { beforeAll, describe, expect, it } from "vitest";
import { Client, message } from "../support/mcp";
import { HOST, worker } from "../support/oauth";
import { post, request } from "../support/raw";

let ana: Client;
let token: string;
beforeAll(async () => {
  ana = await Client.signIn({ user: "ana" });
  token = ana.connection.accessToken;
});

describe("methods", () => {
  it.each([
    ["GET", { Accept: "text/event-stream" }],
    ["GET", { Accept: "text/event-stream", "Last-Event-ID": "1" }],
    ["GET", { Accept: "text/html" }],
    ["HEAD", {}],
    ["PUT", {}],
    ["DELETE", {}],
  ] as [string, Record<string, string>][])(
    "answers %s with %j to its end, naming POST",
    async (method, headers) => {
      const answer = await worker(`${HOST}/mcp`, {
        method,
        headers: { ...headers, Authorization: `Bearer ${token}` },
      });
      await answer.text();
      expect(answer.status).toBe(405);
      expect(answer.headers.get("Allow")).toContain("POST");
    },
  );

  it("tells a GET without a token to sign in", async () => {
    const answer = await worker(`${HOST}/mcp`, { headers: { Accept: "text/event-stream" } });
    await answer.text();
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toContain("resource_metadata=");
  });
});

describe("what a client accepts", () => {
  const JSON_TYPE = "application/json";
  const STREAM = "text/event-stream";
  /** The header, and the form of the answer; undefined: either. */
  const forms: [string | null, string | undefined][] = [
    ["application/json", JSON_TYPE],
    ["application/json;q=1", JSON_TYPE],
    ["application/*", JSON_TYPE],
    ["application/json, text/event-stream;q=0", JSON_TYPE],
    ["*/*, text/event-stream; q=0.0", JSON_TYPE],
    ["text/event-stream", STREAM],
    ["TEXT/Event-Stream; q=0.5", STREAM],
    ["text/*", STREAM],
    ["text/event-stream, application/json;q=0", STREAM],
    ["*/*;q=0.1, application/json;q=0", STREAM],
    ["image/png, */*;q=0.1", undefined],
    ["*/*", undefined],
    ["", undefined],
    ["nonsense", undefined],
    [null, undefined],
  ];
  it.each(forms)("serves Accept: %s, in both eras", async (accept, type) => {
    for (const era of ["2025", "2026"] as const) {
      const headers = { Accept: accept };
      const answer = await ana.rpc("tools/call", { name: "get_user_data" }, { era, headers });
      expect(answer.status, era).toBe(200);
      if (type) expect(answer.headers.get("Content-Type"), era).toBe(type);
      expect(await message(answer)).toMatchObject({
        id: expect.any(Number),
        result: { structuredContent: { email: "ana@padaria-aurora.example" } },
      });
    }
  });

  it.each(["image/png", "text/html, image/*", "*/*;q=0", "application/json;q=0, text/event-stream;q=0, */*"])(
    "has nothing for Accept: %s, in both eras",
    async (accept) => {
      for (const era of ["2025", "2026"] as const) {
        const answer = await ana.rpc("tools/list", {}, { era, headers: { Accept: accept } });
        expect(answer.status).toBe(406);
        expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", error: { message: expect.any(String) } });
      }
    },
  );

  it("says nothing to a notification of a client that takes only a stream", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    const answer = await post(token, body, { Accept: STREAM });
    expect(answer.status).toBe(202);
    expect(await answer.text()).toBe("");
  });

  it("gives errors as JSON too where only JSON is understood", async () => {
    const body = request("tools/call", { name: "list_products", arguments: { limit: 0 } });
    const answer = await post(token, body, { Accept: "application/json" });
    expect(await answer.json()).toMatchObject({ id: 1, result: { isError: true } });
  });
});

describe("bodies", () => {
  it.each([
    ["a batch", `[${request("tools/list")}]`],
    ["an empty batch", "[]"],
    ["a batch of two", `[${request("tools/list")},${request("tools/list", {}, 2)}]`],
  ])("refuses %s", async (_, body) => {
    const answer = await post(token, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
  });

  it("says that a body is not JSON", async () => {
    const answer = await post(token, '{"jsonrpc": "2.0",');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: -32700 } });
  });

  it.each(["null", "1", '"x"', "{}", '{"jsonrpc":"2.0"}', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'])(
    "refuses %s, which is no message",
    async (body) => {
      const answer = await post(token, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: -32600 } });
    },
  );

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", null])(
    "refuses the content type %s",
    async (type) => {
      const body = new TextEncoder().encode(request("tools/list"));
      const answer = await post(token, body, { "Content-Type": type });
      expect(answer.status).toBe(415);
      await answer.text();
    },
  );

  it("takes a content type with a charset", async () => {
    const answer = await post(token, request("tools/list"), {
      "Content-Type": "application/json; charset=utf-8",
    });
    expect(answer.status).toBe(200);
    await answer.text();
  });

  it("takes a body just under 4 MiB and refuses one above, announced or not", async () => {
    const limit = 4 * 1024 * 1024;
    const padded = (bytes: number) => `${request("tools/list")}${" ".repeat(bytes)}`.slice(0, bytes);
    const within = await post(token, padded(limit));
    expect(within.status).toBe(200);
    await within.text();
    const above = await post(token, padded(limit + 1));
    expect(above.status).toBe(413);
    expect(await above.json()).toMatchObject({ error: { message: expect.stringContaining(String(limit)) } });
    const streamed = new Response(padded(limit + 1)).body;
    const unannounced = await post(token, streamed as unknown as BodyInit);
    expect(unannounced.status).toBe(413);
    await unannounced.text();
  });

  it("asks for a token before it reads a body", async () => {
    const answer = await post(null, "not json at all");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toContain("resource_metadata=");
    await answer.text();
  });
});

describe("messages", () => {
  it.each([1, 0, -7, 9_007_199_254_740_991, "1", "", "req-äöü", "a".repeat(500)])(
    "gives the id %j back as it came",
    async (id) => {
      const answer = await message(await post(token, request("tools/list", {}, id)));
      expect(answer).toMatchObject({ jsonrpc: "2.0", id, result: { tools: expect.any(Array) } });
    },
  );

  it.each([null, {}, [1], true])("refuses the id %j without falling over", async (id) => {
    const answer = await post(token, request("tools/list", {}, id));
    expect([200, 400]).toContain(answer.status);
    expect(await message(answer)).toMatchObject({ error: { code: -32600 } });
  });

  it.each([
    ["notifications/initialized", {}],
    ["notifications/cancelled", { requestId: 1, reason: "gone" }],
    ["notifications/unheard_of", {}],
  ])("takes %s and says nothing", async (method, params) => {
    const answer = await post(token, JSON.stringify({ jsonrpc: "2.0", method, params }));
    expect(answer.status).toBe(202);
    expect(await answer.text()).toBe("");
  });

  it("says that a method is unknown", async () => {
    const answer = await message(await post(token, request("tools/fly")));
    expect(answer).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  it("answers a ping of the older era", async () => {
    expect(await message(await post(token, request("ping")))).toMatchObject({ id: 1, result: {} });
  });
});

describe("browsers", () => {
  const preflight = (origin: string) =>
    worker(`${HOST}/mcp`, {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers":
          "authorization, content-type, mcp-protocol-version, mcp-session-id, last-event-id, mcp-method, mcp-name, mcp-param-tenant",
      },
    });

  it("answers a preflight without a token, with every header of the protocol", async () => {
    const answer = await preflight("https://claude.ai");
    expect([200, 204]).toContain(answer.status);
    const allowed = (answer.headers.get("Access-Control-Allow-Headers") ?? "").split(/,\s*/);
    expect(allowed).toEqual(
      expect.arrayContaining([
        ...["authorization", "content-type", "mcp-protocol-version", "mcp-session-id"],
        ...["last-event-id", "mcp-method", "mcp-name", "mcp-param-tenant"],
      ]),
    );
    const methods = answer.headers.get("Access-Control-Allow-Methods") ?? "";
    for (const method of ["POST", "GET", "DELETE"]) expect(methods).toContain(method);
  });

  it.each([
    ["served", 200, () => post(token, request("tools/list"), { Origin: "https://claude.ai" })],
    ["unsigned", 401, () => post(null, request("tools/list"), { Origin: "https://claude.ai" })],
    ["an unsigned GET", 401, () => worker(`${HOST}/mcp`, { headers: { Origin: "https://claude.ai" } })],
  ] as [string, number, () => Promise<Response>][])(
    "lets an allowed page read its answer: %s",
    async (_, status, ask) => {
      const answer = await ask();
      await answer.text();
      expect(answer.status).toBe(status);
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("https://claude.ai");
      expect(answer.headers.get("Access-Control-Expose-Headers")).toContain("WWW-Authenticate");
      expect(answer.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    },
  );

  it.each(["https://evil.example", "null", "https://claude.ai.evil.example", "http://claude.ai"])(
    "refuses a page of %s, token or not",
    async (origin) => {
      const answer = await post(token, request("tools/list"), { Origin: origin });
      await answer.text();
      expect(answer.status).toBe(403);
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
    },
  );
});
