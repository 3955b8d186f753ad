import { type RemoteSignIn, remoteSignIn } from "./auth/remote-sign-in";
import { type Upstream, upstreamOf } from "./auth/upstream";
import { mcpUpstreamOf } from "./auth/upstream-mcp";
import { type Vault, vaultIn } from "./auth/vault";
import { type Capabilities, capabilitiesOf } from "./biterp/capabilities";
import { type AnyEndpoint, connectBitErp } from "./biterp/connect";
import type { Profile } from "./biterp/port";
import { remoteBitErp } from "./biterp/remote";
import { type Config, configOf } from "./config";
import { Failure } from "./errors";
import { CLIENT_DOCUMENT_PATH } from "./http/pages/client-document";
import { CALLBACK_PATH } from "./http/pages/remote";
import { waitForTurn } from "./pace/turn";
import { type Sealer, sealerFor } from "./sealing";
import type { Connection, OnBehalfOf } from "./session/parts";

/** How bitERP is reached for one person; a test may put a door of its own in front. */
export type EndpointOf = (env: Env, config: Config, caller: Pick<OnBehalfOf, "remoteToken">) => AnyEndpoint;

/** A bitERP that comes with the development server, to try everything with. Production knows none. */
export interface Sandbox {
  bitErp(env: Env, config: Config): AnyEndpoint;
  /** Who can sign in there, for its sign-in page. */
  users(env: Env): Promise<Profile[]>;
}

/**
 * The configured bitERP: the remote one of BITERP_URL, the MCP server of BITERP_MCP_URL, or the sandbox where there is
 * one.
 * @throws Failure (the result) `upstream_unavailable` where none of them is there
 */
export const configuredEndpoint =
  (sandbox: Sandbox | undefined): EndpointOf =>
  (env, config, caller) => {
    const { mcp, remote } = config;
    const rate = (mcp ?? remote)?.requestsPerSecond;
    const turn = rate !== undefined && { turn: (tenantId: string) => waitForTurn(env, tenantId, rate) };
    if (mcp) {
      return {
        mcpUrl: mcp.url.href,
        fetch: (request) => fetch(request),
        tokenFor: (_userId, refused) => caller.remoteToken(refused),
        ...turn,
      };
    }
    if (remote) return remoteBitErp(remote, { tokenFor: (refused) => caller.remoteToken(refused), ...turn });
    if (!sandbox) throw Failure.of("upstream_unavailable", "biterp.unavailable", {});
    return sandbox.bitErp(env, config);
  };

/** What the configured bitERP can do. */
export function canDo(config: Config): Capabilities {
  if (config.mcp) return capabilitiesOf.mcp;
  return config.remote ? capabilitiesOf.http : capabilitiesOf.bundled;
}

/** bitERP for one person. */
export function connectTo(endpointOf: EndpointOf) {
  return (env: Env, caller: OnBehalfOf): Connection => {
    const { remoteToken: _, ...who } = caller;
    const { erp, capabilities, close } = connectBitErp(endpointOf(env, configOf(env), caller), who);
    return { erp, honoursIdempotencyKeys: capabilities.idempotencyKeys, close };
  };
}

const upstreams = new WeakMap<Config, Upstream>();

/** A remote bitERP's authorization server, and how sign-ins there are kept; undefined with the bundled one. */
export function signInOf(env: Env): { sealer: Sealer; server: Upstream } | undefined {
  const config = configOf(env);
  const server = upstreams.get(config) ?? upstreamFor(env, config);
  if (!server) return undefined;
  upstreams.set(config, server);
  return { sealer: sealerFor(config.signingSecret, "sign-in"), server };
}

function upstreamFor(env: Env, { mcp, remote, publicUrl: { origin } }: Config): Upstream | undefined {
  if (remote) return upstreamOf(remote);
  if (!mcp) return undefined;
  return mcpUpstreamOf({
    url: mcp.url,
    redirectUri: `${origin}${CALLBACK_PATH}`,
    clientDocument: `${origin}${CLIENT_DOCUMENT_PATH}`,
    vault: signInVault(env),
  });
}

/** Where sign-ins at a remote bitERP wait while they are under way. */
export function signInVault(env: Env): Vault {
  return vaultIn(env.DB, sealerFor(configOf(env).signingSecret, "sign-in-attempt"));
}

/** The browser's way to the remote bitERP's sign-in; undefined with the bundled one. */
export function remoteSignInOf(
  env: Env,
  connect: (env: Env, caller: OnBehalfOf) => Connection,
): RemoteSignIn | undefined {
  const config = configOf(env);
  const signIn = signInOf(env);
  if (!signIn) return undefined;
  return remoteSignIn({
    upstream: signIn.server,
    vault: signInVault(env),
    redirectUri: `${config.publicUrl.origin}${CALLBACK_PATH}`,
    whoIs: (accessToken) => {
      const remoteToken = async () => accessToken;
      const caller = { userId: "", language: "en" as const, requestId: crypto.randomUUID(), remoteToken };
      return connect(env, caller).erp.me();
    },
  });
}
