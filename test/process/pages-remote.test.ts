import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { ANA, benchWith } from "./pages/bench";
import { waitsForPage } from "./pages/steps";
import type { Visitor } from "./pages/visitor";
import { AURORA, type Pair, startPair, until } from "./support/remote";

let pair: Pair | undefined;
const bench = benchWith(async () => {
  pair = await startPair();
  return { url: pair.server.url, stop: pair.stop };
});

/** From our sign-in page over bitERP's own pages, which belong to another server, and back. */
async function signInAtBitErp(person: Visitor) {
  await person.press("Continuar para o bitERP");
  await person.page.getByRole("heading", { name: "Entrar no bitERP" }).waitFor();
  expect(new URL(person.page.url()).origin).toBe(pair?.erp.url);
  await person.signIn(ANA);
  await person.page.locator("button[name=decision][value=approve]").click();
}

/** A program that may act for Ana after an approval on the page, and her at her browser. */
async function connected(scripts = true) {
  const asks = await bench.program({ name: "Programa Remoto" });
  const person = await bench.visitor({ scripts });
  await person.page.goto(asks.address);
  await signInAtBitErp(person);
  await person.choose("mode", "browser");
  await person.answer("approve");
  await person.page.getByText("Back at the program").waitFor();
  return { asks, person, client: await asks.redeem() };
}

/** Products that somebody made at bitERP itself. */
async function found(client: Awaited<ReturnType<typeof connected>>["client"], count: number) {
  const { structured } = await client.call("list_products", { tenant_id: AURORA, limit: count });
  return (structured.products as { id: string }[]).map(({ id }) => id);
}

describe("in front of a bitERP elsewhere", () => {
  it.each([true, false])(
    "a person signs in there, and is led back to the program (scripts: %s)",
    async (scripts) => {
      const { person, client } = await connected(scripts);
      expect((await client.call("get_user_data")).structured).toMatchObject({ email: ANA });
      expect(person.complaints).toEqual([]);
    },
  );

  it("its sign-in may move on to another host before it shows anything", async () => {
    const asks = await bench.program();
    const person = await bench.visitor();
    let wanted = "";
    person.page.on("request", (request) => {
      if (request.url().includes("/oauth/auth")) wanted ||= request.url();
    });
    const other = createServer(async (_, response) => {
      // The browser may be here before it is told what it was sent with.
      const Location = await until(async () => wanted);
      response.writeHead(302, { Location }).end();
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const Location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const moved = { status: 302, headers: { Location } };
    await pair?.erp.control({ rules: [{ path: "/oauth/auth", times: 1, action: moved }] });
    await person.page.goto(asks.address);
    await signInAtBitErp(person);
    await person.page.locator("input[name=scope]").first().waitFor();
    other.close();
    expect(person.complaints).toEqual([]);
  });

  it("an approval is looked at in another browser after a sign-in there, and may be refused", async () => {
    const { client } = await connected();
    const { page: address, operation_id } = await waitsForPage(client, AURORA, await found(client, 2));
    const elsewhere = await bench.visitor();
    await elsewhere.page.goto(address);
    await signInAtBitErp(elsewhere);
    await elsewhere.page.waitForURL(address);
    await elsewhere.press("Não aprovar");
    await elsewhere.page.getByRole("heading", { name: "O que aconteceu" }).waitFor();
    const dropped = await client.call("get_operation", { operation_id });
    expect(dropped.structured).toMatchObject({ status: "CANCELLED", executed: false });
    expect(elsewhere.complaints).toEqual([]);
  });

  it("the page of a running operation looks again by itself until it has ended", async () => {
    const { person, client } = await connected();
    const { page: address } = await waitsForPage(client, AURORA, await found(client, 3));
    // One of three gets no answer until the server gives up waiting, and is then asked again.
    await pair?.erp.control({ rules: [{ method: "DELETE", times: 1, action: "hang" }] });
    await person.page.goto(address);
    const clicked = person.press("Aprovar");
    const meanwhile = await person.context.newPage();
    await expect
      .poll(async () => (await meanwhile.goto(address))?.headers().refresh, { timeout: 20_000 })
      .toBe("5");
    expect(await meanwhile.title()).toBe("Em andamento");
    expect(await meanwhile.getByRole("status").textContent()).toContain("sendo feito agora");
    expect(await meanwhile.locator("button[name=answer]").count()).toBe(0);
    await meanwhile.getByText("Feito: 3 de 3").waitFor({ timeout: 60_000 });
    await clicked;
    await person.page.getByText("Feito: 3 de 3").waitFor();
    expect(person.complaints).toEqual([]);
  });
});
