import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { decodeBase64Url, encodeBase64Url } from "hono/utils/encode";
import * as z from "zod";
import type { Profile } from "../biterp/port";
import { type Config, configOf } from "../config";
import { signerFor } from "../signing";
import type { OAuthEnv } from "./provider";

type BrowserContext = Context<{ Bindings: OAuthEnv }>;

const EIGHT_HOURS = 8 * 3600;

const schema = z.object({
  userId: z.string().min(1),
  browser: z.string().min(1),
  /** As the person recognises themselves. */
  name: z.string(),
});

/** Who is signed in with this browser. `browser` is new with every sign-in; consent forms are bound to it. */
export type BrowserSession = z.infer<typeof schema>;

/** Some browsers drop `__Host-` cookies on http, localhost included. */
function cookieName(config: Config): string {
  return config.publicUrl.protocol === "https:" ? "__Host-biterp-session" : "biterp-session";
}

/** Starts a session for a person who has just proven who they are. */
export async function startSession(
  c: BrowserContext,
  { id, name, email }: Pick<Profile, "id" | "name" | "email">,
  browser: string = crypto.randomUUID(),
): Promise<void> {
  const config = configOf(c.env);
  const session: BrowserSession = { userId: id, browser, name: `${name} (${email})` };
  const token = await signerFor(config.signingSecret, "browser-session").sign(session, EIGHT_HOURS);
  setCookie(c, cookieName(config), token, { ...attributes(config), maxAge: EIGHT_HOURS });
}

/** The session of this browser, or null. */
export async function sessionOf(c: BrowserContext): Promise<BrowserSession | null> {
  const config = configOf(c.env);
  const token = getCookie(c, cookieName(config));
  if (token === undefined) return null;
  const parsed = schema.safeParse(await signerFor(config.signingSecret, "browser-session").open(token));
  return parsed.success ? parsed.data : null;
}

/** Forgets who was signed in with this browser. */
export function endSession(c: BrowserContext): void {
  const config = configOf(c.env);
  deleteCookie(c, cookieName(config), attributes(config));
}

function attributes(config: Config) {
  const secure = config.publicUrl.protocol === "https:";
  return { httpOnly: true, sameSite: "Lax", path: "/", secure } as const;
}

/** The cookie that ties a sign-in at bitERP to the browser it was begun in. */
function proofName(config: Config): string {
  return config.publicUrl.protocol === "https:" ? "__Host-biterp-sign-in" : "biterp-sign-in";
}

/** The longest way back that a browser keeps: a cookie holds four kilobytes, and this grows by a third in it. */
export const MOST_RETURN = 2_800;

/**
 * Gives the browser a secret of its own for one sign-in at bitERP, and where it goes on afterwards. The browser keeps
 * both, so that nothing of that size is stored for somebody who has not signed in.
 * @returns the secret
 */
export function startProof(c: BrowserContext, returnTo: string, seconds: number): string {
  const config = configOf(c.env);
  const proof = crypto.randomUUID();
  const kept = `${proof}.${encodeBase64Url(new TextEncoder().encode(returnTo).buffer)}`;
  setCookie(c, proofName(config), kept, { ...attributes(config), maxAge: seconds });
  return proof;
}

/** What `startProof` gave this browser; it is forgotten with the reading. */
export function takeProof(c: BrowserContext): { proof?: string | undefined; returnTo: string } {
  const config = configOf(c.env);
  const kept = getCookie(c, proofName(config));
  deleteCookie(c, proofName(config), attributes(config));
  const [proof, returnTo = ""] = (kept ?? "").split(".");
  return { proof, returnTo: new TextDecoder().decode(decodeBase64Url(returnTo)) };
}
