import { createHash, randomBytes } from "node:crypto";
import { Person, type Send } from "../../../scripts/demo/browser.ts";
import { until } from "./remote";

type Fields = Record<string, unknown>;

/** A tool's answer with what HTTP said of it. */
export interface Reply {
  status: number;
  challenge: string | null;
  isError: boolean;
  /** What the assistant reads, also where there is no structured content. */
  text: string;
  structured: Fields & { status?: string; operation_id?: string; results?: Fields[]; items?: Fields[] };
}

/** What the person chooses, and how the browser sends. */
export interface Choice {
  mode?: "assistant" | "browser" | "delegated";
  /** The company that the connection is pinned to. */
  tenant?: string;
  /** A client that is registered already. */
  clientId?: string;
  send?: Send;
}

/** A code, with what has to come with it. */
export interface Redeemable {
  clientId: string;
  code: string;
  verifier: string;
  redirectUri?: string;
}

const REDIRECT = "http://127.0.0.1:9/callback";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

async function json(response: Response): Promise<{ status: number; body: Fields }> {
  return { status: response.status, body: (await response.json()) as Fields };
}

/** Registers a client. @returns its id */
export async function register(
  server: string,
  clientName = "Test client",
  redirectUri = REDIRECT,
): Promise<string> {
  const answer = await fetch(`${server}/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      client_name: clientName,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    }),
  });
  return String((await json(answer)).body.client_id);
}

/** An authorization request of a client, and the verifier that belongs to it. */
export function authorization(
  server: string,
  clientId: string,
  redirectUri = REDIRECT,
): { url: URL; verifier: string } {
  const verifier = randomBytes(32).toString("base64url");
  const url = new URL("/authorize", server);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "products:read products:create products:update products:delete",
    state: "s",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${server}/mcp`,
  }).toString();
  return { url, verifier };
}

/** A browser that ticks what the demo's person leaves alone. */
function choosing({ tenant, send = fetch }: Choice): Send {
  return (url, init) => {
    const body = new URLSearchParams(String(init.body ?? ""));
    if (tenant === undefined || !body.has("tenant")) return send(url, init);
    body.set("tenant", tenant);
    return send(url, { ...init, body: body.toString() });
  };
}

/** One connection of one client, in the raw: nothing is renewed or repeated unless the test does it. */
export class RemoteClient {
  private constructor(
    readonly server: string,
    readonly clientId: string,
    readonly accessToken: string,
    readonly refreshToken: string,
  ) {}

  /** The whole sign-in: register, our pages, bitERP's pages, consent, tokens. */
  static async signIn(server: string, email: string, choice: Choice = {}): Promise<RemoteClient> {
    const clientId = choice.clientId ?? (await register(server));
    const { url, verifier } = authorization(server, clientId);
    const mode = choice.mode ?? "delegated";
    const back = await new Person(email, { mode }, choosing(choice)).authorize(url);
    const code = back.searchParams.get("code");
    if (code === null) throw new Error(`The sign-in ended with ${back.searchParams.get("error")}`);
    return RemoteClient.redeem(server, { clientId, code, verifier });
  }

  /** A program whose person has made an access token for it. */
  static withToken(server: string, accessToken: string): RemoteClient {
    return new RemoteClient(server, "", accessToken, "");
  }

  /** What a client does with the code that the browser brought. */
  static async redeem(
    server: string,
    { clientId, code, verifier, redirectUri = REDIRECT }: Redeemable,
  ): Promise<RemoteClient> {
    const { status, body } = await tokenRequest(server, {
      client_id: clientId,
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    if (status !== 200) throw new Error(`/token answered ${status}: ${JSON.stringify(body)}`);
    return new RemoteClient(server, clientId, String(body.access_token), String(body.refresh_token));
  }

  /** What /token says to this connection's refresh token. */
  refreshed(): Promise<{ status: number; body: Fields }> {
    const form = { grant_type: "refresh_token", refresh_token: this.refreshToken };
    return tokenRequest(this.server, { client_id: this.clientId, ...form });
  }

  /** Gives the connection back. */
  async disconnect(): Promise<number> {
    const form = { token: this.refreshToken, token_type_hint: "refresh_token", client_id: this.clientId };
    const body = new URLSearchParams(form);
    const response = await fetch(`${this.server}/token`, { method: "POST", headers: FORM, body });
    await response.body?.cancel();
    return response.status;
  }

  async call(name: string, args: Fields = {}, signal?: AbortSignal): Promise<Reply> {
    const response = await fetch(`${this.server}/mcp`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${this.accessToken}`,
        "Content-Type": "application/json",
        Accept: "application/json",
        "MCP-Protocol-Version": "2025-06-18",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: args },
      }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    const { result = {} } = JSON.parse(text) as { result?: Fields };
    const content = (result.content ?? []) as { text?: string }[];
    return {
      status: response.status,
      challenge: response.headers.get("WWW-Authenticate"),
      isError: result.isError === true,
      text: content.map((part) => part.text).join("\n") || text,
      structured: (result.structuredContent ?? {}) as Reply["structured"],
    };
  }

  /** The operation once it has ended. */
  ended(operation_id: unknown, timeoutMs = 60_000): Promise<Reply> {
    return until(async () => {
      const reply = await this.call("get_operation", { operation_id });
      return reply.structured.results !== undefined && reply;
    }, timeoutMs);
  }

  /** Creates products of this test's own. @returns their ids */
  async products(tenant_id: string, count: number, name = `Teste ${randomBytes(4).toString("hex")}`) {
    const items = Array.from({ length: count }, (_, at) => ({ name: `${name} ${at}`, sale_price: 10 }));
    const reply = await this.call("create_products", { tenant_id, items });
    if (reply.structured.status !== "SUCCESS") throw new Error(`Not created: ${reply.text}`);
    return (reply.structured.results ?? []).map(({ id }) => String(id));
  }
}

async function tokenRequest(server: string, form: Record<string, string>) {
  const body = new URLSearchParams({ ...form, resource: `${server}/mcp` });
  return json(await fetch(`${server}/token`, { method: "POST", headers: FORM, body }));
}

/** How many entries ended in each way: `done`, or the code of the error. */
export function tally({ structured }: Reply): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { success, error } of structured.results ?? []) {
    const way = success ? "done" : String(error);
    counts[way] = (counts[way] ?? 0) + 1;
  }
  return counts;
}
