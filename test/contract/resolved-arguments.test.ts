import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Json, JsonObject } from "../../src/json";
import { createProducts } from "../support/companies";
import { outcomes } from "../support/failures";
import type { Client } from "../support/mcp";
import { owner } from "../support/people";
import { random } from "../support/random";

// Many requests each, on whatever machine.
vi.setConfig({ testTimeout: 60_000 });

let client: Client;
let tenant_id: string;
beforeAll(async () => {
  ({ client, tenant_id } = await owner({ choice: { mode: "delegated" } }));
});

/** What an agent framework's client makes of an answer: a list of one becomes its element, all the way down. */
function unwrapped(value: Json): Json {
  if (Array.isArray(value)) return value.length === 1 ? unwrapped(value[0] as Json) : value.map(unwrapped);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unwrapped(inner)]));
}

async function resolve(target_tool: string, items: JsonObject[]): Promise<JsonObject> {
  const answer = await client.call("validate_products", { tenant_id, target_tool, items });
  const decision = answer.structured.transaction_decision as JsonObject;
  expect(decision.target_tool).toBe(target_tool);
  return decision.resolved_arguments as JsonObject;
}

/** The products that a call with these arguments made or changed, after a client unwrapped them. */
async function carriedOut(tool: string, resolved: JsonObject): Promise<JsonObject[]> {
  const answer = await client.call(tool, unwrapped(resolved) as JsonObject);
  expect(answer.structured).toMatchObject({ status: "SUCCESS" });
  expect(answer.structured, "nothing in it is foreign to the tool").not.toHaveProperty("ignored");
  const ids = answer.structured.results?.map(({ id }) => String(id)) ?? [];
  // A result may show a description cut; what is stored is what counts.
  return tool === "delete_products" ? [] : Promise.all(ids.map(stored));
}

async function stored(id: string): Promise<JsonObject> {
  return (await client.call("get_product", { tenant_id, id })).structured.product as JsonObject;
}

describe("resolved_arguments that a client unwrapped", () => {
  const { whole, one, text } = random(7);
  const draft = (): JsonObject => ({
    name: `N${text(198, true)}z`,
    sale_price: whole(0, 99_999_999_999) / 100,
    description: `Da ${text(1_000)}\n linha`,
    sku: crypto.randomUUID(),
    is_active: one([true, false]),
  });

  it.each([1, 3])("pass through every tool as they are, %i at a time", async (size) => {
    const drafts = Array.from({ length: size }, draft);
    const created = await resolve("create_products", drafts);
    expect(created.items).toEqual(drafts.map((one) => ({ ...one, eligible: true })));
    const products = await carriedOut("create_products", created);
    expect(products).toMatchObject(drafts);

    const changes = Array.from({ length: size }, draft).map(({ sku: _, ...rest }) => rest);
    const references = products.map(({ id, sku, name }, at) => [{ id }, { sku }, { name }][at % 3]);
    const items = changes.map((change, at) => ({ ...references[at], changes: change })) as JsonObject[];
    const updated = await resolve("update_products", items);
    expect(updated.items).toEqual(
      items.map((item, at) => ({ ...item, id: products[at]?.id, eligible: true })),
    );
    expect(await carriedOut("update_products", updated)).toMatchObject(changes);

    const ids = products.map(({ id }) => ({ id: String(id) }));
    await carriedOut("delete_products", await resolve("delete_products", ids));
    await carriedOut("restore_products", await resolve("restore_products", ids));
  });
});

describe("resolved_arguments of a set that is partly refused", () => {
  it("keep what was said of each item, and pass as they are", async () => {
    const [a] = await createProducts(tenant_id, [{ name: "Panela Funda" }, { name: "Panela Rasa" }]);
    const items = [
      { id: String(a?.id), changes: { sale_price: 7 } },
      { name: "Panela", changes: { sale_price: 7 } },
      { name: "Nenhuma", changes: { sale_price: 7 } },
      { name: "x".repeat(300), changes: { sale_price: 7 } },
      { name: "Panela Rasa", changes: { sale_price: "1.234" } },
      { name: "Panela Rasa", preco: 1 } as never,
    ];
    const resolved = await resolve("update_products", items);
    const reasons = (resolved.items as JsonObject[]).map(({ reason }) => reason);
    expect(reasons.slice(1)).toEqual([
      "ambiguous",
      "not_found",
      "invalid_argument",
      "ambiguous_number",
      "invalid_argument",
    ]);
    const answer = await client.call("update_products", resolved);
    expect(outcomes(answer)).toEqual(["ok", ...reasons.slice(1)]);
  });

  it("of one that is refused come back as that one's failure, unwrapped too", async () => {
    const resolved = await resolve("delete_products", [{ name: "Nada disso" }]);
    for (const args of [resolved, unwrapped(resolved) as JsonObject])
      expect(outcomes(await client.call("delete_products", args))).toEqual(["not_found"]);
  });
});
