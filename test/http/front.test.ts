import { beforeAll, describe, expect, it } from "vitest";
import { call, server } from "../auth/support/server";
import { authorizeUrl, HOST, type Send, signIn } from "../support/oauth";

const send = server();
let token = "";

beforeAll(async () => {
  token = (await signIn(send, { user: "ana" })).accessToken;
});

describe("the method", () => {
  it.each([
    ["GET", { Accept: "text/event-stream" }],
    ["GET", { Accept: "text/event-stream", "Last-Event-ID": "1" }],
    ["GET", {}],
  ])(
    "%s %j is 401 without a token, for that is how clients learn that they must sign in",
    async (method, headers) => {
      const response = await send(`${HOST}/mcp`, { method, headers: headers as HeadersInit });
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toContain("resource_metadata=");
    },
  );

  const always = ["", "Bearer x"];
  it.each([
    ["GET", { Accept: "text/event-stream" }, ["Bearer x"]],
    ["GET", { Accept: "text/event-stream", "Last-Event-ID": "1" }, ["Bearer x"]],
    ["GET", { Accept: "text/html,*/*;q=0.8" }, always],
    ["HEAD", {}, always],
    ["PUT", {}, always],
    ["DELETE", {}, always],
  ])("%s %j is 405 with Allow, and nobody looks at the token", async (method, headers, tokens) => {
    for (const one of [...tokens, `Bearer ${token}`]) {
      const auth = one === "" ? {} : { Authorization: one };
      const response = await send(`${HOST}/mcp`, { method, headers: { ...headers, ...auth } as HeadersInit });
      expect(response.status).toBe(405);
      expect(response.headers.get("Allow")).toBe("POST, OPTIONS");
    }
  });

  it("takes a trailing slash for the endpoint, without a redirect", async () => {
    const init = { method: "POST", headers: { Authorization: `Bearer ${token}` }, body: "{}" };
    expect((await send(`${HOST}/mcp/`, init)).status).toBe(200);
    expect((await send(`${HOST}/mcp/other`, init)).status).toBe(404);
  });
});

describe("preflight and Origin", () => {
  const asked =
    "authorization, content-type, mcp-protocol-version, mcp-session-id, last-event-id, mcp-method, mcp-name, mcp-param-tenant";
  const preflight = (origin: string) =>
    send(`${HOST}/mcp`, {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": asked,
      },
    });

  it("answers a preflight without a token, for every header that was asked for", async () => {
    const response = await preflight("https://claude.ai");
    expect(response.status).toBe(204);
    const allowed = response.headers.get("Access-Control-Allow-Headers")?.split(", ");
    expect(allowed).toEqual(expect.arrayContaining(asked.split(", ")));
    const methods = response.headers.get("Access-Control-Allow-Methods")?.split(", ");
    expect(methods).toEqual(expect.arrayContaining(["POST", "GET", "DELETE"]));
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("https://claude.ai");
    expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    expect((await preflight("https://evil.example")).status).toBe(403);
  });

  it.each([
    ["https://claude.ai", 200],
    ["http://localhost:6274", 200],
    ["http://127.0.0.1:1", 200],
    [undefined, 200],
    ["https://evil.example", 403],
    ["https://claude.ai.evil.example", 403],
    ["http://localhost:6274.evil.example", 403],
    ["http://localhost.evil.example:80", 403],
    ["http://localhost:6274/path", 403],
    ["https://localhost:6274", 403],
    ["null", 403],
  ])("Origin %s is answered with %s", async (origin, status) => {
    const headers: Record<string, string> = origin === undefined ? {} : { Origin: origin };
    const response = await call(send, token, headers);
    expect(response.status).toBe(status);
    const readable = status === 200 ? (origin ?? null) : null;
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe(readable);
  });

  it("makes every answer readable by an allowed origin, refusals too", async () => {
    const origin = { Origin: "https://claude.ai" };
    const answers = [
      await call(send, token, origin),
      await call(send, undefined, origin),
      await send(`${HOST}/mcp`, { headers: origin }),
      await send(`${HOST}/mcp/none`, { headers: origin }),
      await send(`${HOST}/.well-known/none`, { headers: origin }),
      await send(`${HOST}/token`, { method: "POST", headers: origin }),
      await send(`${HOST}/register`, { method: "POST", headers: origin, body: "no" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 404, 404, 400, 400]);
    for (const { headers } of answers) {
      expect(headers.get("Access-Control-Allow-Origin")).toBe("https://claude.ai");
      expect(headers.get("Access-Control-Expose-Headers")).toContain("WWW-Authenticate");
      expect(headers.get("Vary")).toContain("Origin");
    }
  });
});

describe("the address", () => {
  const at = (vars: Record<string, unknown>, url: string, headers: HeadersInit = {}) =>
    server(vars)(url, { headers });

  it("is the public one or, in development, this machine", async () => {
    expect((await at({}, "http://127.0.0.1:9999/")).status).toBe(200);
    expect((await at({}, "http://evil.example/")).status).toBe(403);
    expect((await at({}, "http://localhost:8787/", { Host: "evil.example" })).status).toBe(403);
  });

  it("is the public one alone in production", async () => {
    const vars = { ENVIRONMENT: "production", PUBLIC_URL: "https://mcp.bit.example" };
    expect((await at(vars, "https://mcp.bit.example/")).status).toBe(200);
    expect((await at(vars, "https://biterp.workers.dev/")).status).toBe(403);
    expect((await at(vars, "http://localhost/")).status).toBe(403);
  });

  it("is not moved by a path that looks like another host", async () => {
    const response = await at({}, "http://localhost:8787//evil.example/authorize");
    expect(response.status).toBe(404);
  });
});

it("shows nothing of a fault", async () => {
  const broken = server({
    DB: {
      prepare: () => {
        throw new Error("secret detail");
      },
    },
  });
  const mcp = await call(broken, "a:b:c");
  const page = await broken(await authorizeUrl("somebody"));
  expect([mcp.status, page.status]).toEqual([500, 500]);
  expect(`${await mcp.text()}${await page.text()}`).not.toContain("secret");
});

it("names the variable when the configuration is not usable", async () => {
  const broken: Send = server({ PUBLIC_URL: "not a url", SIGNING_SECRET: "short" });
  const response = await broken(`${HOST}/mcp`, { method: "POST" });
  expect(response.status).toBe(500);
  const body = await response.text();
  expect(body).toContain("PUBLIC_URL");
  expect(body).toContain("SIGNING_SECRET");
  expect(body).not.toContain("short:");
});
