import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { Child } from "hono/jsx";
import { type Language, type MessageKey, type MessageValues, say } from "../../messages";
import { pageLanguage } from "../language";
import { STYLE } from "./style";

/** Says a message in the language of the page at hand. */
export type Say = <K extends MessageKey>(key: K, values: MessageValues<K>) => string;

/** What a page is made of. */
export interface Page {
  language: Language;
  title: string;
  body: Child;
  status?: 200 | 400 | 403 | 404 | 409 | 410 | 429 | 500 | 503;
  /** Set: the answer to a form of this page sends the browser to another server, and that one wherever it likes. */
  leadsAway?: true;
  /** The one script of the page, at its end; what it does must be possible without it. */
  script?: string;
}

/** The language and voice of the request at hand. */
export function voiceOf(c: Context, fallback?: string): { language: Language; t: Say } {
  const language = pageLanguage(c.req.header("Accept-Language"), fallback);
  return { language, t: (key, values) => say(language, key, values) };
}

/** Sends a page: never framed, never stored, one stylesheet, and no script but the page's own. */
export function show(c: Context, page: Page): Response | Promise<Response> {
  const nonce = crypto.randomUUID();
  c.header("Content-Security-Policy", policy(nonce, page));
  c.header("X-Frame-Options", "DENY");
  c.header("X-Content-Type-Options", "nosniff");
  // Not `no-referrer`: with it browsers send `Origin: null` with our own forms, which then look foreign.
  c.header("Referrer-Policy", "same-origin");
  c.header("Cache-Control", "no-store");
  c.header("Vary", "Accept-Language, Cookie");
  // Somebody who comes by an assistant's link has not seen the first page, which has this for its title.
  const name = say(page.language, "page.home.title", {});
  return c.html(
    html`<!doctype html>${(
      <html lang={page.language}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{page.title}</title>
          <style nonce={nonce}>{raw(STYLE)}</style>
        </head>
        <body>
          {page.title !== name && <header>{name}</header>}
          <main>
            <h1>{page.title}</h1>
            {page.body}
          </main>
          {page.script && <script nonce={nonce}>{raw(page.script)}</script>}
        </body>
      </html>
    )}`,
    page.status ?? 200,
  );
}

function policy(nonce: string, { leadsAway, script }: Page): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script ? [`script-src 'nonce-${nonce}'`] : []),
    // Browsers hold this against every redirect that follows a form, those of other servers too: Claude's callback goes
    // on to `claude:`, and a bitERP's sign-in to another host. Nobody can name all of them.
    ...(leadsAway ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
