import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { grantOf } from "../../../src/auth/grant";
import { oauthProvider } from "../../../src/auth/provider";
import type { Profile, TenantAccess } from "../../../src/biterp/port";
import { front } from "../../../src/http/front";
import { type PagesDeps, pagesApp } from "../../../src/http/pages";
import type { Send } from "../../support/oauth";

const profile = (name: string, email: string, language: string): Profile => ({
  id: crypto.randomUUID(),
  email,
  name,
  language,
  timezone: "America/Sao_Paulo",
});

export const people = [
  profile("Ana <b>Souza</b>", "ana@padaria-aurora.example", "pt-BR"),
  profile("Bruno", "bruno@mercado-beira.example", "pt-BR"),
  profile("Carla", "carla@padaria-aurora.example", "en"),
];

export const companies: TenantAccess[] = [
  {
    tenant_id: "11111111-1111-4111-8111-111111111111",
    tenant: "padaria-aurora",
    company_name: "Padaria Aurora",
    role: "admin",
    permissions: ["products:read"],
  },
  {
    tenant_id: "22222222-2222-4222-8222-222222222222",
    tenant: "mercado-beira",
    company_name: "Mercado Beira",
    role: "manager",
    permissions: ["products:read"],
  },
];

/** What the pages told the sessions, in order. */
export const remembered: { userId: string; clientId: string; mode: string }[] = [];

const deps: PagesDeps = {
  users: async () => people,
  remote: () => undefined,
  profileOf: async (_, { userId }) => {
    const found = people.find(({ id }) => id === userId);
    if (!found) throw new Error("no such person");
    return found;
  },
  tenantsOf: async () => companies,
  wordingOf: () => ({ question: () => "" }),
  approvals: { find: async () => undefined, answer: async () => undefined },
  rememberConnection: async (_, { session, clientId, mode }) => {
    remembered.push({ userId: session.userId, clientId, mode });
  },
};

/** The OAuth side around an endpoint that tells what it was called with. */
export const authorization = oauthProvider({
  mcp: {
    fetch: (request, _, ctx) =>
      Response.json({ url: request.url, grant: grantOf(ctx.props), auth: { ...ctx.auth, token: "" } }),
  },
  pages: pagesApp(deps),
  stillSignedIn: async () => true,
});

/** A small Worker of its own over the test's bindings. `vars` replaces variables. */
export function server(vars: Record<string, unknown> = {}): Send {
  const own = { ...env, ...vars } as Env;
  return async (url, init) => {
    const ctx = createExecutionContext();
    const request = new Request(url, { redirect: "manual", ...init });
    const response = await front(request, own, ctx, (r, e, c) => authorization.fetch(r, e, c));
    await waitOnExecutionContext(ctx);
    return response;
  };
}

/** What the stand-in endpoint answers. */
export interface Called {
  url: string;
  grant: ReturnType<typeof grantOf>;
  auth: { scope: string[]; audience: string; userId: string; clientId: string };
}

/** A POST to the endpoint. */
export function call(send: Send, token?: string, headers: Record<string, string> = {}): Promise<Response> {
  const authorization: Record<string, string> =
    token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return send("http://localhost:8787/mcp", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...authorization, ...headers },
    body: "{}",
  });
}
