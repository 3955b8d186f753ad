import { expect, it } from "vitest";
import { AURORA, codes } from "../kit/bench";
import { ANA, type Bench, BRUNO } from "./bench";
import { connected, connectedOnPages, products, waitsForPage } from "./steps";

/** Where a person says yes or no to what an assistant has asked for. */
export function approving(bench: Bench): void {
  /** Three products, a program that asked to delete them, and the person at their browser. */
  async function asked(names = ["Alfa", "Beta", "Gama"], connect = connected) {
    const tag = crypto.randomUUID().slice(0, 8);
    const called = names.map((name) => `${name} ${tag}`);
    const connection = await connect(bench, { name: `Assistente ${tag}` });
    const ids = await products(bench.server(), AURORA, called);
    return { ...connection, called, ids, tag, ...(await waitsForPage(connection.client, AURORA, ids)) };
  }

  it("shows what is asked, does it on the click, and lets the program have the results", async () => {
    const { client, person, called, ids, tag, ...waiting } = await asked(undefined, connectedOnPages);
    const { page: address, operation_id } = waiting;
    const { page } = person;
    await page.goto(address);
    expect(await page.title()).toBe("Você aprova?");
    expect(await page.getByText(`“Assistente ${tag}”`).count()).toBe(1);
    expect(await page.getByRole("status").textContent()).toContain("“Padaria Aurora”");
    const lines = await page.getByRole("listitem").allTextContents();
    expect(lines).toEqual(called.map((name) => expect.stringContaining(`“${name}”`)));
    for (const [at, id] of ids.entries()) expect(lines[at]).toContain(id);

    await person.press("Aprovar");
    await page.getByRole("heading", { level: 1, name: "O que aconteceu" }).waitFor();
    expect(page.url()).toBe(address);
    expect(await page.getByRole("status").textContent()).toBe("Feito: 3 de 3, em “Padaria Aurora”.");
    expect(await page.getByRole("listitem").allTextContents()).toEqual(
      called.map((name) => `“${name}” — feito`),
    );
    expect(await page.locator("button[name=answer]").count()).toBe(0);
    expect(person.complaints).toEqual([]);

    const results = await client.call("confirm_operation", { operation_id });
    expect(results.structured).toMatchObject({ status: "SUCCESS", replayed: true });
    expect(codes(results)).toEqual(["ok", "ok", "ok"]);
  });

  it("lets whoever opens the address in another browser sign in first, and comes back", async () => {
    const { called, page: address } = await asked();
    const elsewhere = await bench.visitor({ locale: "en-US", scripts: false });
    await elsewhere.page.goto(address);
    expect(await elsewhere.page.title()).toBe("Sign in");
    await elsewhere.signIn(ANA);
    await elsewhere.page.waitForURL(address);
    expect(await elsewhere.page.title()).toBe("Do you approve this?");
    await elsewhere.press("Approve");
    await elsewhere.page.getByText("Done: 3 of 3").waitFor();
    expect(await elsewhere.page.getByText(`“${called[0]}” — done`).count()).toBe(1);
    expect(elsewhere.complaints).toEqual([]);
  });

  it("does nothing after a no, and says so", async () => {
    const { client, person, page: address, operation_id } = await asked();
    await person.page.goto(address);
    await person.press("Não aprovar");
    await person.page.getByRole("heading", { level: 1, name: "O que aconteceu" }).waitFor();
    expect(await person.page.getByRole("status").textContent()).toContain("nada foi feito");
    const dropped = await client.call("confirm_operation", { operation_id });
    expect(dropped.structured).toMatchObject({ status: "CANCELLED", executed: false });
  });

  it("shows a product's name as text, whatever is in it", async () => {
    const {
      person,
      page: address,
      called,
    } = await asked([
      "<img src=x onerror=alert(1)>",
      "</li></ol><form action=https://evil.example><button>Aprovar</button></form>",
    ]);
    const { page } = person;
    const opened: string[] = [];
    page.on("dialog", (dialog) => {
      opened.push(dialog.message());
      return dialog.dismiss();
    });
    await page.goto(address);
    const lines = await page.getByRole("listitem").allTextContents();
    expect(lines).toEqual(called.map((name) => expect.stringContaining(`“${name}”`)));
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Aprovar", exact: true }).count()).toBe(1);
    await person.press("Aprovar");
    await page.getByText("Feito: 2 de 2").waitFor();
    expect(await page.locator("img").count()).toBe(0);
    expect([opened, person.complaints]).toEqual([[], []]);
  });

  it("acts once on a double click, and on the way back", async () => {
    const { client, person, page: address, operation_id } = await asked();
    const { page } = person;
    await page.goto(address);
    await person.pressTwice("Aprovar");
    await page.getByText("Feito: 3 de 3").waitFor();
    await page.goBack();
    await page.goForward();
    await page.getByText("Feito: 3 de 3").waitFor();
    const results = await client.call("confirm_operation", { operation_id });
    expect(codes(results)).toEqual(["ok", "ok", "ok"]);
  });

  it("says nothing of it to somebody else, and who is signed in, and lets them be who was meant", async () => {
    const { page: address, called } = await asked();
    const bruno = await bench.visitor();
    const { page } = bruno;
    await page.goto(address);
    await bruno.signIn(BRUNO);
    await page.getByText("Não há um pedido seu").waitFor();
    for (const name of called) expect(await page.getByText(name).count()).toBe(0);
    await page.getByText("Você entrou como Bruno Tavares").waitFor();
    await page.getByRole("button", { name: "Não é você? Sair" }).click();
    await bruno.signIn(ANA);
    for (const name of called) await page.getByText(name).first().waitFor();
  });
}
