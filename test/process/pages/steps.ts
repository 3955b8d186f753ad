import { RemoteClient } from "../support/remote-client";
import { ANA, type Bench } from "./bench";
import type { Program, ProgramOptions } from "./program";
import type { Setup, Visitor } from "./visitor";

export type Mode = "assistant" | "browser" | "delegated";

/** A program that asks, and the person in front of its question. */
export interface Asked {
  asks: Program;
  person: Visitor;
}

/** A program that may act for the person, who is still at their browser. */
export interface Connected extends Asked {
  client: RemoteClient;
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
export async function connected(
  bench: Bench,
  { mode = "browser", ...options }: Parameters<typeof atConsent>[1] & { mode?: Mode } = {},
): Promise<Connected> {
  const { asks, person } = await atConsent(bench, options);
  await person.choose("mode", mode);
  await person.answer("approve");
  const client = await asks.redeem();
  await person.page.waitForURL(`${asks.redirectUri}?*`);
  return { asks, person, client };
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
