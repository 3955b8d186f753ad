import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from "@modelcontextprotocol/client";

export interface ProviderOptions {
  redirectUrl: string;
  clientName: string;
  /** Shows the person the authorization page; gives the parameters that came back to `redirectUrl`. */
  open(url: URL): Promise<URLSearchParams>;
}

/** What a client remembers of its sign-in, in memory. Serves both client packages: discovery and PKCE are theirs. */
export class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: OAuthClientMetadata;
  readonly #open: ProviderOptions["open"];
  readonly #state = crypto.randomUUID();
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = "";
  #answer?: URLSearchParams;
  #discovery: OAuthDiscoveryState | undefined;

  constructor({ redirectUrl, clientName, open }: ProviderOptions) {
    this.redirectUrl = redirectUrl;
    this.#open = open;
    this.clientMetadata = {
      client_name: clientName,
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    };
  }

  state = () => this.#state;
  clientInformation = () => this.#client;
  saveClientInformation = (client: OAuthClientInformationMixed) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens) => {
    this.#tokens = tokens;
  };
  codeVerifier = () => this.#verifier;
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  discoveryState = () => this.#discovery;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovery = state;
  };
  /** A server that no longer knows the client or its tokens: forgotten, so that the next attempt signs in again. */
  invalidateCredentials = (scope: "all" | "client" | "tokens" | "verifier" | "discovery") => {
    const every = scope === "all";
    if (every || scope === "client") this.#client = undefined;
    if (every || scope === "tokens") this.#tokens = undefined;
    if (every || scope === "verifier") this.#verifier = "";
    if (every || scope === "discovery") this.#discovery = undefined;
  };
  redirectToAuthorization = async (url: URL) => {
    this.#answer = await this.#open(url);
  };

  /** Ends the connection at the server (RFC 7009), as a client does when a person signs out. */
  async revoke(): Promise<void> {
    const metadata: Record<string, unknown> = { ...this.#discovery?.authorizationServerMetadata };
    const endpoint = metadata.revocation_endpoint;
    const token = this.#tokens?.refresh_token ?? this.#tokens?.access_token;
    if (typeof endpoint !== "string" || !token || !this.#client) return;
    const body = new URLSearchParams({ token, client_id: this.#client.client_id });
    const response = await fetch(endpoint, { method: "POST", body });
    await response.body?.cancel();
    this.invalidateCredentials("tokens");
  }

  /**
   * What came back from the authorization page.
   * @throws Error when the person said no, or when it answers somebody else's request
   */
  get answer(): URLSearchParams {
    const answer = this.#answer;
    if (!answer) throw new Error("Nobody was asked to sign in");
    if (answer.get("state") !== this.#state) throw new Error("The answer carries a foreign state");
    if (!answer.has("code")) throw new Error(`The sign-in ended with ${answer.get("error")}`);
    return answer;
  }
}
