import type { User } from "bundled-biterp";
import Provider, {
  type ClientAuthMethod,
  type ClientMetadata,
  type Configuration,
  interactionPolicy,
} from "oidc-provider";
import type { Kept } from "../state.ts";
import { errorPage } from "./pages.ts";
import type { TokenStore } from "./tokens.ts";

export const mountPath = "/oauth";
export const clientId = "biterp-mcp";
const day = 24 * 60 * 60;

export interface IssuerOptions {
  origin: string;
  kept: Pick<Kept, "cookieKey" | "signingKey">;
  /** Those known from the start. */
  clients: ClientMetadata[];
  clientAuthMethods: ClientAuthMethod[];
  store: TokenStore;
  users: readonly User[];
  /** Seconds; asked for each token. */
  accessTokenTtl(): number;
  /** What the issuer can besides. */
  features?: NonNullable<Configuration["features"]>;
  fetch?: NonNullable<Configuration["fetch"]>;
}

export const productScopes = ["read", "create", "update", "delete"].map((right) => `products:${right}`);

/** Asks who it is at each authorization, so that one browser can be one person after the other. */
function signInEachTime() {
  const { base, Check } = interactionPolicy;
  const policy = base();
  policy.get("login")?.checks.add(
    new Check("each_time", "the sandbox asks each time who signs in", (ctx) => {
      return ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  return policy;
}

/** The issuer: authorization code with PKCE, rotating refresh tokens, revocation. */
export function createIssuer(options: IssuerOptions): Provider {
  const { kept, store, users } = options;
  return new Provider(options.origin + mountPath, {
    adapter: (model: string) => store.adapter(model),
    clients: options.clients,
    clientAuthMethods: options.clientAuthMethods,
    responseTypes: ["code"],
    scopes: ["openid", "offline_access", ...productScopes],
    claims: { openid: ["sub", "email", "name", "locale", "zoneinfo"] },
    pkce: { required: () => true },
    jwks: { keys: [kept.signingKey] },
    cookies: { keys: [kept.cookieKey] },
    features: {
      devInteractions: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: false },
      ...options.features,
    },
    ...(options.fetch ? { fetch: options.fetch } : {}),
    interactions: {
      policy: signInEachTime(),
      url: (_ctx, { uid }) => `${mountPath}/interaction/${uid}`,
    },
    // Each sign-in is a grant of its own: taking one back leaves the others.
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId ? ctx.oidc.provider.Grant.find(grantId) : undefined;
    },
    findAccount: (_ctx, id) => {
      const user = users.find((one) => one.id === id);
      if (!user) return undefined;
      const { email, name, language: locale, timezone: zoneinfo } = user;
      return { accountId: id, claims: () => ({ sub: id, email, name, locale, zoneinfo }) };
    },
    // `offline_access` counts without `prompt=consent` too: here everybody is asked anyway.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: () => options.accessTokenTtl(),
      AuthorizationCode: 60,
      IdToken: 300,
      Interaction: 3600,
      Session: 3600,
      Grant: 30 * day,
      RefreshToken: 30 * day,
    },
    renderError: (ctx, { error, error_description }) => {
      ctx.type = "html";
      ctx.body = errorPage(error_description ?? error);
    },
  });
}
