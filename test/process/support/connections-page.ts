import { type Form, formsOf } from "../../../scripts/demo/forms.ts";

interface Page {
  html: string;
  forms: Form[];
}

/** A person's browser on the server's own pages: keeps cookies, follows redirects, presses buttons that are there. */
function visitor(server: string) {
  const cookies = new Map<string, string>();

  async function open(path: string, form?: URLSearchParams): Promise<Page> {
    const Cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const sent = form && { method: "POST", body: form };
    const headers = { Cookie, ...(form && { Origin: server }) };
    const response = await fetch(new URL(path, server), { headers, redirect: "manual", ...sent });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get("Location");
    const html = await response.text();
    if (next !== null) return open(next);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${html}`);
    return { html, forms: formsOf(html) };
  }

  async function press({ forms }: Page, wanted: (button: Form["buttons"][number]) => boolean) {
    const form = forms.find(({ buttons }) => buttons.some(wanted));
    const button = form?.buttons.find(wanted);
    if (!form || !button) throw new Error(`No such button: ${JSON.stringify(forms)}`);
    return open(form.action, new URLSearchParams([...form.fields, [button.name, button.value]]));
  }

  /** Opens a page as this person, who signs in on the way. */
  const openAs = async (path: string, email: string) =>
    press(await open(path), ({ text }) => text.includes(email));

  return { open, openAs, press };
}

/** A person opens the page of their connections and ends the newest one. */
export async function endNewestConnection(server: string, email: string): Promise<void> {
  const { openAs, press } = visitor(server);
  const mine = await openAs("/connections", email);
  await press(mine, ({ value }) => value === "end");
}

/** A person makes an access token for a program, with all that their role allows. @returns its text */
export async function makeProgramToken(
  server: string,
  email: string,
  choice: { name: string; tenantId: string; mode: string },
): Promise<string> {
  const { openAs, open } = visitor(server);
  const { html, forms } = await openAs("/program-token", email);
  const form = forms.find(({ fields }) => fields.some(([name]) => name === "form"));
  const scopes = [...html.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = ""]) => scope);
  const chosen = new Set(["name", "tenant", "mode", "scope"]);
  const body = new URLSearchParams([
    ...(form?.fields.filter(([name]) => !chosen.has(name)) ?? []),
    ["name", choice.name],
    ["tenant", choice.tenantId],
    ["mode", choice.mode],
    ...scopes.map((scope): [string, string] => ["scope", scope]),
  ]);
  const made = await open("/program-token", body);
  const [, text] = /<code id="token">([^<]+)<\/code>/.exec(made.html) ?? [];
  if (text === undefined) throw new Error(`No token on the page: ${made.html}`);
  return text;
}
