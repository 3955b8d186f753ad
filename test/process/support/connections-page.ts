import { type Form, formsOf } from "../../../scripts/demo/forms.ts";

/** A person opens the page of their connections and ends the newest one. */
export async function endNewestConnection(server: string, email: string): Promise<void> {
  const cookies = new Map<string, string>();

  async function open(path: string, form?: URLSearchParams): Promise<Form[]> {
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
    return formsOf(html);
  }

  async function press(forms: Form[], wanted: (button: Form["buttons"][number]) => boolean) {
    const form = forms.find(({ buttons }) => buttons.some(wanted));
    const button = form?.buttons.find(wanted);
    if (!form || !button) throw new Error(`No such button: ${JSON.stringify(forms)}`);
    return open(form.action, new URLSearchParams([...form.fields, [button.name, button.value]]));
  }

  const who = await open("/connections");
  const mine = await press(who, ({ text }) => text.includes(email));
  await press(mine, ({ value }) => value === "end");
}
