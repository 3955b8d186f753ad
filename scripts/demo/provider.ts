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
  #client?: OAuthClientInformationMixed;
  #tokens?: OAuthTokens;
  #verifier = "";
  #answer?: URLSearchParams;
  #discovery?: OAuthDiscoveryState;

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
  redirectToAuthorization = async (url: URL) => {
    this.#answer = await this.#open(url);
  };

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
