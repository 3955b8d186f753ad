import {
  authorizeUrl,
  Browser,
  codeIn,
  HOST,
  REDIRECT,
  redemption,
  type Send,
  type Tokens,
} from "../../support/oauth";

/** How a client proves at the token endpoint that it is itself: what it adds to the form, or to the headers. */
export type Proof = () => Promise<{ form?: Record<string, string>; headers?: Record<string, string> }>;

/** What the token endpoint answered. */
export type Answered = Partial<Tokens> & { status: number; error?: string };

/** A client of one way to authenticate. */
export class OAuthClient {
  constructor(
    readonly send: Send,
    readonly id: string,
    readonly proof: Proof,
  ) {}

  /** Registers one that authenticates by a secret, or not at all. */
  static async register(send: Send, method: string) {
    const { status, ...made } = await registered(send, { token_endpoint_auth_method: method });
    if (status !== 201) throw new Error(JSON.stringify(made));
    return new OAuthClient(send, made.client_id, secretProof(method, made.client_id, made.client_secret));
  }

  /** The same client with another proof. */
  as(proof: Proof): OAuthClient {
    return new OAuthClient(this.send, this.id, proof);
  }

  /** A code that Ana allowed it. */
  async code(): Promise<string> {
    const browser = new Browser(this.send);
    return codeIn(await browser.answer(await browser.signIn(await authorizeUrl(this.id), "ana")));
  }

  async signIn(): Promise<Tokens> {
    const { client_id: _, ...form } = redemption(this.id, await this.code());
    const answer = await this.token(form);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer));
    return answer as Tokens;
  }

  async token(form: Record<string, string>): Promise<Answered> {
    const proof = await this.proof();
    const response = await this.send(`${HOST}/token`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...proof.headers },
      body: new URLSearchParams({ ...form, ...proof.form }).toString(),
    });
    const text = await response.text();
    return { status: response.status, ...(text !== "" && (JSON.parse(text) as object)) };
  }

  refresh(refreshToken = ""): Promise<Answered> {
    return this.token({ grant_type: "refresh_token", refresh_token: refreshToken });
  }
}

/** Registers with this metadata, and gives what was answered. */
export async function registered(send: Send, metadata: Record<string, unknown>) {
  const response = await send(`${HOST}/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_name: "Test", redirect_uris: [REDIRECT], ...metadata }),
  });
  const body = (await response.json()) as { client_id: string; client_secret?: string; error?: string };
  return { status: response.status, ...body };
}

/** What a client with this secret sends. */
export function secretProof(method: string, id: string, secret = ""): Proof {
  return async () => {
    if (method === "client_secret_basic") {
      const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
      return { headers: { Authorization: `Basic ${btoa(pair)}` } };
    }
    return { form: { client_id: id, ...(method === "client_secret_post" && { client_secret: secret }) } };
  };
}
