import { beforeAll, expect, it } from "vitest";
import type { Bench } from "./bench";
import { addDora, dora, long } from "./long-names";
import { measuring } from "./measure";
import { atConsent, waitsForPage } from "./steps";
import type { Visitor } from "./visitor";

/** Of a small telephone, and of a desk. */
const WIDTHS = [360, 1_100];

/** Everything that is wrong with the page at hand, at each width, in daylight and in the dark. */
async function faultsOf({ page }: Visitor): Promise<string[]> {
  const faults: string[] = [];
  await page.keyboard.press("Tab");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const found = await page.evaluate(...measuring);
      faults.push(...found.map((fault) => `${colorScheme}, ${width}: ${fault}`));
    }
  }
  return faults;
}

/** Pages with the longest names there can be. */
export function looks(bench: Bench): void {
  // Without a browser there is no server either.
  beforeAll(() => bench.runs() && addDora(bench.server()));

  it.each(["pt-BR", "en-US"] as const)("can be read and used, in %s", async (locale) => {
    const faults: Record<string, string[]> = {};
    const { asks, person } = await atConsent(bench, { locale, email: dora.email, name: long("Cliente") });
    const { page } = person;
    const at = async (name: string, address?: string) => {
      if (address !== undefined) await page.goto(new URL(address, bench.server()).href);
      faults[name] = await faultsOf(person);
    };
    await at("consent");
    await person.choose("mode", "assistant");
    await person.answer("approve");
    const client = await asks.redeem();
    const items = ["Produto", "Outro"].map((name) => ({ name: long(`${name}${locale}`), sale_price: 10 }));
    const made = await client.call("create_products", { tenant_id: dora.tenant, items });
    const ids = (made.structured.results ?? []).map(({ id }) => String(id));
    expect(ids, made.text).toHaveLength(2);
    await at("connections", "/connections");
    await person.choose("mode", "browser");
    await page.locator("button[value=save]").first().click();
    const { page: approval } = await waitsForPage(client, dora.tenant, [...ids, crypto.randomUUID()]);
    await at("approval", approval);
    expect(await page.getByRole("status").count()).toBe(1);
    await person.answer("approve");
    await page.locator("main:not(:has(button[name=answer]))").waitFor();
    await at("approved");
    expect(await page.getByRole("status").count()).toBe(1);
    await at("new token", "/program-token");
    await page.locator("input[name=name]").fill(long("Programa").slice(0, 100));
    await page.locator("input[name=tenant]").first().check();
    await page.locator("button.main").click();
    await page.locator("#token").waitFor();
    await at("token");
    await at("tokens", "/connections");
    await at("no operation", "/approve?operation=op_none");
    await at("no page", "/nowhere");
    await at("home", "/");
    await page.context().clearCookies();
    await at("sign-in", asks.address);
    await at("client unknown", "/authorize?client_id=nobody");
    expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([]);
  });
}
