import { type Company, createCompany, createUser, type Role } from "./companies";
import { Client } from "./mcp";
import {
  authorizeUrl,
  Browser,
  type Connection,
  codeIn,
  HOST,
  redemption,
  register,
  type SignInOptions,
  type Tokens,
  token,
  worker,
} from "./oauth";

type Choice = Omit<SignInOptions, "user">;

/** Signs in somebody who is not one of the seed's people: the whole way, as `signIn` of oauth.ts. */
export async function signInAs(userId: string, choice: Choice = {}): Promise<Client> {
  const clientId = choice.clientId ?? (await register(worker, { client_name: choice.clientName ?? "Test" }));
  const browser = new Browser(worker);
  const first = await browser.get(await authorizeUrl(clientId, choice));
  const page = new URL(first.headers.get("Location") ?? "", HOST);
  const signedIn = await browser.post("/sign-in", [
    ["user", userId],
    ["return", page.searchParams.get("return") ?? ""],
  ]);
  const consent = await browser.get(new URL(signedIn.headers.get("Location") ?? "", HOST).href);
  const code = codeIn(await browser.answer(await consent.text(), choice));
  return new Client(await held(clientId, redemption(clientId, code, choice.resource)));
}

async function held(clientId: string, form: Record<string, string>): Promise<Connection> {
  const response = await token(worker, form);
  if (response.status !== 200) throw new Error(`token: ${response.status} ${await response.text()}`);
  const tokens = (await response.json()) as Tokens;
  const refreshToken = tokens.refresh_token;
  return {
    accessToken: tokens.access_token,
    refreshToken,
    clientId,
    scope: tokens.scope,
    refresh: () =>
      held(clientId, { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken }),
    revoke: async () => {
      await token(worker, { client_id: clientId, token: refreshToken, token_type_hint: "refresh_token" });
    },
  };
}

/** A person of the test's own, with companies of their own, signed in. */
export interface Owner {
  userId: string;
  client: Client;
  /** In the order of the roles that were asked for. */
  companies: [Company, ...Company[]];
  /** Of the first company. */
  tenant_id: string;
}

/** @param roles the person's role in each company to be made; default: admin of one */
export async function owner(
  options: { roles?: [Role, ...Role[]]; language?: string; choice?: Choice } = {},
): Promise<Owner> {
  const userId = await createUser(options.language === undefined ? {} : { language: options.language });
  const [role, ...others] = options.roles ?? ["admin"];
  const first = await createCompany({ members: { [userId]: role } });
  const companies: Owner["companies"] = [first];
  for (const other of others) companies.push(await createCompany({ members: { [userId]: other } }));
  const client = await signInAs(userId, options.choice);
  return { userId, client, companies, tenant_id: first.tenantId };
}
