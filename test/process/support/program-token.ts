import { Person, type Send } from "../../../scripts/demo/browser.ts";
import { RemoteClient } from "./remote-client";

/** What the person chooses for a program; the rest is ticked. */
export interface TokenChoice {
  tenant: string;
  mode?: "browser" | "delegated";
  scopes?: string[];
}

const SCOPES = ["products:read", "products:create", "products:update", "products:delete"];

/** A person who makes an access token on the page, and what the program does with it. */
export async function withProgramToken(
  server: string,
  email: string,
  { tenant, mode = "delegated", scopes = SCOPES }: TokenChoice,
  send: Send = fetch,
): Promise<RemoteClient> {
  const filling: Send = (url, init) => {
    if (init.method !== "POST" || url !== `${server}/program-token`) return send(url, init);
    const body = new URLSearchParams(String(init.body));
    body.set("name", "Robô");
    body.set("tenant", tenant);
    body.set("mode", mode);
    body.set("days", "7");
    body.delete("scope");
    for (const scope of scopes) body.append("scope", scope);
    return send(url, { ...init, body: body.toString() });
  };
  const page = await new Person(email, {}, filling).approve(new URL(`${server}/program-token`));
  const text = /<code id="token">([^<]+)</.exec(page)?.[1];
  if (text === undefined) throw new Error(`no token: ${page}`);
  return RemoteClient.withToken(server, text);
}
