import { describe, expect, it } from "vitest";
import { configOf } from "../../../src/config";

const base = { PUBLIC_URL: "https://mcp.example", SIGNING_SECRET: "s".repeat(32) };
const remote = {
  ...base,
  BITERP_URL: "https://erp.example/api/",
  BITERP_OAUTH_ISSUER: "https://login.example",
  BITERP_OAUTH_CLIENT_ID: "mcp",
  BITERP_OAUTH_CLIENT_SECRET: "hush",
};

const read = (vars: Record<string, string | undefined>) => configOf({ ...vars } as unknown as Env);
const fault = (vars: Record<string, string | undefined>): string => {
  try {
    read(vars);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
};

describe("the configuration", () => {
  it("needs no bitERP, and takes an empty variable for one that is not set", () => {
    expect(read(base).remote).toBeUndefined();
    const empty = Object.fromEntries(Object.keys(remote).map((name) => [name, ""]));
    expect(read({ ...empty, ...base }).remote).toBeUndefined();
    expect(read({ ...remote, BITERP_REQUESTS_PER_SECOND: "", BITERP_IF_MATCH: "" }).remote).toMatchObject({
      requestsPerSecond: undefined,
      honoursIfMatch: true,
    });
  });

  it("reads a remote bitERP whole", () => {
    const vars = {
      ...remote,
      BITERP_IDEMPOTENCY_KEYS: "no",
      BITERP_IF_MATCH: "no",
      BITERP_REQUESTS_PER_SECOND: "2.5",
      BITERP_OAUTH_SCOPES: "openid products:read",
    };
    expect(read(vars).remote).toEqual({
      url: "https://erp.example/api",
      issuer: new URL("https://login.example"),
      clientId: "mcp",
      clientSecret: "hush",
      scopes: "openid products:read",
      honoursIdempotencyKeys: false,
      honoursIfMatch: false,
      requestsPerSecond: 2.5,
    });
    expect(read(remote).remote?.scopes).toContain("offline_access");
  });

  it.each(["BITERP_OAUTH_ISSUER", "BITERP_OAUTH_CLIENT_ID", "BITERP_OAUTH_CLIENT_SECRET"])(
    "names %s when it is missing or empty",
    (name) => {
      expect(fault({ ...remote, [name]: undefined })).toContain(name);
      const message = fault({ ...remote, [name]: "" });
      expect(message).toContain(name);
      expect(message).not.toContain("hush");
    },
  );

  it("names all that are missing at once", () => {
    const message = fault({ ...base, BITERP_URL: "https://erp.example" });
    for (const name of ["BITERP_OAUTH_ISSUER", "BITERP_OAUTH_CLIENT_ID", "BITERP_OAUTH_CLIENT_SECRET"])
      expect(message).toContain(name);
  });

  it.each([
    ["BITERP_URL", "http://erp.example"],
    ["BITERP_URL", "http://localhost.evil.example"],
    ["BITERP_URL", "ftp://localhost"],
    ["BITERP_URL", "erp.example"],
    ["BITERP_OAUTH_ISSUER", "http://login.example"],
    ["BITERP_OAUTH_ISSUER", "login"],
    ["BITERP_REQUESTS_PER_SECOND", "three"],
    ["BITERP_REQUESTS_PER_SECOND", "0"],
    ["BITERP_REQUESTS_PER_SECOND", "-1"],
    ["BITERP_IDEMPOTENCY_KEYS", "true"],
    ["BITERP_IF_MATCH", "off"],
    ["RIGHTS_TTL_SECONDS", "soon"],
    ["SIGNING_SECRET", "short"],
    ["PUBLIC_URL", "mcp"],
    ["ENVIRONMENT", "staging"],
  ])("stops with a message that names %s when it is %j", (name, value) => {
    const message = fault({ ...remote, [name]: value });
    expect(message).toContain(name);
    expect(message).not.toContain("hush");
  });

  it.each(["http://localhost:8799", "http://127.0.0.1:8799", "http://[::1]:8799"])("takes %s", (url) => {
    expect(read({ ...remote, BITERP_URL: url, BITERP_OAUTH_ISSUER: `${url}/oauth` }).remote?.url).toBe(url);
  });

  it("names every fault in one message", () => {
    const message = fault({ ...remote, BITERP_URL: "http://erp.example", BITERP_IF_MATCH: "maybe" });
    expect(message).toContain("BITERP_URL");
    expect(message).toContain("BITERP_IF_MATCH");
  });

  it("remembers rights for a minute at most", () => {
    expect(read({ ...base, RIGHTS_TTL_SECONDS: "3600" }).rightsTtlSeconds).toBe(60);
    expect(read({ ...base, RIGHTS_TTL_SECONDS: "0" }).rightsTtlSeconds).toBe(0);
  });
});
