import { Client } from "./mcp";
import { type Browser, formOf, HOST } from "./oauth";

/** What a person fills in; absent: everything of their role, in the first company, delegated, for 7 days. */
export interface TokenChoice {
  name?: string;
  scopes?: string[];
  tenant?: string;
  mode?: string;
  days?: string;
}

export const ALL_SCOPES = ["products:read", "products:create", "products:update", "products:delete"];

/** The form of a new token, filled in. */
export async function tokenForm(browser: Browser, choice: TokenChoice = {}): Promise<[string, string][]> {
  const page = await (await browser.get(`${HOST}/program-token`)).text();
  const first = /name="tenant" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const { name = "Robô", scopes = ALL_SCOPES, tenant = first, mode = "delegated", days = "7" } = choice;
  return [
    ["form", formOf(page)],
    ["name", name],
    ["tenant", tenant],
    ["mode", mode],
    ["days", days],
    ...scopes.map((scope): [string, string] => ["scope", scope]),
  ];
}

/** The text of the token that a page shows; undefined when it shows none. */
export const tokenOn = (page: string): string | undefined =>
  /<code id="token">(biterp_pat_[A-Za-z0-9_-]{43})<\/code>/.exec(page)?.[1];

/** Makes a token on the page. */
export async function makeToken(browser: Browser, choice: TokenChoice = {}): Promise<string> {
  const made = await browser.post("/program-token", await tokenForm(browser, choice));
  const page = await made.text();
  const text = tokenOn(page);
  if (text === undefined) throw new Error(`no token: ${made.status} ${page}`);
  return text;
}

/** A program that has a token and nothing else. */
export function program(accessToken: string): Client {
  const never = () => Promise.reject(new Error("a program's token is neither renewed nor given back"));
  return new Client({
    accessToken,
    refreshToken: "",
    clientId: "",
    scope: "",
    refresh: never,
    revoke: never,
  });
}
