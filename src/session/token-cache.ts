import type { SignInTokens } from "../biterp/sign-in";

/** The longest an isolate trusts a token without asking the session object again, in milliseconds. */
const TRUST_MS = 60_000;
/** A token that ends sooner than this is asked for anew, in milliseconds. */
const MARGIN_MS = 30_000;
const MOST = 1_000;

const cached = new Map<string, { token: string; until: number }>();

/**
 * An access token from this isolate's memory, so that a read does not need the session object; kept by user and
 * client, and never after bitERP refused it.
 */
export async function rememberedToken(
  key: string,
  refused: string | undefined,
  ask: (refused?: string) => Promise<SignInTokens>,
): Promise<string> {
  const known = cached.get(key);
  if (known && known.token !== refused && known.until > Date.now()) return known.token;
  cached.delete(key);
  const { accessToken, expiresAt } = await ask(refused);
  cached.set(key, { token: accessToken, until: Math.min(Date.now() + TRUST_MS, expiresAt - MARGIN_MS) });
  const oldest = cached.keys().next();
  if (cached.size > MOST && !oldest.done) cached.delete(oldest.value);
  return accessToken;
}
