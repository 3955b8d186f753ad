import * as z from "zod";
import { signerFor } from "../signing";
import type { BrowserSession } from "./browser-session";

/** As long as a question stays open, which is the longest that a page may be looked at and still be answered. */
const HALF_AN_HOUR = 30 * 60;

const schema = z.object({ userId: z.string(), browser: z.string(), about: z.string() });

/**
 * The signed token of a form on one of a person's own pages: nobody else, in no other browser, can send it, and it
 * is good for nothing but what the page is about.
 */
export function sealPageForm(secret: string, session: BrowserSession, about: string): Promise<string> {
  return signerFor(secret, "page").sign({ ...session, about }, HALF_AN_HOUR);
}

/** What the form behind a token is about, or null when it is forged, too old, or another person's or browser's. */
export async function openPageForm(
  secret: string,
  session: BrowserSession,
  token: string,
): Promise<string | null> {
  const form = schema.safeParse(await signerFor(secret, "page").open(token));
  if (!form.success) return null;
  const { userId, browser, about } = form.data;
  return userId === session.userId && browser === session.browser ? about : null;
}
