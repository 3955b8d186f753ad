import { describe, expect, it } from "vitest";
import { server } from "../auth/support/server";
import { HOST } from "../support/oauth";

const send = server();
const read = async (path: string, headers: HeadersInit = {}) => {
  const response = await send(`${HOST}${path}`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toContain("application/json");
  return (await response.json()) as Record<string, string & string[]>;
};

describe("discovery documents", () => {
  it("are there in both forms, and equal", async () => {
    const resource = await read("/.well-known/oauth-protected-resource");
    expect(await read("/.well-known/oauth-protected-resource/mcp")).toEqual(resource);
    const issuer = await read("/.well-known/oauth-authorization-server");
    expect(await read("/.well-known/oauth-authorization-server/mcp")).toEqual(issuer);
    expect(resource.resource).toBe(`${HOST}/mcp`);
    expect(resource.authorization_servers?.[0]).toBe(issuer.issuer);
    expect(issuer.code_challenge_methods_supported).toEqual(["S256"]);
    for (const name of ["authorization_endpoint", "token_endpoint", "registration_endpoint"]) {
      expect(issuer[name]).toMatch(/^http:\/\/localhost:8787\//);
    }
    expect(issuer.client_id_metadata_document_supported).toBe(true);
    expect(issuer.scopes_supported).toHaveLength(4);
  });

  it("name the public address, whatever the Host", async () => {
    const response = await send("http://127.0.0.1:4000/.well-known/oauth-authorization-server/mcp");
    expect(await response.json()).toMatchObject({ issuer: HOST, token_endpoint: `${HOST}/token` });
  });

  it("that do not exist are a JSON 404", async () => {
    for (const path of ["/.well-known/openid-configuration", "/.well-known/openid-configuration/mcp"]) {
      const response = await send(`${HOST}${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ error: "not_found" });
    }
  });

  it("can be read from an allowed origin only", async () => {
    const readable = async (origin: string) =>
      (
        await send(`${HOST}/.well-known/oauth-protected-resource`, { headers: { Origin: origin } })
      ).headers.get("Access-Control-Allow-Origin");
    expect(await readable("https://claude.ai")).toBe("https://claude.ai");
    expect(await readable("https://evil.example")).toBeNull();
  });
});
