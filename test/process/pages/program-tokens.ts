import { expect, it } from "vitest";
import { codes } from "../kit/bench";
import { AURORA } from "../support/remote";
import { RemoteClient } from "../support/remote-client";
import { ANA, type Bench } from "./bench";
import type { Setup, Visitor } from "./visitor";

/** Somebody signed in on the page where tokens are made, come there by the list of programs. */
async function atForm(bench: Bench, setup: Setup = {}): Promise<Visitor> {
  const person = await bench.visitor(setup);
  const { page } = person;
  await page.goto(`${bench.server()}/connections`);
  await person.signIn(ANA);
  await page.locator("a[href='/program-token']").click();
  await page.locator("input[name=name]").waitFor();
  return person;
}

/** Fills the form in, all that the role allows, and sends it. @returns the token's text */
async function made({ page, ...person }: Visitor, name: string, mode: string): Promise<string> {
  await page.locator("input[name=name]").fill(name);
  await page.locator(`input[name=tenant][value="${AURORA}"]`).check();
  for (const scope of await page.locator("input[name=scope]").all()) await scope.check();
  await page.locator(`input[name=mode][value=${mode}]`).check();
  await page.locator("button.main").click();
  await page.locator("#token").waitFor();
  expect(person.complaints).toEqual([]);
  return String(await page.locator("#token").textContent());
}

/** Access tokens that a person makes for programs which cannot sign in. */
export function programTokens(bench: Bench): void {
  it("makes a token, lets it be copied, and cuts it off", async () => {
    const person = await atForm(bench);
    const { page } = person;
    await person.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const name = `Robô ${crypto.randomUUID().slice(0, 8)}`;
    const text = await made(person, name, "delegated");
    expect(await page.title()).toBe("Copie o token agora");
    await person.press("Copiar");
    await page.getByRole("button", { name: "Copiado" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);

    const client = RemoteClient.withToken(bench.server(), text);
    const [kept] = await client.products(AURORA, 1);
    const items = [{ id: kept }, { name: `Não há ${name}` }];
    const deleted = await client.call("delete_products", { items });
    expect(deleted.structured.status).toBe("PARTIAL_SUCCESS");
    expect(codes(deleted)).toEqual(["ok", "not_found"]);

    await page.getByRole("link", { name: "Para a lista de programas" }).click();
    const own = page.locator("form", { has: page.getByRole("group", { name: `“${name}”` }) });
    expect(await own.textContent()).toContain("Último uso em");
    expect(await page.content()).not.toContain(text);
    await own.getByRole("button", { name: "Revogar este token" }).click();
    await own.waitFor({ state: "detached" });
    expect((await client.call("list_tenants")).status).toBe(401);
    expect(person.complaints).toEqual([]);
  });

  it("works without scripts", async () => {
    const person = await atForm(bench, { scripts: false, locale: "en-US" });
    const { page } = person;
    const text = await made(person, `Robot ${crypto.randomUUID().slice(0, 8)}`, "browser");
    expect(await page.locator("#copy").isVisible()).toBe(false);
    const client = RemoteClient.withToken(bench.server(), text);
    const waits = await client.call("create_product", { name: `Vela ${crypto.randomUUID()}`, sale_price: 3 });
    expect(waits.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
  });
}
