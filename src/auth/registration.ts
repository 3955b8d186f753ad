import type {
  ClientRegistrationCallbackOptions,
  ClientRegistrationCallbackResult,
} from "@cloudflare/workers-oauth-provider";
import { mayReceiveCode } from "./redirect";

const DAY = 24 * 3600;
/** How long a registered client is kept after it was last used, in seconds. */
export const CLIENT_TTL = 90 * DAY;
/**
 * How long a client is kept with which nobody has connected yet. Anybody may register, so these could fill the store; but
 * some programs register once and show no way to do it again, and people finish on another day what they began.
 */
export const UNUSED_CLIENT_TTL = 7 * DAY;

/** What real clients send is a tenth of this. */
const MAX_METADATA = 8_192;
const MAX_REDIRECTS = 20;
const MAX_REDIRECT = 1_024;
/** The consent page cuts what it shows; this is for the store. */
const MAX_NAME = 500;

/**
 * Refuses what is larger than any client needs, in the words of RFC 7591. The provider has looked at the rest: at least
 * one address is https, on the loopback or an app's, and no scheme is a dangerous one. A code is only ever sent where it
 * may go; other addresses of apps may be listed beside such a one, because real clients list them.
 */
export function refusedRegistration({
  clientMetadata,
}: ClientRegistrationCallbackOptions): ClientRegistrationCallbackResult | undefined {
  const uris = Array.isArray(clientMetadata.redirect_uris) ? clientMetadata.redirect_uris : [];
  if (uris.length > MAX_REDIRECTS || uris.some((uri) => String(uri).length > MAX_REDIRECT)) {
    const description = `redirect_uris: at most ${MAX_REDIRECTS} addresses of ${MAX_REDIRECT} characters`;
    return { code: "invalid_redirect_uri", description };
  }
  if (!uris.some(mayReceiveCode)) {
    const description = "redirect_uris: one has to be https, or http on a loopback host";
    return { code: "invalid_redirect_uri", description };
  }
  const names = Object.entries(clientMetadata).filter(([key]) => /^client_name(#|$)/.test(key));
  if (names.some(([, name]) => String(name).length > MAX_NAME)) {
    return { description: `client_name: at most ${MAX_NAME} characters` };
  }
  if (JSON.stringify(clientMetadata).length > MAX_METADATA) {
    return { description: `The metadata may hold at most ${MAX_METADATA} characters` };
  }
  return undefined;
}

/** A store in which a client that is registered stays for a short while only, until `keepClient`. */
export function forNewClients(store: KVNamespace): KVNamespace {
  const put = (key: string, value: string, options?: KVNamespacePutOptions) =>
    store.put(key, value, { ...options, expirationTtl: UNUSED_CLIENT_TTL });
  return { ...store, put } as KVNamespace;
}

/** Somebody connected with this client: it is kept. */
export async function keepClient(store: KVNamespace, clientId: string): Promise<void> {
  const key = `client:${clientId}`;
  const client = await store.get<{ registrationExpiresAt?: number }>(key, "json");
  // One described by its own document is not stored, and one without an end was made by hand.
  if (client?.registrationExpiresAt === undefined) return;
  const registrationExpiresAt = Math.floor(Date.now() / 1_000) + CLIENT_TTL;
  await store.put(key, JSON.stringify({ ...client, registrationExpiresAt }), { expirationTtl: CLIENT_TTL });
}
