import { vi } from "vitest";
import { HOST, REDIRECT, type Send } from "../../support/oauth";
import { OAuthClient, type Proof } from "./client";

const ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const algorithms = {
  RS256: {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: "SHA-256",
  },
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
} as const;

/** The signing algorithms that a client may use. */
export type Algorithm = keyof typeof algorithms;

/** A key pair of a client. */
export interface Key {
  alg: Algorithm;
  pair: CryptoKeyPair;
  jwk: object;
}

export async function newKey(alg: Algorithm): Promise<Key> {
  const pair = (await crypto.subtle.generateKey(algorithms[alg], true, ["sign", "verify"])) as CryptoKeyPair;
  return { alg, pair, jwk: { ...(await crypto.subtle.exportKey("jwk", pair.publicKey)), kid: "k1" } };
}

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const part = (value: object) => base64Url(new TextEncoder().encode(JSON.stringify(value)));

/** What an assertion says, beside what every good one says. */
export interface Claims {
  [claim: string]: unknown;
}

/** An assertion of a client about itself, good unless a claim or the header says otherwise. */
export async function assertion(id: string, key: Key, claims: Claims = {}, header: Claims = {}) {
  const now = Math.floor(Date.now() / 1_000);
  const all = { iss: id, sub: id, aud: HOST, jti: crypto.randomUUID(), iat: now, exp: now + 60, ...claims };
  const input = `${part({ alg: key.alg, kid: "k1", ...header })}.${part(all)}`;
  const bytes = new TextEncoder().encode(input);
  const signature = await crypto.subtle.sign(algorithms[key.alg], key.pair.privateKey, bytes);
  return `${input}.${base64Url(new Uint8Array(signature))}`;
}

/** The proof that is an assertion. */
export function assertionProof(make: () => Promise<string>, id?: string): Proof {
  return async () => ({
    form: {
      client_assertion_type: ASSERTION,
      client_assertion: await make(),
      ...(id !== undefined && { client_id: id }),
    },
  });
}

const published = new Map<string, unknown>();

/** Publishes a document for the server under test to fetch; nothing else is out there. */
export function publish(url: string, document: unknown): void {
  published.set(url, document);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const found = published.get(input instanceof Request ? input.url : String(input));
    return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
  });
}

/** A client that is described by its own document; its address is the client id. */
export function documented(
  send: Send,
  metadata: Record<string, unknown>,
  proof: (id: string) => Proof,
): OAuthClient {
  const id = `https://client.example/${crypto.randomUUID()}.json`;
  publish(id, { client_id: id, client_name: "Documented", redirect_uris: [REDIRECT], ...metadata });
  return new OAuthClient(send, id, proof(id));
}
