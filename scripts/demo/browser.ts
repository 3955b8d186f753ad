import { type Form, formsOf } from "./forms.ts";

/** Sends one request; a redirect is handed back, not followed. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** What the person chooses on the consent page; what is left out stays as the page proposes it. */
export interface Consent {
  mode?: string;
}

const overNetwork: Send = (url, init) => fetch(url, init);

/** A person with a browser: keeps cookies, reads pages, presses the buttons that are there. */
export class Person {
  readonly #cookies = new Map<string, string>();
  readonly #send: Send;
  readonly #email: string;
  readonly #consent: Consent;

  constructor(email: string, consent: Consent = {}, send: Send = overNetwork) {
    this.#email = email;
    this.#consent = consent;
    this.#send = send;
  }

  /**
   * Opens the authorization page, signs in, allows what the page asks for.
   * @returns the address at the client that the browser is sent to in the end
   */
  async authorize(url: URL): Promise<URL> {
    let page = await this.#open(url.href);
    if (page.leftTo) return page.leftTo;
    const email = this.#email;
    if (!findButton(page.forms, (button) => button.value === "approve")) {
      page = await this.#press(page, (button) => button.text.includes(email), `a sign-in as ${email}`);
    }
    if (page.leftTo) return page.leftTo;
    const answered = await this.#press(page, (button) => button.value === "approve", "a consent to give");
    if (!answered.leftTo) throw new Error(`The consent led to ${answered.url}, not back to the client`);
    return answered.leftTo;
  }

  async #press(page: Page, wanted: (button: Form["buttons"][number]) => boolean, what: string) {
    const found = findButton(page.forms, wanted);
    if (!found) throw new Error(`${page.url} offers no ${what}`);
    const { form, button } = found;
    const body = new URLSearchParams(form.fields);
    if (this.#consent.mode && body.has("mode")) body.set("mode", this.#consent.mode);
    body.set(button.name, button.value);
    const origin = new URL(page.url).origin;
    return this.#open(new URL(form.action, page.url).href, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Origin: origin,
        "Sec-Fetch-Site": "same-origin",
      },
      body: body.toString(),
    });
  }

  /** Loads a page, following redirects while they stay on the server. */
  async #open(url: string, init: RequestInit = {}): Promise<Page> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0) {
      headers.set("Cookie", [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const response = await this.#send(url, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    const location = response.headers.get("Location");
    if (location) {
      await response.body?.cancel();
      const next = new URL(location, url);
      if (next.origin !== new URL(url).origin) return { url, forms: [], leftTo: next };
      return this.#open(next.href);
    }
    const html = await response.text();
    if (response.status !== 200)
      throw new Error(`${new URL(url).pathname} answered ${response.status}: ${titleOf(html)}`);
    return { url, forms: formsOf(html) };
  }
}

interface Page {
  url: string;
  forms: Form[];
  /** Set when the browser was sent away from the server. */
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
