import { expect, it } from "vitest";
import { toolsOf } from "../kit/bench";
import type { Bench } from "./bench";
import { atConsent } from "./steps";
import type { Visitor } from "./visitor";

/** As long as a repeated answer counts as the same click. */
const SAME_MOMENT_MS = 10_000;

/** What the keyboard is on, and whether one can see that. */
async function focused({ page }: Visitor) {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLInputElement || at instanceof HTMLButtonElement)) return undefined;
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    const visible = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    return { name: at.name || at.type, value: at.value, visible };
  });
}

/** The answers that a person can give to a program, and the ways they give them in. */
export function answers(bench: Bench): void {
  it("tells the program that its person said no", async () => {
    const { asks, person } = await atConsent(bench);
    await person.press("Não permitir");
    const { searchParams } = await asks.arrival();
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error: "access_denied",
      state: asks.state,
      iss: bench.server(),
    });
    expect(searchParams.has("code")).toBe(false);
    expect(person.complaints).toEqual([]);
  });

  it("takes a double click for one answer", async () => {
    const name = `Duplo ${crypto.randomUUID()}`;
    const { asks, person } = await atConsent(bench, { name });
    await person.pressTwice("Permitir");
    await person.page.getByText("Back at the program").waitFor();
    const client = await asks.redeem();
    expect(new Set(asks.arrivals.map(({ searchParams }) => searchParams.get("code"))).size).toBe(1);
    expect((await toolsOf(client)).length).toBeGreaterThan(10);
    await person.page.goto(`${bench.server()}/connections`);
    expect(await person.page.getByRole("group", { name }).count()).toBe(1);
  });

  it("does not take the same form again later", async () => {
    const { asks, person } = await atConsent(bench);
    const { page } = person;
    const form = await page.locator("form[action='/authorize'] input[name=form]").inputValue();
    await person.answer("approve");
    await page.getByText("Back at the program").waitFor();
    await page.waitForTimeout(SAME_MOMENT_MS + 500);
    await page.goBack();
    // A browser may show the page as it was, or ask for it again; this is how it was.
    await page.locator("form[action='/authorize'] input[name=form]").evaluate((field, value) => {
      (field as HTMLInputElement).value = value;
    }, form);
    await person.answer("approve");
    await page.getByText("Este formulário já foi respondido").waitFor();
    expect(asks.arrivals).toHaveLength(1);
    expect((await toolsOf(await asks.redeem())).length).toBeGreaterThan(10);
  });

  it("can all be given with the keyboard, which shows where it is", async () => {
    const { asks, person } = await atConsent(bench);
    const { keyboard } = person.page;
    const stops: Awaited<ReturnType<typeof focused>>[] = [];
    const next = async () => {
      await keyboard.press("Tab");
      const stop = await focused(person);
      stops.push(stop);
      return stop;
    };
    while ((await next())?.value !== "products:delete" && stops.length < 20);
    await keyboard.press("Space");
    expect(await person.page.locator("input[value='products:delete']").isChecked()).toBe(false);
    await next();
    await next();
    await keyboard.press("ArrowDown");
    expect(await focused(person)).toMatchObject({ value: "browser", visible: true });
    await next();
    await next();
    expect(stops.filter((stop) => !stop?.visible)).toEqual([]);
    expect(stops.map((stop) => stop?.name)).toEqual([
      "submit",
      "scope",
      "scope",
      "scope",
      "scope",
      "tenant",
      "mode",
      "answer",
      "answer",
    ]);
    await keyboard.press("Shift+Tab");
    await keyboard.press("Enter");
    const client = await asks.redeem();
    const names = (await toolsOf(client)).map(({ name }) => name);
    expect(names).toContain("update_products");
    expect(names).not.toContain("delete_products");
    await person.page.goto(`${bench.server()}/connections`);
    const newest = person.page.locator("input[name=mode][value=browser]").first();
    expect(await newest.isChecked()).toBe(true);
  });
}
