import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { addItems, type Company, createProducts } from "../support/companies";
import { failure } from "../support/failures";
import { Client } from "../support/mcp";
import { type Owner, owner } from "../support/people";

let person: Owner;
let client: Client;
let tenant_id: string;
beforeAll(async () => {
  person = await owner({ roles: ["admin", "admin"] });
  ({ client, tenant_id } = person);
  await addItems(tenant_id);
  await createProducts((person.companies[1] as Company).tenantId, [{ name: "Item de B" }]);
});

interface Page {
  products: JsonObject[];
  has_next_page: boolean;
  next_cursor?: string;
}
const args = { search: "item", limit: 20 };
const page = async (more: JsonObject = {}, from: Client = client) =>
  (await from.call("list_products", { tenant_id, ...args, ...more })).structured as unknown as Page;
const cursorOf = ({ next_cursor }: Page) => {
  if (next_cursor === undefined) throw new Error("no further page");
  return next_cursor;
};
const ids = ({ products }: Page) => products.map(({ id }) => String(id));

describe("walking the pages", () => {
  it("gives each row that stayed exactly once while others come and go", { timeout: 60_000 }, async () => {
    const own = await owner();
    const rows = await addItems(own.tenant_id);
    const of = { tenant_id: own.tenant_id };
    const gone = new Set<string>();
    const seen: string[] = [];
    let now = await page(of, own.client);
    for (let turn = 0; ; turn++) {
      seen.push(...ids(now));
      if (!now.has_next_page) break;
      await createProducts(own.tenant_id, [
        { name: "Item 000" },
        { name: `Item 0${turn}5 novo` },
        { name: "Item Zulu" },
      ]);
      const leaves = [rows[turn], rows[119 - turn]].map((row) => String(row?.id));
      for (const id of leaves) {
        gone.add(id);
        await env.DB.prepare("UPDATE biterp_products SET deleted_at = ? WHERE id = ?")
          .bind(new Date().toISOString(), id)
          .run();
      }
      now = await page({ ...of, cursor: cursorOf(now) }, own.client);
    }
    expect(new Set(seen).size).toBe(seen.length);
    const stayed = rows.map(({ id }) => id).filter((id) => !gone.has(id));
    expect(stayed.filter((id) => !seen.includes(id))).toEqual([]);
    expect(now).not.toHaveProperty("next_cursor");
  });

  it("ends with a page that says so and has no cursor", async () => {
    let now = await page({ limit: 100 });
    expect(now).toMatchObject({ has_next_page: true, next_cursor: expect.stringMatching(/\S/) });
    now = await page({ limit: 100, cursor: cursorOf(now) });
    expect(now.products).toHaveLength(20);
    expect(now.has_next_page).toBe(false);
    expect(now).not.toHaveProperty("next_cursor");
  });

  it("has one page when the rows just fill it", async () => {
    const now = await page({ search: "Repetido", limit: 40 });
    expect(now.products).toHaveLength(40);
    expect(now.has_next_page).toBe(false);
    expect(now).not.toHaveProperty("next_cursor");
  });

  it("shows 20 rows when nothing is said", async () => {
    const answer = await client.call("list_products", { tenant_id });
    expect(answer.structured.products).toHaveLength(20);
  });
});

describe("a cursor", () => {
  it("belongs to its search, filter and company, and says to start again", async () => {
    const cursor = cursorOf(await page());
    for (const other of [
      { search: "repetido" },
      { search: null },
      { active_only: true },
      { tenant_id: String(person.companies[1]?.tenantId) },
    ]) {
      const answer = await client.call("list_products", { tenant_id, ...args, cursor, ...other });
      const { parameter, message } = failure(answer, "cursor_mismatch");
      expect(message).toMatch(/cursor/);
      if (parameter !== undefined) expect(parameter).toBe("cursor");
    }
  });

  it("does not mind how the same search is written", async () => {
    const cursor = cursorOf(await page());
    expect(ids(await page({ cursor, search: " ITEM " }))).toEqual(ids(await page({ cursor })));
  });

  it("goes on with another limit, without gap or repeat", async () => {
    const first = await page();
    const next = await page({ cursor: cursorOf(first), limit: 50 });
    const whole = await page({ limit: 70 });
    expect([...ids(first), ...ids(next)]).toEqual(ids(whole));
  });

  it.each(["bogus", "AAAA", "e30", "null", "%", "🍞"])(
    "is refused when it is made up: %s",
    async (cursor) => {
      failure(await client.call("list_products", { tenant_id, ...args, cursor }), "invalid_cursor");
    },
  );

  it("is refused with any one character changed", async () => {
    const cursor = cursorOf(await page());
    for (const at of [0, Math.floor(cursor.length / 2), cursor.length - 2]) {
      const flipped = cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1);
      failure(await client.call("list_products", { tenant_id, ...args, cursor: flipped }), "invalid_cursor");
    }
  });

  it.each(["", "  ", null])("is the first page when it is %j", async (cursor) => {
    expect(ids(await page({ cursor }))).toEqual(ids(await page()));
  });

  it("outlives the token it was given to", async () => {
    const first = await page();
    const fresh = new Client(await client.connection.refresh());
    person.client = fresh;
    const next = await page({ cursor: cursorOf(first) }, fresh);
    expect(next.products).toHaveLength(20);
    client = fresh;
  });

  it("is not good for another person's company", async () => {
    const cursor = cursorOf(await page());
    const other = await owner();
    await addItems(other.tenant_id);
    const answer = await other.client.call("list_products", { tenant_id: other.tenant_id, ...args, cursor });
    expect(["cursor_mismatch", "invalid_cursor"]).toContain(answer.error.code);
  });
});
