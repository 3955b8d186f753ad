import { expect, it } from "vitest";
import { BEIRA } from "../kit/bench";
import { type Bench, BRUNO } from "./bench";
import { connected } from "./steps";

/** Where a person sees which programs may act for them. */
export function connections(bench: Bench): void {
  it("shows a program, takes another way of confirming, and ends it", async () => {
    const name = `Agente ${crypto.randomUUID().slice(0, 8)}`;
    const { client, person } = await connected(bench, { email: BRUNO, mode: "delegated", name });
    const { page } = person;
    const create = () =>
      client.call("create_product", { tenant_id: BEIRA, name: `Vela ${crypto.randomUUID()}`, sale_price: 3 });
    expect((await create()).structured.status).not.toBe("AWAITING_CONFIRMATION");

    await page.goto(`${bench.server()}/connections`);
    expect(await page.title()).toBe("Programas que podem agir por você");
    const own = page.locator("form", { has: page.getByRole("group", { name: `“${name}”` }) });
    expect(await own.count()).toBe(1);
    expect(await own.textContent()).toContain(String(new Date().getFullYear()));
    expect(await own.locator("input[value=delegated]").isChecked()).toBe(true);

    await own.getByText("Confirmação das alterações: Delegado").click();
    await own.locator("input[value=browser]").check();
    await own.getByRole("button", { name: "Salvar" }).click();
    await own.getByText("Confirmação das alterações: Em uma página").waitFor();
    expect(await own.locator("input[value=browser]").isChecked()).toBe(true);
    const waits = await create();
    expect(waits.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    expect(String(waits.structured.approval_url)).toContain(`${bench.server()}/approve?operation=`);

    await own.getByRole("button", { name: "Encerrar esta conexão" }).click();
    await own.waitFor({ state: "detached" });
    expect((await client.call("list_tenants")).status).toBe(401);
    await page.goto(String(waits.structured.approval_url));
    expect(await page.getByRole("status").textContent()).toContain("nada foi feito");
    expect(person.complaints).toEqual([]);
  });
}
