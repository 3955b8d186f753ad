import * as oauth from "oauth4webapi";
import { completeSignIn, type RunningBitErp } from "./biterp";

const redirectUri = "http://localhost:8787/callback";
const overHttp = { [oauth.allowInsecureRequests]: true };
const scope = "openid offline_access products:read products:create products:update products:delete";

export interface Tokens {
  access: string;
  refresh: string;
}

/** A plain OAuth client of a running bitERP, to test its issuer with. */
export async function oauthClient({ issuer, clientId, clientSecret }: RunningBitErp) {
  const at = new URL(issuer);
  const server = await oauth.processDiscoveryResponse(at, await oauth.discoveryRequest(at, overHttp));
  const client: oauth.Client = { client_id: clientId };
  const authentication = oauth.ClientSecretBasic(clientSecret);

  const tokensOf = ({
    access_token: access,
    refresh_token: refresh = "",
  }: oauth.TokenEndpointResponse): Tokens => ({
    access,
    refresh,
  });

  return {
    server,
    /** An authorization request; `changes` may spoil it. */
    async request(changes: Record<string, string | null> = {}) {
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const url = new URL(server.authorization_endpoint ?? "");
      const wanted = {
        client_id: clientId,
        response_type: "code",
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...changes,
      };
      for (const [name, value] of Object.entries(wanted))
        if (value !== null) url.searchParams.set(name, value);
      return { url, verifier, state };
    },
    async exchange(callback: URL, state: string, verifier: string): Promise<Tokens> {
      const parameters = oauth.validateAuthResponse(server, client, callback, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        redirectUri,
        verifier,
        overHttp,
      );
      return tokensOf(await oauth.processAuthorizationCodeResponse(server, client, response));
    },
    /** The whole sign-in of a person. */
    async signIn(email: string): Promise<Tokens> {
      const { url, verifier, state } = await this.request();
      return this.exchange(await completeSignIn(url, email), state, verifier);
    },
    async refresh(token: string): Promise<Tokens> {
      const response = await oauth.refreshTokenGrantRequest(server, client, authentication, token, overHttp);
      return tokensOf(await oauth.processRefreshTokenResponse(server, client, response));
    },
    async revoke(token: string): Promise<void> {
      const response = await oauth.revocationRequest(server, client, authentication, token, overHttp);
      await oauth.processRevocationResponse(response);
    },
  };
}

export type OAuthClient = Awaited<ReturnType<typeof oauthClient>>;
