import type { AuthRequest } from "@cloudflare/workers-oauth-provider";
import * as z from "zod";
import type { JsonObject } from "../json";
import { signerFor } from "../signing";
import type { BrowserSession } from "./browser-session";

const QUARTER_OF_AN_HOUR = 15 * 60;

const request = z.object({
  responseType: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  scope: z.array(z.string()),
  state: z.string(),
  codeChallenge: z.string(),
  codeChallengeMethod: z.literal("S256"),
  resource: z.string(),
  issuer: z.string(),
});

const schema = z.object({
  request,
  userId: z.string(),
  browser: z.string(),
  name: z.string(),
  id: z.uuid(),
});

/** A validated authorization request, as it travels inside the consent form. */
export type ConsentRequest = z.infer<typeof request>;

/** What a consent form stands for. `id` is new with every page, so that one answer counts once. */
export type ConsentForm = z.infer<typeof schema>;

/** Narrows a request that the provider validated to one with S256, which is all this server takes. */
export function consentRequestOf(parsed: AuthRequest): ConsentRequest {
  return request.parse(parsed);
}

/**
 * The signed token of a consent form. It carries the request as it was validated and shown, so that nothing the form
 * sends can change it, and is bound to the person and the browser that saw it.
 */
export function sealConsent(secret: string, asked: ConsentRequest, session: BrowserSession): Promise<string> {
  const form: ConsentForm = { ...session, request: asked, id: crypto.randomUUID() };
  return signerFor(secret, "consent").sign(form as unknown as JsonObject, QUARTER_OF_AN_HOUR);
}

/** The form behind a token, or null when it is forged, too old, or another person's or browser's. */
export async function openConsent(
  secret: string,
  token: string,
  session: BrowserSession,
): Promise<ConsentForm | null> {
  const parsed = schema.safeParse(await signerFor(secret, "consent").open(token));
  if (!parsed.success) return null;
  const { userId, browser } = parsed.data;
  return userId === session.userId && browser === session.browser ? parsed.data : null;
}
