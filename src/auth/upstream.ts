import * as oauth from "oauth4webapi";
import { SignInRefused } from "../biterp/port";
import type { SignInServer, SignInTokens } from "../biterp/sign-in";
import type { RemoteConfig } from "../config";
import { isLoopback } from "./public-url";

/** An access token without a stated life is taken to live this long, in seconds. */
const DEFAULT_LIFE_S = 300;
/** How long what an issuer says of itself is remembered, in milliseconds. */
const METADATA_TTL_MS = 3_600_000;

/** What has to be kept between sending the person to bitERP and their coming back. */
export interface SignInAttempt {
  state: string;
  verifier: string;
  nonce: string;
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
  finish(arrived: URL, attempt: SignInAttempt, redirectUri: string): Promise<SignInTokens>;
}

/** The person or bitERP said no. */
export class SignInDenied extends Error {
  override readonly name = "SignInDenied";
}

const known = new Map<string, { until: number; server: Promise<oauth.AuthorizationServer> }>();

/** @throws (its methods) on network faults and on answers that are no OAuth */
export function upstreamOf(remote: RemoteConfig): Upstream {
  const client: oauth.Client = { client_id: remote.clientId };
  const proof = oauth.ClientSecretBasic(remote.clientSecret);
  // Plain http only ever means this machine; the configuration refuses anything else.
  const options = { [oauth.allowInsecureRequests]: isLoopback(remote.issuer.hostname) };
  const server = () => metadataOf(remote.issuer, options);
  const place = async () => {
    const { authorization_endpoint: endpoint } = await server();
    if (!endpoint) throw new Error("bitERP's issuer names no authorization endpoint");
    return endpoint;
  };
  return {
    place,

    async begin(redirectUri) {
      const attempt = {
        state: oauth.generateRandomState(),
        verifier: oauth.generateRandomCodeVerifier(),
        nonce: oauth.generateRandomNonce(),
      };
      const url = new URL(await place());
      const query = {
        response_type: "code",
        client_id: remote.clientId,
        redirect_uri: redirectUri,
        scope: remote.scopes,
        state: attempt.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: "S256",
        ...(asksIdentity(remote) && { nonce: attempt.nonce }),
        // Without this, OpenID providers give no refresh token.
        ...(remote.scopes.includes("offline_access") && { prompt: "consent" }),
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return { attempt, location: url.href };
    },

    async finish(arrived, attempt, redirectUri) {
      const as = await server();
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
        options,
      );
      const expected = asksIdentity(remote) ? { expectedNonce: attempt.nonce } : {};
      return tokensOf(await oauth.processAuthorizationCodeResponse(as, client, response, expected));
    },

    async refresh(refreshToken) {
      const as = await server();
      const response = await oauth.refreshTokenGrantRequest(as, client, proof, refreshToken, options);
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
        const as = await server();
        if (!as.revocation_endpoint) return;
        const token = refreshToken ?? accessToken;
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(as, client, proof, token, options),
        );
      } catch {
        // The connection is gone on our side whatever bitERP says; its tokens run out by themselves.
      }
    },
  };
}

const asksIdentity = (remote: RemoteConfig) => remote.scopes.split(" ").includes("openid");

function tokensOf(answer: oauth.TokenEndpointResponse, before?: string): SignInTokens {
  return {
    accessToken: answer.access_token,
    expiresAt: Date.now() + (answer.expires_in ?? DEFAULT_LIFE_S) * 1_000,
    // A server that does not rotate sends none; the old one stays good.
    refreshToken: answer.refresh_token ?? before,
  };
}

function metadataOf(issuer: URL, options: oauth.DiscoveryRequestOptions): Promise<oauth.AuthorizationServer> {
  const { href } = issuer;
  const remembered = known.get(href);
  if (remembered && remembered.until > Date.now()) return remembered.server;
  const server = discover(issuer, options);
  known.set(href, { until: Date.now() + METADATA_TTL_MS, server });
  server.catch(() => known.delete(href));
  return server;
}

/** By RFC 8414 first, then the OpenID form; real servers often have only one of them. */
async function discover(
  issuer: URL,
  options: oauth.DiscoveryRequestOptions,
): Promise<oauth.AuthorizationServer> {
  for (const algorithm of ["oauth2", "oidc"] as const) {
    const response = await oauth.discoveryRequest(issuer, { ...options, algorithm });
    if (response.status === 200) return oauth.processDiscoveryResponse(issuer, response);
    await response.body?.cancel();
  }
  throw new Error("bitERP's issuer has no discovery document");
}
