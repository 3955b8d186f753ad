import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json";
import { createProducts } from "../support/companies";
import { failure } from "../support/failures";
import { gathered } from "../support/item-pages";
import type { Answer, Client } from "../support/mcp";
import { type Owner, owner } from "../support/people";
import { Published } from "../support/published";
import { random } from "../support/random";
import { double } from "../support/worker";

const SLOW = { timeout: 240_000 };
let person: Owner;
let client: Client;
let published: Published;
let tenant_id: string;
beforeAll(async () => {
  published = await Published.by((await owner()).client);
});
beforeEach(async () => {
  person = await owner();
  ({ client, tenant_id } = person);
});
afterEach(() => double.reset());

type Draft = { name: string; sale_price: number; description?: string; sku: string };

/** A text as it is kept: without outer blanks, and not empty. */
const kept = (text: string) => text.trim() || "x";

function drafts(seed: number, count: number): Draft[] {
  const { text, whole, one } = random(seed);
  return Array.from({ length: count }, (_, at) => ({
    name: kept(text(200, true)),
    sale_price: whole(0, 99_999_999_999) / 100,
    ...(one([true, false]) && { description: kept(text(one([10, 200, 10_000]))) }),
    sku: `${seed}-${at}-${kept(text(40, true)).replace(/\s/g, "_")}`.slice(0, 40).toWellFormed(),
  }));
}

/** The answer to as many of the items as fit; what is refused writes nothing and says how many would do. */
async function asManyAsFit<T>(
  items: readonly T[],
  call: (items: readonly T[]) => Promise<Answer>,
): Promise<{ answer: Answer; sent: readonly T[] }> {
  let sent = items;
  for (;;) {
    const answer = await call(sent);
    if (!answer.isError || answer.raw.structuredContent !== undefined) return { answer, sent };
    const { message, parameter } = failure(answer, "invalid_argument");
    expect(parameter).toBe("items");
    expect(double.counts.writes).toBe(0);
    const most = Number(/\d+/.exec(message)?.[0]);
    expect(most).toBeLessThan(sent.length);
    sent = sent.slice(0, most);
  }
}

const validate = (target_tool: string) => (items: readonly JsonObject[]) =>
  client.call("validate_products", { tenant_id, target_tool, items: [...items] });
const resolvedBy = (answer: Answer) => {
  published.fitting("validate_products", answer);
  const { resolved_arguments } = answer.structured.transaction_decision as JsonObject;
  return resolved_arguments as { tenant_id: string; items: JsonObject[] };
};

/** What bitERP holds, by id. */
async function stored(ids: readonly string[]): Promise<Map<string, JsonObject>> {
  const rows = await env.DB.prepare(
    `SELECT id, name, description, sku, sale_price_cents FROM biterp_products
     WHERE id IN (SELECT value FROM json_each(?))`,
  )
    .bind(JSON.stringify(ids))
    .all<JsonObject & { id: string }>();
  return new Map(rows.results.map((row) => [row.id, row]));
}

describe("sets at the limits of all fields", SLOW, () => {
  it.each([1, 2, 3, 4])("reach bitERP byte for byte as they were checked (seed %i)", async (seed) => {
    const wanted = drafts(seed, random(seed).one([50, 50, 20]));
    const { answer, sent } = await asManyAsFit(wanted, validate("create_products"));
    const checked = resolvedBy(answer);
    expect(checked.items).toEqual(sent.map((draft) => ({ ...draft, eligible: true })));

    const made = published.fitting("create_products", await client.call("create_products", checked));
    expect(made.structured).toMatchObject({ status: "SUCCESS", summary: { total: sent.length } });
    const ids = (made.structured.results ?? []).map(({ product }) => String((product as JsonObject).id));
    const rows = await stored(ids);
    sent.forEach(({ name, sale_price, description = "", sku }, at) => {
      expect(rows.get(String(ids[at]))).toEqual({
        ...{ id: ids[at], name, description, sku, sale_price_cents: Math.round(sale_price * 100) },
      });
      expect(made.structured.results?.[at]).toMatchObject({ index: at, name });
    });
  });

  it.each([11, 12, 13])(
    "change as they were checked, and are evidence afterwards (seed %i)",
    async (seed) => {
      const before = drafts(seed, 50).map((draft, at) => ({ ...draft, sku: `k${at}` }));
      const ids = (await createProducts(tenant_id, before)).map(({ id }) => id);
      const { text, one } = random(seed + 1_000);
      const wanted = ids.map((id) => ({
        ...(one([true, false]) ? { id } : { sku: `k${ids.indexOf(id)}` }),
        changes: {
          ...(one([true, false]) && { name: kept(text(200, true)) }),
          description: kept(text(one([10, 10_000]))),
        },
      }));
      const { answer, sent } = await asManyAsFit(wanted, validate("update_products"));
      const checked = resolvedBy(answer);
      expect(checked.items).toEqual(sent.map((item, at) => ({ ...item, id: ids[at], eligible: true })));

      const asked = published.fitting("update_products", await client.call("update_products", checked));
      expect(asked.structured.items).toHaveLength(sent.length);
      const operation_id = String(asked.structured.operation_id);
      const done = published.fitting(
        "confirm_operation",
        await client.call("confirm_operation", { operation_id }),
      );
      expect(done.structured).toMatchObject({ status: "SUCCESS", summary: { succeeded: sent.length } });
      expect(done.structured.results).toHaveLength(sent.length);

      const evidence = gathered(await pagesOf(operation_id), "results");
      expect(evidence).toHaveLength(sent.length);
      sent.forEach(({ changes }, at) => {
        const was = before[at] as Draft;
        expect(evidence[at]).toMatchObject({ index: at, success: true, changes });
        expect(evidence[at]?.before).toEqual(
          Object.fromEntries(Object.keys(changes).map((key) => [key, was[key as keyof Draft] ?? ""])),
        );
      });
      const rows = await stored(ids);
      sent.forEach(({ changes }, at) => {
        expect(rows.get(String(ids[at]))).toMatchObject(changes);
      });
    },
  );

  it("are refused before anything is asked or written, and say how many would do", async () => {
    const wide = Array.from({ length: 50 }, (_, at) => ({
      name: `${at} ${"🧀".repeat(197)}`,
      sale_price: 1,
      sku: `${at}${'"'.repeat(60)}`,
    }));
    const answer = await client.call("create_products", { tenant_id, items: wide });
    expect(failure(answer, "invalid_argument")).toMatchObject({
      parameter: "items",
      message: expect.stringMatching(/\b[1-4]\d\b/),
    });
    expect(double.counts.writes).toBe(0);
    const { sent } = await asManyAsFit(wide, (items) =>
      client.call("create_products", { tenant_id, items: [...items] }),
    );
    expect(sent.length).toBeGreaterThan(20);
  });
});

describe("references at the limits", SLOW, () => {
  it.each(["get_products", "delete_products", "restore_products", "validate_products"])(
    "that nobody can resolve fit into the result of %s, or are refused",
    async (tool) => {
      const { text } = random(tool.length);
      const items = Array.from({ length: 50 }, () => ({ name: kept(text(200)) }));
      const { answer, sent } = await asManyAsFit(items, (some) =>
        client.call(tool, { tenant_id, items: [...some] }),
      );
      published.fitting(tool, answer);
      const entries = (answer.structured.results ?? answer.structured.issues) as JsonObject[];
      expect(entries.map(({ name }) => name)).toEqual(sent.map(({ name }) => name));
    },
  );

  it("that are too long to be a name come back in a form that nothing takes for one", async () => {
    const name = "n".repeat(200);
    await createProducts(tenant_id, [{ name }]);
    // A single word of all the characters that a name may have is a name all the same.
    const whole = await client.call("get_products", { tenant_id, items: [{ name }] });
    expect(whole.structured.status).toBe("SUCCESS");
    const items = [{ name: `${name} e mais` }, `${name}, comprido`];
    const checked = resolvedBy(await validate("delete_products")(items as JsonObject[]));
    expect(checked.items.map(({ eligible }) => eligible)).toEqual([false, false]);
    // As a host would send them that knows nothing of the marks.
    const stripped = checked.items.map(({ eligible: _, reason: __, ...item }) => item);
    const answer = await client.call("delete_products", { tenant_id, items: stripped });
    expect(answer.structured).toMatchObject({ status: "FAILED", failures: [0, 1] });
  });
});

/** Every page of what get_operation tells. */
async function pagesOf(operation_id: string): Promise<JsonObject[]> {
  const pages: JsonObject[] = [];
  let cursor: string | undefined;
  do {
    const answer = await client.call("get_operation", { operation_id, ...(cursor && { cursor }) });
    expect(answer.isError, answer.text).toBe(false);
    expect(answer.text.length).toBeLessThanOrEqual(60_000);
    pages.push(answer.structured);
    cursor = answer.structured.next_cursor as string | undefined;
  } while (cursor !== undefined);
  return pages;
}

describe("evidence", SLOW, () => {
  it("shows an old description of 8,000 characters and the new one whole, for as many items as there are", async () => {
    const old = Array.from({ length: 20 }, (_, at) => ({
      name: `Vela ${at}`,
      description: `${at} ${"antiga ".repeat(1_140)}`,
    }));
    const ids = (await createProducts(tenant_id, old)).map(({ id }) => id);
    const items = ids.map((id) => ({ id, changes: { description: "nova" } }));
    const asked = await client.call("update_products", { tenant_id, items });
    const operation_id = String(asked.structured.operation_id);
    const whole = old.map(({ description }, index) => ({
      index,
      before: { description },
      changes: { description: "nova" },
    }));
    expect(gathered(await pagesOf(operation_id), "items")).toMatchObject(whole);
    await client.call("confirm_operation", { operation_id });
    const pages = await pagesOf(operation_id);
    expect(pages.length).toBeGreaterThan(1);
    expect(gathered(pages, "results")).toMatchObject(whole);
    // What was counted stands on every page, so that none can be taken for the whole set.
    for (const page of pages) expect(page.summary).toEqual({ total: 20, succeeded: 20, failed: 0 });

    const [, second] = pages;
    const cursor = String(pages[0]?.next_cursor);
    const again = await client.call("get_operation", { operation_id, cursor });
    expect(again.structured).toEqual(second);
    failure(await client.call("get_operation", { operation_id, cursor: "x" }), "invalid_cursor");
    failure(
      await client.call("get_operation", { operation_id, cursor: `${operation_id}.20.0` }),
      "invalid_cursor",
    );
    failure(await client.call("get_operation", { operation_id, cursor: "op_other.1.0" }), "cursor_mismatch");
  });

  it("says beside what was never sent that it was shortened", async () => {
    const [row] = await createProducts(tenant_id, [{ name: "Vela", description: "x".repeat(500) }]);
    const items = [{ id: String(row?.id), changes: { description: "y".repeat(500) } }];
    const asked = await client.call("update_products", { tenant_id, items });
    const operation_id = String(asked.structured.operation_id);
    await client.call("cancel_operation", { operation_id });
    const seen = await client.call("get_operation", { operation_id });
    expect(seen.structured.items).toMatchObject([
      {
        before: { description: "x".repeat(200), description_truncated: true },
        changes: { description: "y".repeat(200), description_truncated: true },
      },
    ]);
  });
});

it("a single write shows the whole description of its product, a set the beginning of each", async () => {
  const description = "Palavra ".repeat(1_200).trim();
  const made = await client.call("create_product", { tenant_id, name: "Vela", sale_price: 1, description });
  const { product } = published.fitting("create_product", made).structured as { product: JsonObject };
  expect(product.description).toBe(description);
  const { id } = product as { id: string };
  const priced = await client.call("update_product", { tenant_id, id, sale_price: 2 });
  expect(priced.structured.product).toMatchObject({ description, sale_price: 2 });
  const same = await client.call("update_product", { tenant_id, id, sale_price: 2 });
  expect(same.structured).toMatchObject({ product: { description }, unchanged: true });
  const draft = { name: "Vela azul", sale_price: 1, description };
  const many = await client.call("create_products", { tenant_id, items: [draft] });
  expect(many.structured.results).toMatchObject([
    { product: { description: description.slice(0, 200), description_truncated: true } },
  ]);
});

describe("a page of products", SLOW, () => {
  it("that a host would cut has fewer of them, and a cursor that goes on right behind", async () => {
    const seeds = Array.from({ length: 100 }, (_, at) => ({
      name: `${String(at).padStart(3, "0")} ${"\u0001\u0002".repeat(90)}`,
      description: "\u0001".repeat(150),
      sku: `s${at}`,
    }));
    const ids = (await createProducts(tenant_id, seeds)).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = published.fitting(
        "list_products",
        await client.call("list_products", { tenant_id, limit: 100, ...(cursor && { cursor }) }),
      );
      const { products, next_cursor, has_next_page } = answer.structured;
      for (const { id, name } of products as JsonObject[]) {
        expect(name).toBe(seeds[ids.indexOf(String(id))]?.name);
        seen.push(String(id));
      }
      expect(has_next_page).toBe(next_cursor !== undefined);
      cursor = next_cursor as string | undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(ids);
  });
});

describe("a question", SLOW, () => {
  it("has a line for every item, also where it is one of fifty", async () => {
    const seeds = Array.from({ length: 50 }, (_, at) => ({ name: `${at} ${"n".repeat(190)}` }));
    const ids = (await createProducts(tenant_id, seeds)).map(({ id }) => id);
    const answer = published.fitting(
      "validate_products",
      await client.call("validate_products", { tenant_id, items: ids.map((id) => ({ id })) }),
    );
    const { confirmation_message } = answer.structured.transaction_decision as JsonObject;
    const lines = String(confirmation_message).split("\n");
    expect(lines).toHaveLength(51);
    ids.forEach((id, at) => {
      expect(lines[at + 1]).toContain(id);
    });
  });
});
