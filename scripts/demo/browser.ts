import { type Form, formsOf } from "./forms.ts";

/** Sends one request; a redirect is handed back, not followed. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** What the person chooses on the consent page; what is left out stays as the page proposes it. */
export interface Consent {
  mode?: string;
}

const overNetwork: Send = (url, init) => fetch(url, init);

/** More pages than any sign-in has. */
const MOST_PAGES = 8;

/** A person with a browser: keeps cookies, reads pages, presses the buttons that are there. */
export class Person {
  /** By origin. */
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #send: Send;
  readonly #email: string;
  readonly #consent: Consent;

  constructor(email: string, consent: Consent = {}, send: Send = overNetwork) {
    this.#email = email;
    this.#consent = consent;
    this.#send = send;
  }

  /**
   * Opens the authorization page and presses what a person would, at this server and at a remote bitERP's sign-in:
   * who they are, allow, go on.
   * @returns the address at the client that the browser is sent to in the end
   */
  async authorize(url: URL): Promise<URL> {
    const client = url.searchParams.get("redirect_uri") ?? "";
    let page = await this.#open(url.href, client);
    for (let step = 0; step < MOST_PAGES && !page.leftTo; step += 1) page = await this.#answer(page, client);
    if (!page.leftTo) throw new Error(`The sign-in went on and on; it stands at ${page.url}`);
    return page.leftTo;
  }

  /**
   * Opens the page where an assistant's request is approved and presses what a person would: who they are, approve.
   * @returns what the last page says
   */
  async approve(url: URL): Promise<string> {
    let page = await this.#open(url.href, "");
    for (let step = 0; step < MOST_PAGES && this.#next(page); step += 1) page = await this.#answer(page, "");
    return page.html;
  }

  /** What a person would press on a page. */
  #next(page: Page) {
    const forms = page.forms.filter((form) => !form.action.endsWith("/sign-out"));
    return (
      findButton(forms, (button) => button.text.includes(this.#email)) ??
      findButton(forms, (button) => button.value === "approve") ??
      findButton(forms, () => true)
    );
  }

  #answer(page: Page, client: string): Promise<Page> {
    const found = this.#next(page);
    if (!found) throw new Error(`${page.url} offers nothing to go on with`);
    return this.#press(page, found, client);
  }

  async #press(page: Page, { form, button }: NonNullable<ReturnType<typeof findButton>>, client: string) {
    const body = new URLSearchParams(form.fields);
    if (this.#consent.mode && body.has("mode")) body.set("mode", this.#consent.mode);
    body.set(button.name, button.value);
    const origin = new URL(page.url).origin;
    const init = {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Origin: origin,
        "Sec-Fetch-Site": "same-origin",
      },
      body: body.toString(),
    };
    return this.#open(new URL(form.action, page.url).href, client, init);
  }

  /** Loads a page, following redirects until they lead to the client. */
  async #open(url: string, client: string, init: RequestInit = {}): Promise<Page> {
    const headers = new Headers(init.headers);
    const { origin } = new URL(url);
    const cookies = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, cookies);
    if (cookies.size > 0) {
      headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const response = await this.#send(url, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const location = response.headers.get("Location");
    if (location) {
      await response.body?.cancel();
      const next = new URL(location, url);
      if (client !== "" && next.href.startsWith(client)) return { url, html: "", forms: [], leftTo: next };
      return this.#open(next.href, client);
    }
    const html = await response.text();
    if (response.status !== 200)
      throw new Error(`${new URL(url).pathname} answered ${response.status}: ${titleOf(html)}`);
    return { url, html, forms: formsOf(html) };
  }
}

interface Page {
  url: string;
  html: string;
  forms: Form[];
  /** Set when the browser was sent back to the client. */
  leftTo?: URL;
}

function findButton(forms: Form[], wanted: (button: Form["buttons"][number]) => boolean) {
  for (const form of forms) {
    const button = form.buttons.find(wanted);
    if (button) return { form, button };
  }
  return undefined;
}

const titleOf = (html: string) => /<title>([^<]*)/.exec(html)?.[1] ?? html.slice(0, 200);
