import {
  GrantType,
  getOAuthApi,
  OAuthError,
  type OAuthHelpers,
  OAuthProvider,
  type OAuthProviderOptions,
  type OAuthResourceContext,
} from "@cloudflare/workers-oauth-provider";
import { permissions } from "../biterp/port";
import { type Config, configOf } from "../config";
import type { RequestEnv } from "../context";
import { isForbiddenClient, readsDocuments } from "./client-documents";
import type { Grant, TokenHolder } from "./grant";
import { type ProgramToken, programClient, programTokensIn } from "./program-tokens";
import { MCP_PATH, resourceOf } from "./public-url";
import { CLIENT_TTL, forNewClients, keepClient, refusedRegistration } from "./registration";
import { presentedClient } from "./revocation";
import { consistentStore } from "./store/consistent-store";
import { Entries } from "./store/entries";
import { settlingRaces } from "./store/lost-races";

export type { TokenHolder } from "./grant";

/** The environment as handlers behind the provider see it. */
export type OAuthEnv = RequestEnv & { OAUTH_PROVIDER: OAuthHelpers };

/** The context of a request with a verified token: `ctx.auth`, and the grant in `ctx.props`. */
export type VerifiedContext = OAuthResourceContext<unknown>;

/** What the provider guards and what it leaves to us. */
export interface Handlers {
  /** Called only with a valid token for this server. */
  mcp: { fetch(request: Request, env: OAuthEnv, ctx: VerifiedContext): Response | Promise<Response> };
  /** Everything else: home, sign-in, consent. */
  pages: {
    fetch(request: Request, env: OAuthEnv, ctx: ExecutionContext): Response | Promise<Response>;
  };
  /** Whether the person is still signed in where bitERP is; a token that stands for nothing is not renewed. */
  stillSignedIn(env: Env, holder: TokenHolder): Promise<boolean>;
}

/** The OAuth side of the server. */
export interface Authorization {
  fetch(request: Request, env: RequestEnv, ctx: ExecutionContext): Promise<Response>;
  /** Listing and revoking connections outside a request. */
  helpers(env: Env): OAuthHelpers;
  /** Removes what has expired. */
  purge(env: Env): Promise<void>;
}

const REGISTER_PATH = "/register";
const HOUR = 3600;
const DAY = 24 * HOUR;
/** The store is swept in batches, at most so many at a time: a Worker may do only so much in one go. */
const PURGE_BATCHES = 100;

function optionsFor(config: Config, handlers: Handlers): OAuthProviderOptions<OAuthEnv> {
  return {
    apiRoute: MCP_PATH,
    apiHandler: {
      fetch: (request, env, ctx) => handlers.mcp.fetch(request, env, asGranted(env, ctx as VerifiedContext)),
    },
    resolveExternalToken: async ({ token, env }) => {
      const props: OfProgram | null = await programTokensIn(env.DB).find(token);
      return props && { props, audience: resourceOf(config) };
    },
    defaultHandler: { fetch: (request, env, ctx) => handlers.pages.fetch(request, env, ctx) },
    authorizeEndpoint: "/authorize",
    tokenEndpoint: "/token",
    clientRegistrationEndpoint: REGISTER_PATH,
    clientRegistrationTTL: CLIENT_TTL,
    clientRegistrationCallback: refusedRegistration,
    scopesSupported: [...permissions],
    resourceMetadata: {
      resource: resourceOf(config),
      authorization_servers: [config.publicUrl.origin],
      resource_name: "bitERP",
    },
    clientIdMetadataDocumentEnabled: readsDocuments(config),
    // Which of them, `mayReceiveCode` says.
    allowPrivateUseRedirectUris: true,
    accessTokenTTL: HOUR,
    // A connection in use lives on; one that nobody used for a month has to be allowed again.
    refreshTokenTTL: 30 * DAY,
    refreshTokenIdleTTL: 30 * DAY,
    tokenExchangeCallback: async ({ env, userId, clientId, grantType }) => {
      if (await handlers.stillSignedIn(env, { userId, clientId })) {
        if (grantType === GrantType.AUTHORIZATION_CODE) await keepClient(env.OAUTH_KV, clientId);
        return;
      }
      // The provider takes the grant back with this answer, and the client signs in again instead of looping.
      throw new OAuthError("invalid_grant", { description: "The sign-in at bitERP has ended" });
    },
    onError: ({ description, internal, headers }) => {
      // RFC 7591 has a code of its own for this, by which a client knows what to change.
      if (internal.reason === "metadata_invalid" && /redirect.uri/i.test(description)) {
        const body = { error: "invalid_redirect_uri", error_description: description };
        return Response.json(body, { status: 400, headers });
      }
      // Redeeming a code without its verifier proves nothing about the request and everything about the grant.
      if (internal.reason !== "code_verifier_missing") return;
      const body = { error: "invalid_grant", error_description: "code_verifier is required" };
      return Response.json(body, { status: 400, headers });
    },
  };
}

/**
 * The OAuth provider in front of the MCP endpoint and the pages. It is built per public address, because issuer and
 * resource come from the configuration, which a module cannot read while it loads.
 */
export function oauthProvider(handlers: Handlers): Authorization {
  const built = new Map<string, OAuthProvider<OAuthEnv>>();
  const providerFor = (config: Config) => {
    const key = `${config.publicUrl.origin} ${readsDocuments(config)}`;
    const known = built.get(key);
    if (known) return known;
    const provider = new OAuthProvider<OAuthEnv>(optionsFor(config, handlers));
    built.set(key, provider);
    return provider;
  };
  const helpers = (env: Env) => getOAuthApi(optionsFor(configOf(env), handlers), ownEnv(env));
  return {
    fetch: async (request, env, ctx) => {
      const { clientId, provesItself } = await presentedClient(request);
      if (clientId && (await isForbiddenClient(helpers(env), clientId, provesItself))) return unknownClient();
      const marks = new Set<string>();
      return settlingRaces(request, ownEnv(env).OAUTH_KV, (own) =>
        providerFor(configOf(env)).fetch(own, envFor(own, env, marks), ctx),
      );
    },
    helpers,
    async purge(env) {
      const provider = providerFor(configOf(env));
      let cursor: string | undefined;
      try {
        for (let batch = 0; batch < PURGE_BATCHES; batch += 1) {
          const swept = await provider.purgeExpiredData(ownEnv(env), cursor === undefined ? {} : { cursor });
          cursor = swept.cursor;
          if (swept.done || cursor === undefined) break;
        }
      } finally {
        await new Entries(env.DB).sweep();
      }
    },
  };
}

/** A client that is not looked up is answered like one that is not there. */
function unknownClient(): Response {
  const body = { error: "invalid_client", error_description: "Client not found" };
  return Response.json(body, { status: 401, headers: { "Cache-Control": "no-store" } });
}

/** What the provider hands on for an access token for a program, of which it knows no more than that it is good. */
interface OfProgram {
  token: ProgramToken;
  grant: Grant;
}

/** A call with a program's token looks from here on like one with a token of the provider's own. */
function asGranted(env: Env, ctx: VerifiedContext): VerifiedContext {
  if (ctx.auth.clientId !== undefined) return ctx;
  const { token, grant } = ctx.props as OfProgram;
  const tokens = programTokensIn(env.DB);
  ctx.waitUntil(tokens.used(token).catch(() => undefined));
  return Object.assign(ctx, {
    props: grant,
    auth: {
      ...ctx.auth,
      userId: token.userId,
      clientId: programClient(token.id),
      scope: token.scopes,
      expiresAt: Math.floor(token.expiresAt / 1_000),
    },
  });
}

/** What one try of one request of the provider works on. */
function envFor(request: Request, env: Env, marks: Set<string>): OAuthEnv {
  const own = ownEnv(env, marks);
  const registers = new URL(request.url).pathname === REGISTER_PATH;
  return registers ? { ...own, OAUTH_KV: forNewClients(own.OAUTH_KV) } : own;
}

/** The provider leaves its helpers on the object it is given, bound to that object's store: never the shared one. */
function ownEnv(env: Env, marks?: Set<string>): OAuthEnv {
  return {
    ...env,
    OAUTH_KV: consistentStore(env.DB, env.OAUTH_KV, marks),
    OAUTH_PROVIDER: undefined,
  } as unknown as OAuthEnv;
}
