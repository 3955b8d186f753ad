import { CimdFetchError, type OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import type { Config } from "../config";
import { log } from "../log";

/** Names that never lead out of a machine or a house, whatever a resolver says of them. */
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|arpa)$/;
/** What a failed fetch says where there was no answer at all; an answer that is refused says what is wrong with it. */
const NO_ANSWER = /^(internal error|network|the connection|connection|.*timed out|.*lookup)/i;

/** The longest id of a client that is looked up, in characters. */
const MOST_ID = 2_048;

/** How long programs are asked to register after a document could not be fetched, in milliseconds; then it is tried anew. */
const OFFLINE_MS = 600_000;

/** On a person's own machine: until when no document is fetched, for want of a network. Nothing of anybody's. */
let offlineUntil = 0;

/** Whether clients may be known by a document of theirs, whose https address is the client id. */
export function readsDocuments(config: Config): boolean {
  return config.clientDocuments && !(config.environment === "development" && offlineUntil > Date.now());
}

/** Whether a text can be a client's id at all: the provider writes one that it cannot fetch into the log as it came. */
export function canBeClient(clientId: string): boolean {
  return clientId.length <= MOST_ID && !/[\s\p{Cc}]/u.test(clientId);
}

/** Whether a client id is the address of a document. */
export function isDocument(clientId: string): boolean {
  return /^https:/i.test(clientId);
}

/**
 * A document could not be read. On a machine of one's own without a network the next one will not be, either: for a
 * while programs are asked to register, which takes none.
 */
export function documentFailed(config: Config, { detail }: CimdFetchError): void {
  if (config.environment !== "development" || !NO_ANSWER.test(detail)) return;
  offlineUntil = Date.now() + OFFLINE_MS;
  log("client_documents_off", {});
}

/**
 * Whether an address can lead to the public Internet, by its own text. Documents of clients are fetched for anybody who
 * names one, so none may lead to this machine or to what stands beside it; a name that resolves to such a place is
 * left to the platform, which reaches public addresses only.
 */
export function isPublicAddress(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/\.+$/, "") ?? "";
  if (host.startsWith("[")) return isPublicV6(host.slice(1, -1));
  // However it was written, an IPv4 address has become four decimal numbers here.
  if (/^[\d.]+$/.test(host)) return isPublicV4(host.split(".").map(Number));
  return host.includes(".") && !INSIDE.test(host);
}

function isPublicV4([a = 0, b = 0, c = 0]: number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100) return b < 64 || b > 127;
  if (a === 169) return b !== 254;
  if (a === 172) return b < 16 || b > 31;
  if (a === 192) return b !== 168 && !(b === 0 && (c === 0 || c === 2));
  if (a === 198) return b !== 18 && b !== 19 && !(b === 51 && c === 100);
  return !(a === 203 && b === 0 && c === 113);
}

/** Of what is given out to be reached (2000::/3), without the ranges that hold another address or stand in books. */
function isPublicV6(host: string): boolean {
  const [first = 0, second = 0] = host.split(":").map((group) => Number.parseInt(group || "0", 16));
  if (first < 0x2000 || first > 0x3fff || first === 0x2002 || first === 0x3fff) return false;
  return first !== 0x2001 || (second >= 0x200 && second !== 0xdb8);
}

/**
 * Whether a client must not even be looked up, before any request leaves for its sake.
 * @param provesItself it signed an assertion, which is checked against keys that its document may keep elsewhere
 */
export async function isForbiddenClient(
  oauth: OAuthHelpers,
  clientId: string,
  provesItself = false,
): Promise<boolean> {
  if (!canBeClient(clientId)) return true;
  if (!isDocument(clientId)) return false;
  if (!isPublicAddress(clientId)) return true;
  if (!provesItself) return false;
  try {
    const keys = (await oauth.lookupClient(clientId))?.jwksUri;
    return keys !== undefined && !isPublicAddress(keys);
  } catch (error) {
    // The provider meets the same, and has the words for it.
    if (error instanceof CimdFetchError) return false;
    throw error;
  }
}
