import type { ConsentDescription, OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import type { ConsentRequest } from "./consent-form";

/**
 * Apps that take the answer at an address of a scheme of their own (RFC 8252, section 7.1). Each stands here as a
 * whole: at other addresses the same app does other things, and other schemes start other programs.
 */
const APPS: readonly string[] = ["cursor://anysphere.cursor-mcp/oauth/callback"];

/** Whether a code may go to an address at all; of http the provider takes the loopback only. */
export function mayReceiveCode(address: unknown): boolean {
  return /^https?:/i.test(String(address)) || APPS.includes(String(address));
}

/**
 * What the person is told of a client. An app's address is shown whole, as what it is: a program on this computer.
 * @throws CimdFetchError
 */
export async function described(oauth: OAuthHelpers, request: ConsentRequest): Promise<ConsentDescription> {
  const client = await oauth.describeConsent(request);
  const { redirectUri } = request;
  return APPS.includes(redirectUri)
    ? { ...client, redirectHost: redirectUri, redirectIsLoopback: true }
    : client;
}
