import { RemoteClient, register } from "../support/remote-client";
import { ANA, type Bench } from "./bench";
import type { Program, ProgramOptions } from "./program";
import type { Setup, Visitor } from "./visitor";

export type Mode = "assistant" | "browser" | "delegated";

/** A program that asks, and the person in front of its question. */
export interface Asked {
  asks: Program;
  person: Visitor;
}

/** Whose connection, what the program calls itself, and what the person chooses for it. */
export interface Wish {
  email?: string;
  name?: string;
  mode?: Mode;
}

/** A program that may act for a person, and the person at their browser. */
export interface Connected {
  client: RemoteClient;
  person: Visitor;
}

/** Goes as far as the consent page. */
export async function atConsent(
  { visitor, program }: Bench,
  { email = ANA, ...options }: Setup & ProgramOptions & { email?: string } = {},
): Promise<Asked> {
  const asks = await program(options);
  const person = await visitor(options);
  await person.page.goto(asks.address);
  await person.signIn(email);
  await person.page.locator("input[name=scope]").first().waitFor();
  return { asks, person };
}

/** Connects a program on the pages, with a way of confirming that is chosen there. */
export async function connectedOnPages(
  bench: Bench,
  { mode = "browser", ...options }: Wish = {},
): Promise<Connected> {
  const { asks, person } = await atConsent(bench, options);
  await person.choose("mode", mode);
  await person.answer("approve");
  const client = await asks.redeem();
  await person.page.waitForURL(`${asks.redirectUri}?*`);
  return { person, client };
}

/** The same without the pages, which takes a third of the time. */
export async function connected(
  { server, visitor }: Bench,
  { mode = "browser", email = ANA, name = "Programa" }: Wish = {},
): Promise<Connected> {
  const clientId = await register(server(), name);
  const client = await RemoteClient.signIn(server(), email, { clientId, mode });
  const person = await visitor();
  await person.page.goto(`${server()}/sign-in?return=%2F`);
  await person.signIn(email);
  await person.page.waitForURL(`${server()}/`);
  return { person, client };
}

const makers = new Map<string, Promise<RemoteClient>>();

/** Products of a test's own, made by a connection that nobody is asked about. @returns their ids */
export async function products(server: string, tenant_id: string, names: string[]): Promise<string[]> {
  const maker = makers.get(server) ?? RemoteClient.signIn(server, ANA);
  makers.set(server, maker);
  const items = names.map((name) => ({ name, sale_price: 10 }));
  const reply = await (await maker).call("create_products", { tenant_id, items });
  if (reply.structured.status !== "SUCCESS") throw new Error(`Not created: ${reply.text}`);
  return (reply.structured.results ?? []).map(({ id }) => String(id));
}

/** A set that waits for its person on a page. @returns the page's address */
export async function waitsForPage(client: RemoteClient, tenant_id: string, ids: string[]) {
  const reply = await client.call("delete_products", { tenant_id, items: ids.map((id) => ({ id })) });
  const { status, operation_id = "", approval_url } = reply.structured;
  if (status !== "AWAITING_CONFIRMATION") throw new Error(`It does not wait: ${reply.text}`);
  return { operation_id, page: String(approval_url) };
}
