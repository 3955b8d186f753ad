/** Sends one request; redirects are handed back. Give another one to see or change what a browser would send. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

export interface SignInOptions {
  /** Refuse on the consent page. */
  refuse?: boolean;
  send?: Send;
}

interface Page {
  url: string;
  html: string;
}

/**
 * What a person does in a browser at bitERP's issuer: choose who they are, allow.
 * @param authorizeUrl the issuer's authorization address with the client's request
 * @returns the address at the client that the browser is sent back to, not yet visited
 */
export async function completeSignIn(
  authorizeUrl: string | URL,
  email: string,
  { refuse = false, send = fetch }: SignInOptions = {},
): Promise<URL> {
  const { origin } = new URL(authorizeUrl);
  const cookies = new Map<string, string>();

  async function open(url: string, form?: Record<string, string>): Promise<URL | Page> {
    const headers = new Headers({ Cookie: [...cookies].map((pair) => pair.join("=")).join("; ") });
    if (form) headers.set("Origin", origin);
    const init: RequestInit = { headers, redirect: "manual" };
    if (form) Object.assign(init, { method: "POST", body: new URLSearchParams(form) });
    const response = await send(url, init);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const html = await response.text();
    const location = response.headers.get("Location");
    if (location) {
      const next = new URL(location, url);
      return next.origin === origin ? open(next.href) : next;
    }
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${html}`);
    return { url, html };
  }

  async function press(page: URL | Page, button: (html: string) => RegExpExecArray | null) {
    if (page instanceof URL) return page;
    const [, name, value] = button(page.html) ?? [];
    if (!name || !value) throw new Error(`${page.url} has no such button: ${page.html}`);
    return open(page.url, { [name]: value });
  }

  const who = await open(String(authorizeUrl));
  const name = email.replaceAll(".", "\\.");
  const consent = await press(who, (html) =>
    new RegExp(`<button name="(user)" value="([^"]+)">[^<]*${name}`).exec(html),
  );
  const decision = refuse ? /name="(decision)" value="(deny)"/ : /name="(decision)" value="(approve)"/;
  const back = await press(consent, (html) => decision.exec(html));
  if (back instanceof URL) return back;
  throw new Error(`The sign-in stayed at ${back.url}: ${back.html}`);
}
