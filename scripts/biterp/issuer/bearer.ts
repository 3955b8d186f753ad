import type { IncomingMessage } from "node:http";
import type Provider from "oidc-provider";

/**
 * Whose valid token this is. A token dies with its grant, whatever became of the token itself.
 * @param resource what the token must have been given out for; undefined: for nothing in particular
 */
export async function bearerOf(
  provider: Provider,
  request: IncomingMessage,
  resource?: string,
): Promise<string | undefined> {
  const value = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1];
  const token = value ? await provider.AccessToken.find(value) : undefined;
  if (!token?.isValid || !token.grantId) return undefined;
  if (resource !== undefined && ![token.aud].flat().includes(resource)) return undefined;
  return (await provider.Grant.find(token.grantId))?.accountId;
}
