import type { RemoteConfig } from "../config";
import type { BitErpEndpoint } from "./endpoint";

/** What a remote bitERP needs from whoever keeps the person's sign-in and the pace. */
export interface RemoteParts {
  /** @throws SignInRefused */
  tokenFor(refused?: string): Promise<string>;
  /** Waits for a company's turn; absent where no rate is configured. */
  turn?(tenantId: string): Promise<void>;
}

/** A bitERP elsewhere, as configured, for one person. */
export function remoteBitErp(remote: RemoteConfig, parts: RemoteParts): BitErpEndpoint {
  const { turn } = parts;
  return {
    baseUrl: remote.url,
    fetch: (request) => fetch(request),
    tokenFor: (_userId, refused) => parts.tokenFor(refused),
    honoursIdempotencyKeys: remote.honoursIdempotencyKeys,
    honoursIfMatch: remote.honoursIfMatch,
    ...(turn && { turn: (tenantId: string) => turn(tenantId) }),
  };
}
