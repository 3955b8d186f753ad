import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AURORA } from "../kit/bench";
import type { Bench } from "./bench";
import { atConsent, connected, products, waitsForPage } from "./steps";
import type { Visitor } from "./visitor";

/**
 * Where a page comes from that is none of ours. The first is another program on the person's computer: browsers count
 * it as the same site, whatever its port, so the person's cookies come along. The second is any other website.
 */
const places = ["localhost", "127.0.0.1"] as const;
const [near] = places;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** Pages of others, in the browser of somebody who is signed in: shown around ours, or sending forms to it. */
export function foreign(bench: Bench): void {
  let html = "";
  let port = 0;
  const listener = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(request.url === "/" ? `<!doctype html><title>Foreign</title>${html}` : "");
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    ({ port } = listener.address() as AddressInfo);
  });
  afterAll(() => listener.close());

  /** Opens a foreign page that at once sends a form to ours. @returns what the person then sees */
  async function sendsItself({ page }: Visitor, from: string, path: string, fields: Record<string, string>) {
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
    );
    html = `<form method="post" action="${bench.server()}${path}">${inputs.join("")}</form>
      <script>document.forms[0].submit()</script>`;
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      page.goto(`http://${from}:${port}/`),
    ]);
    await page.waitForURL(`${bench.server()}/**`);
    return [answer.status(), await page.locator("main p").first().textContent()];
  }

  const refused = [403, expect.stringContaining("outro site")];
  const token = ({ page }: Visitor) => page.locator("input[name=form]").first().inputValue();

  it.each(places)("show nothing of ours in a frame (%s)", async (from) => {
    const { client, person } = await connected(bench);
    const ids = await products(bench.server(), AURORA, [`Moldura ${crypto.randomUUID()}`]);
    const { page: approval } = await waitsForPage(client, AURORA, ids);
    const asks = await bench.program();
    const ours = [asks.address, approval, `${bench.server()}/connections`, `${bench.server()}/`];
    html = ours.map((src) => `<iframe src="${escaped(src)}"></iframe>`).join("");
    person.complaints.length = 0;
    await person.page.goto(`http://${from}:${port}/`, { waitUntil: "load" });
    const frames = person.page.frames().filter((frame) => frame !== person.page.mainFrame());
    // A frame of another site loads in a process of its own, and is not waited for.
    const blocked = ours.map(() => "chrome-error://chromewebdata/");
    await expect.poll(() => frames.map((frame) => frame.url()), { timeout: 20_000 }).toEqual(blocked);
    const shown = await Promise.all(frames.map((frame) => frame.locator("main, form, code").count()));
    expect(shown).toEqual([0, 0, 0, 0]);
    const reasons = person.complaints.filter((text) => text.includes("frame-ancestors"));
    expect(reasons).toHaveLength(ours.length);
    // The same addresses, by themselves, are pages.
    await person.page.goto(approval);
    expect(await person.page.locator("form button[name=answer]").count()).toBe(2);
  });

  it.each(places)("cannot approve, whatever they know (%s)", async (from) => {
    const { client, person } = await connected(bench);
    const ids = await products(bench.server(), AURORA, [`Alheio ${crypto.randomUUID()}`]);
    const { page: approval, operation_id } = await waitsForPage(client, AURORA, ids);
    await person.page.goto(approval);
    const form = await token(person);
    const answer = { form, answer: "approve" };
    expect(await sendsItself(person, from, "/approve", answer)).toEqual(refused);
    const still = await client.call("get_operation", { operation_id });
    expect(still.structured).toMatchObject({ status: "AWAITING_CONFIRMATION", executed: false });
    await person.page.goto(approval);
    await person.answer("approve");
    await person.page.getByText("Feito: 1 de 1").waitFor();
  });

  // Here and below only from where the person's cookies come along: without them there is nothing to answer with.
  it("cannot let a program in, whatever they know", async () => {
    const { asks, person } = await atConsent(bench);
    const form = await person.page.locator("form[action='/authorize'] input[name=form]").inputValue();
    const answer = { form, answer: "approve", scope: "products:delete", tenant: "all", mode: "delegated" };
    expect(await sendsItself(person, near, "/authorize", answer)).toEqual(refused);
    expect(asks.arrivals).toEqual([]);
    await person.page.goto(asks.address);
    await person.answer("approve");
    expect((await asks.arrival()).searchParams.has("code")).toBe(true);
  });

  it("cannot end or loosen a connection, nor sign the person out or in", async () => {
    const { client, person } = await connected(bench);
    const at = `${bench.server()}/connections`;
    await person.page.goto(at);
    const form = await token(person);
    // Connections of one second come in no order of their own, so all of them are looked at.
    const shown = person.page.locator("input[name=connection], input[name=mode]:checked");
    const state = async () => Promise.all((await shown.all()).map((input) => input.getAttribute("value")));
    const before = await state();
    const [connection = ""] = before.filter((value) => value !== null);
    const bruno = "a0000000-0000-4000-8000-000000000002";
    const tries: [string, Record<string, string>][] = [
      ["/connections", { form, connection, answer: "end" }],
      ["/connections", { form, connection, answer: "save", mode: "delegated" }],
      ["/sign-out", { return: "/connections" }],
      ["/sign-in", { user: bruno, return: "/connections" }],
    ];
    for (const [path, fields] of tries)
      expect(await sendsItself(person, near, path, fields)).toEqual(refused);
    expect((await client.call("get_user_data")).status).toBe(200);
    await person.page.goto(at);
    expect(await person.page.getByText("Ana Ribeiro").count()).toBe(1);
    expect(before).toContain("browser");
    expect(await state()).toEqual(before);
  });
}
