import { exports } from "cloudflare:workers";

/** Sends one request to the Worker under test and follows no redirect. */
export type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** The composed Worker. */
export const worker: Send = (url, init) => exports.default.fetch(url, { redirect: "manual", ...init });

/** The public address of the Worker under test. */
export const HOST = "http://localhost:8787";
export const REDIRECT = "http://127.0.0.1:33418/callback";

/** The people of the seed. */
export const emails = {
  ana: "ana@padaria-aurora.example",
  bruno: "bruno@mercado-beira.example",
  carla: "carla@padaria-aurora.example",
} as const;
export type Person = keyof typeof emails;

export interface SignInOptions {
  user: Person;
  /** What the client asks for; absent: nothing, so the person is offered all. */
  scopes?: string[];
  /** What the person leaves ticked; absent: everything that is offered. */
  ticked?: string[];
  /** Id or slug of the one company to pin the connection to. */
  pinned?: string;
  mode?: string;
  clientName?: string;
  /** An already registered client. */
  clientId?: string;
  resource?: string;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  resource: string;
}

/** A connection as a client holds it after the sign-in. */
export interface Connection {
  accessToken: string;
  refreshToken: string;
  clientId: string;
  scope: string;
  /** The connection with fresh tokens. */
  refresh(): Promise<Connection>;
  /** Ends the connection, as the client would. */
  revoke(): Promise<void>;
}

const VERIFIER = "a-verifier-that-is-long-enough-for-rfc-7636-0123456789";

/** Walks the whole way of a client and a person: registration, sign-in, consent, code, token. */
export async function signIn(send: Send, options: SignInOptions): Promise<Connection> {
  const clientId = options.clientId ?? (await register(send, { client_name: options.clientName ?? "Test" }));
  const url = await authorizeUrl(clientId, options);
  const browser = new Browser(send);
  const page = await browser.signIn(url, options.user);
  const code = codeIn(await browser.answer(page, options));
  return connection(send, clientId, options.resource, await redeem(send, { clientId, code, ...options }));
}

/** Registers a client and gives its id. */
export async function register(send: Send, metadata: Record<string, unknown> = {}): Promise<string> {
  const response = await send(`${HOST}/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      client_name: "Test",
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: "none",
      ...metadata,
    }),
  });
  if (response.status !== 201) throw new Error(`register: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { client_id: string }).client_id;
}

/** The address a client opens in the browser. `extra` overrides; null removes. */
export async function authorizeUrl(
  clientId: string,
  options: { scopes?: string[]; resource?: string } = {},
  extra: Record<string, string | null> = {},
): Promise<string> {
  const query: Record<string, string | null> = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    state: "state-1",
    code_challenge: await challengeOf(VERIFIER),
    code_challenge_method: "S256",
    scope: options.scopes?.join(" ") ?? null,
    resource: options.resource ?? null,
    ...extra,
  };
  const url = new URL(`${HOST}/authorize`);
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

/** Posts to the token endpoint. */
export function token(send: Send, form: Record<string, string>): Promise<Response> {
  return send(`${HOST}/token`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
}

/** The authorization code in a redirect to the client. */
export function codeIn(response: Response): string {
  const code = URL.parse(response.headers.get("Location") ?? "")?.searchParams.get("code");
  if (!code) throw new Error(`no code: ${response.status} ${response.headers.get("Location")}`);
  return code;
}

/** The form of a token request that redeems a code. */
export function redemption(clientId: string, code: string, resource?: string): Record<string, string> {
  const form = { client_id: clientId, code, redirect_uri: REDIRECT, code_verifier: VERIFIER };
  return { grant_type: "authorization_code", ...form, ...(resource === undefined ? {} : { resource }) };
}

async function redeem(
  send: Send,
  { clientId, code, resource }: { clientId: string; code: string; resource?: string },
): Promise<Tokens> {
  return tokensIn(await token(send, redemption(clientId, code, resource)));
}

async function tokensIn(response: Response): Promise<Tokens> {
  if (response.status !== 200) throw new Error(`token: ${response.status} ${await response.text()}`);
  return (await response.json()) as Tokens;
}

function connection(send: Send, clientId: string, resource: string | undefined, tokens: Tokens): Connection {
  const refreshToken = tokens.refresh_token;
  const repeated = resource === undefined ? {} : { resource };
  return {
    accessToken: tokens.access_token,
    refreshToken,
    clientId,
    scope: tokens.scope,
    refresh: async () => {
      const form = { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken };
      return connection(
        send,
        clientId,
        resource,
        await tokensIn(await token(send, { ...form, ...repeated })),
      );
    },
    revoke: async () => {
      await token(send, { client_id: clientId, token: refreshToken, token_type_hint: "refresh_token" });
    },
  };
}

async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** One browser: keeps its cookies, and fills in the forms that the pages really show. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#keep(await this.#send(url, { headers: { ...this.#cookie(), ...headers } }));
  }

  async post(
    path: string,
    form: [string, string][],
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const init = {
      method: "POST",
      headers: { ...this.#cookie(), "Content-Type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(form).toString(),
    };
    return this.#keep(await this.#send(`${HOST}${path}`, init));
  }

  /** Opens an authorization request as nobody, signs in, and gives the consent page. */
  async signIn(url: string, person: Person): Promise<string> {
    const first = await this.get(url);
    const page = new URL(first.headers.get("Location") ?? "", HOST);
    if (page.pathname !== "/sign-in") throw new Error(`authorize: ${first.status} ${await first.text()}`);
    const html = await (await this.get(page.href)).text();
    const user = new RegExp(`name="user" value="([^"]+)"[^>]*>[^<]*${emails[person]}`).exec(html)?.[1];
    if (user === undefined) throw new Error(`${person} is not on the sign-in page: ${html}`);
    const back = page.searchParams.get("return") ?? "";
    const signedIn = await this.post("/sign-in", [
      ["user", user],
      ["return", back],
    ]);
    const consent = await this.get(new URL(signedIn.headers.get("Location") ?? "", HOST).href);
    return consent.text();
  }

  /** Sends the consent form of a page. */
  answer(
    page: string,
    choice: { ticked?: string[]; pinned?: string; mode?: string; answer?: "approve" | "deny" } = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const offered = [...page.matchAll(/name="scope" value="([^"]+)"/g)].map((match) => match[1] ?? "");
    const ticked = choice.ticked ?? offered;
    const form: [string, string][] = [
      ["form", formOf(page)],
      ["tenant", choice.pinned === undefined ? "all" : tenantIn(page, choice.pinned)],
      ["mode", choice.mode ?? "assistant"],
      ["answer", choice.answer ?? "approve"],
      ...ticked.map((scope): [string, string] => ["scope", scope]),
    ];
    return this.post("/authorize", form, headers);
  }

  #cookie(): Record<string, string> {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length === 0 ? {} : { Cookie: pairs.join("; ") };
  }

  #keep(response: Response): Response {
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

/** The signed token of the consent form on a page. */
export function formOf(page: string): string {
  const form = /name="form" value="([^"]+)"/.exec(page)?.[1];
  if (form === undefined) throw new Error(`no consent form on this page: ${page}`);
  return form;
}

function tenantIn(page: string, wanted: string): string {
  const radios = [...page.matchAll(/name="tenant" value="([^"]+)"[^>]*>\s*<span>([^<]*)</g)];
  const found = radios.find(([, id, label]) => id === wanted || label?.includes(`(${wanted})`));
  if (found?.[1] === undefined) throw new Error(`no company ${wanted} on this page: ${page}`);
  return found[1];
}
