import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { sandboxUsers } from "../../../sandbox/biterp/index";
import { signerFor } from "../../../src/signing";
import { ANA, AURORA, BEIRA, BRUNO, CARLA, CELESTE, createUser } from "../../support/companies";
import { erp, send } from "./client";

async function withHeader(authorization: string | undefined): Promise<Response> {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  return erp.fetch(new Request(`${erp.baseUrl}/v1/me`, { headers }));
}

it("tells who one is", async () => {
  const { status, body } = await send(CARLA, "GET", "/v1/me");
  expect(status).toBe(200);
  expect(body).toEqual({
    id: CARLA,
    email: "carla@padaria-aurora.example",
    name: "Carla Nunes",
    language: "en",
    timezone: "America/Sao_Paulo",
  });
});

it("lists the companies one can reach, with role and permissions", async () => {
  const all = ["products:read", "products:create", "products:update", "products:delete"];
  const aurora = { tenant_id: AURORA, tenant: "padaria-aurora", company_name: "Padaria Aurora" };
  const beira = { tenant_id: BEIRA, tenant: "mercado-beira", company_name: "Mercado Beira" };
  expect((await send(ANA, "GET", "/v1/tenants")).body).toEqual({
    data: [
      { ...beira, role: "manager", permissions: all.slice(0, 3) },
      { ...aurora, role: "admin", permissions: all },
    ],
  });
  expect((await send(BRUNO, "GET", "/v1/tenants")).body).toEqual({
    data: [{ ...beira, role: "admin", permissions: all }],
  });
  expect((await send(CARLA, "GET", "/v1/tenants")).body).toEqual({
    data: [{ ...aurora, role: "viewer", permissions: all.slice(0, 1) }],
  });
  expect((await send(await createUser(), "GET", "/v1/tenants")).body).toEqual({ data: [] });
});

it("refuses a missing, forged, old or foreign token", async () => {
  const secret = env.SIGNING_SECRET;
  const sandbox = signerFor(secret, "sandbox-token");
  const tokens = [
    undefined,
    "",
    "Bearer ",
    "Bearer nonsense",
    `Basic ${await erp.tokenFor(ANA)}`,
    `Bearer ${await sandbox.sign({ sub: ANA }, -1)}`,
    `Bearer ${await sandbox.sign({ sub: "nobody" }, 60)}`,
    `Bearer ${await sandbox.sign({ sub: 7 }, 60)}`,
    `Bearer ${await signerFor(secret, "cursor").sign({ sub: ANA }, 60)}`,
    `Bearer ${await signerFor(`${secret}x`, "sandbox-token").sign({ sub: ANA }, 60)}`,
  ];
  for (const token of tokens) {
    const response = await withHeader(token);
    expect(response.status, token).toBe(401);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(await response.json()).toMatchObject({ status: 401, code: "invalid_token" });
  }
  expect((await withHeader(`Bearer ${await erp.tokenFor(ANA)}`)).status).toBe(200);
});

it("gives tokens that live five minutes", async () => {
  const claims = await signerFor(env.SIGNING_SECRET, "sandbox-token").open(await erp.tokenFor(ANA));
  expect(Math.abs(Number(claims?.exp) - Date.now() / 1000 - 300)).toBeLessThan(5);
});

it("lists who can sign in", async () => {
  const emails = (await sandboxUsers(env.DB)).map(({ email }) => email);
  expect(emails).toEqual(
    expect.arrayContaining([
      "ana@padaria-aurora.example",
      "bruno@mercado-beira.example",
      "carla@padaria-aurora.example",
    ]),
  );
});

it("answers 404 for a company one is no member of, exactly as for one that is not there", async () => {
  const known = "c0000000-0000-4000-8000-000000003001";
  const tries: [string, string][] = [
    ["GET", ""],
    ["POST", ""],
    ["GET", `/${known}`],
    ["PATCH", `/${known}`],
    ["DELETE", `/${known}`],
    ["POST", `/${known}/restore`],
  ];
  for (const [method, rest] of tries) {
    const foreign = await send(ANA, method, `/v1/tenants/${CELESTE}/products${rest}`);
    const unknown = await send(ANA, method, `/v1/tenants/${crypto.randomUUID()}/products${rest}`);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toMatchObject({ code: "not_found" });
    expect(foreign.body).toEqual(unknown.body);
  }
  const path = await send(ANA, "GET", "/v1/nothing");
  expect([path.status, path.body.code]).toEqual([404, "not_found"]);
});
