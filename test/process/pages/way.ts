import { networkInterfaces } from "node:os";
import { expect, it } from "vitest";
import { toolsOf } from "../kit/bench";
import { authorization, RemoteClient, register } from "../support/remote-client";
import { ANA, type Bench } from "./bench";
import type { ProgramOptions } from "./program";
import { atConsent } from "./steps";
import type { Setup } from "./visitor";

const words = {
  "pt-BR": { signIn: "Entrar", consent: "Permitir que “Meu Programa” use o bitERP?", allow: "Permitir" },
  "en-US": { signIn: "Sign in", consent: "Allow “Meu Programa” to use bitERP?", allow: "Allow" },
} as const;

const setups: Required<Pick<Setup, "locale" | "scripts">>[] = [
  { locale: "pt-BR", scripts: true },
  { locale: "pt-BR", scripts: false },
  { locale: "en-US", scripts: true },
  { locale: "en-US", scripts: false },
];

const hasIpv6 = Object.values(networkInterfaces()).some((own) =>
  own?.some(({ address }) => address === "::1"),
);

/** From the address that a program opens to its tools: sign-in, consent, and back. */
export function way(bench: Bench): void {
  const { server, visitor, program } = bench;

  async function walk(setup: Setup, options: ProgramOptions = {}) {
    const asks = await program({ name: "Meu Programa", ...options });
    const person = await visitor(setup);
    const said = words[setup.locale ?? "pt-BR"];
    const { page } = person;
    await page.goto(asks.address);
    const seen = [await page.title()];
    await person.signIn(ANA);
    await page.getByRole("heading", { level: 1, name: said.consent }).waitFor();
    seen.push(await page.title());
    await person.press(said.allow);
    const back = await asks.arrival();
    await page.getByText("Back at the program").waitFor();
    expect(page.url()).toBe(back.href);
    expect(seen).toEqual([said.signIn, said.consent]);
    expect(person.complaints).toEqual([]);
    return { asks, back };
  }

  it.each(setups)("leads to the tools in $locale, scripts: $scripts", async (setup) => {
    const { asks, back } = await walk(setup);
    expect(back.searchParams.get("state")).toBe(asks.state);
    expect(back.searchParams.get("iss")).toBe(server());
    const client = await asks.redeem();
    const names = (await toolsOf(client)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["list_products", "delete_products", "confirm_operation"]));
    expect((await client.call("get_user_data")).structured).toMatchObject({ email: ANA });
  });

  it.for(["localhost", "[::1]"] as const)("leads back to a program at %s", async (host, test) => {
    test.skip(host === "[::1]" && !hasIpv6, "this machine has no IPv6 loopback address");
    const { asks } = await walk({}, { host });
    expect((await toolsOf(await asks.redeem())).length).toBeGreaterThan(10);
  });

  // Claude's callback goes on to `claude:`, that of many a command line to a page on the web that says it is done.
  it("goes on from the program to wherever that leads", async () => {
    const { redirectUri: elsewhere } = await program();
    const { person } = await atConsent(bench, { onward: elsewhere });
    await person.answer("approve");
    await person.page.waitForURL(elsewhere);
    const app = "claude://claude.ai/settings/connectors";
    const other = await atConsent(bench, { onward: app });
    await Promise.all([
      other.person.page.waitForEvent("requestfailed", (request) => request.url() === app),
      other.person.answer("approve"),
    ]);
    await other.asks.redeem();
    expect([...person.complaints, ...other.person.complaints]).toEqual([]);
  });

  it("turns to an app that has a scheme of its own", async () => {
    const redirectUri = "cursor://anysphere.cursor-mcp/oauth/callback";
    const clientId = await register(server(), "Cursor", redirectUri);
    const { url, verifier } = authorization(server(), clientId, redirectUri);
    const person = await visitor();
    const { page } = person;
    await page.goto(url.href);
    await person.signIn(ANA);
    await page.getByText(`“${redirectUri}”`).waitFor();
    // No such app is here; that the browser turns to it is what a policy would have stopped.
    const [turned] = await Promise.all([
      page.waitForEvent("requestfailed", (request) => request.url().startsWith(redirectUri)),
      person.answer("approve"),
    ]);
    expect(person.complaints).toEqual([]);
    const code = new URL(turned.url()).searchParams.get("code") ?? "";
    const client = await RemoteClient.redeem(server(), { clientId, code, verifier, redirectUri });
    expect((await toolsOf(client)).length).toBeGreaterThan(10);
  });
}
