import { decode } from "hono/jwt";
import type * as oauth from "oauth4webapi";
import { loadOAuthClient } from "../apart";
import { SignInRefused } from "../biterp/port";
import type { SignInServer, SignInTokens } from "../biterp/sign-in";
import type { RemoteConfig } from "../config";
import { isLoopback } from "./public-url";

/** An access token without a stated life is taken to live this long, in seconds. */
const DEFAULT_LIFE_S = 300;
/** How long one request to an authorization server may take, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** How long what an issuer says of itself is remembered, in milliseconds. */
const METADATA_TTL_MS = 3_600_000;

/** What has to be kept between sending the person to bitERP and their coming back. */
export interface SignInAttempt {
  state: string;
  verifier: string;
  nonce: string;
}

/** Whom the authorization server has signed in. */
export interface Subject {
  /** Its own id of the person, which it gives to nobody else; undefined where it does not say. */
  subject?: string | undefined;
}

/** The authorization server of a remote bitERP: the person's way there and back, and what the sessions need. */
export interface Upstream extends SignInServer {
  /** bitERP's authorization endpoint. */
  place(): Promise<string>;
  begin(redirectUri: string): Promise<{ attempt: SignInAttempt; location: string }>;
  /**
   * @param arrived the whole address the person came back to
   * @throws SignInDenied when the person or bitERP said no
   */
  finish(arrived: URL, attempt: SignInAttempt, redirectUri: string): Promise<SignInTokens & Subject>;
}

/** The person or bitERP said no. */
export class SignInDenied extends Error {
  override readonly name = "SignInDenied";
}

/** Where and as whom one signs in at bitERP; how that is known differs between its two kinds. */
export interface UpstreamSource {
  server(): Promise<oauth.AuthorizationServer>;
  client(): Promise<{ client: oauth.Client; proof: oauth.ClientAuth }>;
  /** What this server asks for there, separated by blanks. */
  scopes(): Promise<string>;
  /** The protected resource the tokens are for, where the authorization server wants to know (RFC 8707). */
  resource?: string;
  /** Plain http, which only ever means this machine. */
  insecure: boolean;
}

/** A remote bitERP whose issuer and client are configured. */
export function upstreamOf(remote: RemoteConfig): Upstream {
  const insecure = isLoopback(remote.issuer.hostname);
  return upstreamFrom({
    server: remembered(() => discover(remote.issuer, insecure)),
    client: async () => ({
      client: { client_id: remote.clientId },
      proof: (await loadOAuthClient()).ClientSecretBasic(remote.clientSecret),
    }),
    scopes: async () => remote.scopes,
    insecure,
  });
}

/** @throws (its methods) on network faults and on answers that are no OAuth */
export function upstreamFrom(source: UpstreamSource): Upstream {
  const resource: Record<string, string> = source.resource === undefined ? {} : { resource: source.resource };
  const withResource = async () => ({
    ...(await requestOptions(source.insecure)),
    additionalParameters: resource,
  });
  const place = async () => {
    const { authorization_endpoint: endpoint } = await source.server();
    if (!endpoint) throw new Error("bitERP's issuer names no authorization endpoint");
    return endpoint;
  };
  const asksIdentity = async () => (await source.scopes()).split(" ").includes("openid");
  return {
    place,

    async begin(redirectUri) {
      const oauth = await loadOAuthClient();
      const { client } = await source.client();
      const scopes = await source.scopes();
      const attempt = {
        state: oauth.generateRandomState(),
        verifier: oauth.generateRandomCodeVerifier(),
        nonce: oauth.generateRandomNonce(),
      };
      const url = new URL(await place());
      const query = {
        response_type: "code",
        client_id: client.client_id,
        redirect_uri: redirectUri,
        ...(scopes !== "" && { scope: scopes }),
        state: attempt.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: "S256",
        ...resource,
        ...((await asksIdentity()) && { nonce: attempt.nonce }),
        // Without this, OpenID providers give no refresh token.
        ...(scopes.includes("offline_access") && { prompt: "consent" }),
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return { attempt, location: url.href };
    },

    async finish(arrived, attempt, redirectUri) {
      const oauth = await loadOAuthClient();
      const as = await source.server();
      const { client, proof } = await source.client();
      let parameters: URLSearchParams;
      try {
        parameters = oauth.validateAuthResponse(as, client, arrived, attempt.state);
      } catch (error) {
        if (error instanceof oauth.AuthorizationResponseError) throw new SignInDenied();
        throw error;
      }
      const response = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        proof,
        parameters,
        redirectUri,
        attempt.verifier,
        await withResource(),
      );
      const expected = (await asksIdentity()) ? { expectedNonce: attempt.nonce } : {};
      const answer = await oauth.processAuthorizationCodeResponse(as, client, response, expected);
      return { ...tokensOf(answer), subject: subjectIn(answer.id_token) ?? subjectIn(answer.access_token) };
    },

    async refresh(refreshToken) {
      const oauth = await loadOAuthClient();
      const as = await source.server();
      const { client, proof } = await source.client();
      const response = await oauth.refreshTokenGrantRequest(
        as,
        client,
        proof,
        refreshToken,
        await withResource(),
      );
      try {
        return tokensOf(await oauth.processRefreshTokenResponse(as, client, response), refreshToken);
      } catch (error) {
        if (error instanceof oauth.ResponseBodyError && error.error === "invalid_grant")
          throw new SignInRefused();
        throw error;
      }
    },

    async revoke({ refreshToken, accessToken }) {
      try {
        const oauth = await loadOAuthClient();
        const as = await source.server();
        if (!as.revocation_endpoint) return;
        const { client, proof } = await source.client();
        const token = refreshToken ?? accessToken;
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(as, client, proof, token, await requestOptions(source.insecure)),
        );
      } catch {
        // The connection is gone on our side whatever bitERP says; its tokens run out by themselves.
      }
    },
  };
}

/** Read only of tokens that have just come from the server itself, so nobody else can have written them. */
function subjectIn(token: string | undefined): string | undefined {
  try {
    const { sub } = decode(token ?? "").payload;
    return typeof sub === "string" && sub !== "" ? sub : undefined;
  } catch {
    // Access tokens need not be readable.
    return undefined;
  }
}

function tokensOf(answer: oauth.TokenEndpointResponse, before?: string): SignInTokens {
  return {
    accessToken: answer.access_token,
    expiresAt: Date.now() + (answer.expires_in ?? DEFAULT_LIFE_S) * 1_000,
    // A server that does not rotate sends none; the old one stays good.
    refreshToken: answer.refresh_token ?? before,
  };
}

/** How every request to an authorization server is made: one that says nothing is not waited for for ever. */
export async function requestOptions(insecure: boolean) {
  const { allowInsecureRequests } = await loadOAuthClient();
  return {
    [allowInsecureRequests]: insecure,
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
  };
}

/**
 * What an authorization server says of itself, asked for once in a while. Only an answer is remembered, not the
 * asking: a request that ends early takes what it waits for with it, and others would wait for ever.
 */
export function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: { until: number; value: T } | undefined;
  return async () => {
    if (known && known.until > Date.now()) return known.value;
    const value = await ask();
    known = { until: Date.now() + METADATA_TTL_MS, value };
    return value;
  };
}

/** By RFC 8414 first, then the OpenID form; real servers often have only one of them. */
export async function discover(issuer: URL, insecure: boolean): Promise<oauth.AuthorizationServer> {
  const oauth = await loadOAuthClient();
  const options = await requestOptions(insecure);
  for (const algorithm of ["oauth2", "oidc"] as const) {
    const response = await oauth.discoveryRequest(issuer, { ...options, algorithm });
    if (response.status === 200) return oauth.processDiscoveryResponse(issuer, response);
    await response.body?.cancel();
  }
  throw new Error("bitERP's issuer has no discovery document");
}
