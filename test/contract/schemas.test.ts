import { beforeAll, describe, expect, it } from "vitest";
import { type Client, message } from "../support/mcp";
import { owner } from "../support/people";
import { keywordsIn, type ListedTool, schemasIn } from "../support/tool-list";

const lists: Record<string, ListedTool[]> = {};
let client: Client;

const listOf = async (from: Client, era: "2025" | "2026" = "2025") =>
  (await from.result("tools/list", {}, { era })).tools as unknown as ListedTool[];

beforeAll(async () => {
  ({ client } = await owner({ roles: ["admin", "admin"] }));
  const { client: english } = await owner({ language: "en" });
  lists["pt-BR"] = await listOf(client);
  lists.en = await listOf(english);
});

/** The table of the tool contract: readOnly, destructive, idempotent, openWorld. */
const table: [string, boolean, boolean, boolean, boolean][] = [
  ["get_user_data", true, false, true, false],
  ["list_tenants", true, false, true, false],
  ["select_tenant", false, false, true, false],
  ["list_products", true, false, true, false],
  ["get_product", true, false, true, false],
  ["get_products", true, false, true, false],
  ["validate_products", true, false, true, false],
  ["create_product", false, false, false, false],
  ["create_products", false, false, false, false],
  ["update_product", false, true, true, false],
  ["update_products", false, true, true, false],
  ["delete_product", false, true, true, false],
  ["delete_products", false, true, true, false],
  ["restore_products", false, false, true, false],
  ["confirm_operation", false, true, true, false],
  ["cancel_operation", false, false, true, false],
  ["get_operation", true, false, true, false],
];

/** What each tool takes and what it insists on. */
const parameters: Record<string, { takes: string[]; needs: string[] }> = {
  get_user_data: { takes: [], needs: [] },
  list_tenants: { takes: [], needs: [] },
  select_tenant: { takes: ["tenant_id"], needs: ["tenant_id"] },
  list_products: { takes: ["tenant_id", "search", "active_only", "cursor", "limit"], needs: [] },
  get_product: { takes: ["tenant_id", "id"], needs: ["id"] },
  get_products: { takes: ["tenant_id", "items"], needs: ["items"] },
  validate_products: { takes: ["tenant_id", "target_tool", "items", "subject"], needs: [] },
  create_product: {
    takes: ["tenant_id", "name", "sale_price", "description", "sku", "is_active", "idempotency_key"],
    needs: ["name", "sale_price"],
  },
  create_products: { takes: ["tenant_id", "items", "idempotency_key"], needs: ["items"] },
  update_product: {
    takes: ["tenant_id", "id", "name", "sale_price", "description", "is_active", "idempotency_key"],
    needs: ["id"],
  },
  update_products: { takes: ["tenant_id", "items", "idempotency_key"], needs: ["items"] },
  delete_product: { takes: ["tenant_id", "id", "idempotency_key"], needs: ["id"] },
  delete_products: { takes: ["tenant_id", "items", "idempotency_key"], needs: ["items"] },
  restore_products: { takes: ["tenant_id", "items", "idempotency_key"], needs: ["items"] },
  confirm_operation: { takes: ["operation_id"], needs: ["operation_id"] },
  cancel_operation: { takes: ["operation_id"], needs: ["operation_id"] },
  get_operation: { takes: ["operation_id", "cursor"], needs: ["operation_id"] },
};

const tool = (name: string, language = "en") => {
  const found = lists[language]?.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
};

describe.each(["en", "pt-BR"])("in %s", (language) => {
  it("is what was agreed on, to the letter", async () => {
    const text = `${JSON.stringify(lists[language], null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`../golden/tools-list.${language}.json`);
  });

  it("holds every tool in the agreed order, with the agreed hints and a title in both places", () => {
    const shown = lists[language]?.map(({ name, title, annotations }) => {
      expect(title, name).toMatch(/\S/);
      const { title: again, ...hints } = annotations;
      expect(again, name).toBe(title);
      return { name, hints };
    });
    expect(shown).toEqual(
      table.map(([name, readOnlyHint, destructiveHint, idempotentHint, openWorldHint]) => ({
        name,
        hints: { readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
      })),
    );
  });

  it("says of every parameter what it is", () => {
    for (const { name, description, inputSchema } of lists[language] ?? []) {
      expect(description, name).toMatch(/\S/);
      for (const [path, schema] of schemasIn(inputSchema, name)) {
        if (path === name || path.endsWith("[]")) continue;
        expect(schema.description, path).toMatch(/\S/);
      }
    }
  });

  it("has plain schemas to the bottom: one type each, typed items, names every client takes", () => {
    for (const { name, inputSchema, outputSchema } of lists[language] ?? []) {
      expect(name).toMatch(/^[a-z_]{1,21}$/);
      for (const root of [inputSchema, outputSchema]) {
        expect(root.type, name).toBe("object");
        for (const [path, schema] of schemasIn(root, name)) {
          expect(schema.type, path).toMatch(/^(object|array|string|number|integer|boolean)$/);
          if (schema.type === "array") expect(schema.items?.type, path).toEqual(expect.any(String));
          for (const key of Object.keys(schema.properties ?? {})) {
            expect(key, path).toMatch(/^[A-Za-z0-9_]{1,64}$/);
          }
          for (const key of schema.required ?? []) expect(schema.properties, path).toHaveProperty(key);
        }
      }
    }
  });

  it("uses no keyword that makes a client drop a tool", () => {
    for (const { name, inputSchema, outputSchema } of lists[language] ?? []) {
      const used = [...keywordsIn([inputSchema, outputSchema])].sort();
      const harmless = [
        ...["type", "description", "properties", "required", "items", "enum"],
        ...["minimum", "maximum", "minItems", "maxItems", "additionalProperties"],
      ];
      expect(
        used.filter((keyword) => !harmless.includes(keyword)),
        name,
      ).toEqual([]);
    }
  });
});

it.each(Object.entries(parameters))("%s takes and needs what the contract says", (name, { takes, needs }) => {
  const { inputSchema } = tool(name);
  expect(Object.keys(inputSchema.properties ?? {})).toEqual(takes);
  expect(inputSchema.required ?? []).toEqual(needs);
  expect(inputSchema.type).toBe("object");
});

it("closes every object of an input, and opens every result to an error and to more", () => {
  for (const { name, inputSchema, outputSchema } of lists.en ?? []) {
    for (const [path, schema] of schemasIn(inputSchema, name))
      expect(schema.additionalProperties, path).toBe(schema.type === "object" ? false : undefined);
    for (const [path, schema] of schemasIn(outputSchema, name))
      expect(schema, path).not.toHaveProperty("additionalProperties");
    expect(outputSchema, name).not.toHaveProperty("required");
    expect(outputSchema.properties?.error, name).toEqual({ type: "object" });
  }
});

it("shows limits as numbers a client can use", () => {
  expect(tool("list_products").inputSchema.properties?.limit).toMatchObject({
    type: "integer",
    description: expect.stringContaining("20"),
    minimum: 1,
    maximum: 100,
  });
  for (const [name, { takes }] of Object.entries(parameters)) {
    if (!takes.includes("items")) continue;
    const items = tool(name).inputSchema.properties?.items;
    expect(items, name).toMatchObject({
      type: "array",
      minItems: 1,
      maxItems: 50,
      items: { type: "object" },
    });
  }
});

it("publishes the plain type of what is read leniently", () => {
  const { properties } = tool("create_product").inputSchema;
  const types = Object.fromEntries(Object.entries(properties ?? {}).map(([key, { type }]) => [key, type]));
  expect(types).toMatchObject({ sale_price: "number", is_active: "boolean", sku: "string", name: "string" });
  const item = tool("update_products").inputSchema.properties?.items?.items;
  expect(item?.required).toEqual(["changes"]);
  expect(Object.keys(item?.properties ?? {})).toEqual(["id", "sku", "name", "changes"]);
  expect(item?.properties?.changes).toMatchObject({
    type: "object",
    properties: { is_active: { type: "boolean" } },
  });
});

it("speaks about the same things in both languages", () => {
  const bare = (language: string) =>
    JSON.parse(JSON.stringify(lists[language]), (key, value) =>
      (key === "description" || key === "title") && typeof value === "string" ? "…" : value,
    );
  expect(bare("en")).toEqual(bare("pt-BR"));
  expect(lists.en).not.toEqual(lists["pt-BR"]);
});

it("never tells the model what to do", () => {
  const text = JSON.stringify(lists.en);
  expect(text).not.toMatch(/\b(you must|always call|never call|ignore|instead of other tools|IMPORTANT)\b/i);
});

it("is the same bytes a hundred times over, in both eras, whatever was called meanwhile", {
  timeout: 60_000,
}, async () => {
  const bytes = async (era: "2025" | "2026") => JSON.stringify(await listOf(client, era));
  const first = await bytes("2025");
  for (let round = 0; round < 50; round++) {
    if (round === 20) {
      const { tenants } = (await client.call("list_tenants")).structured as {
        tenants: { tenant_id: string }[];
      };
      await client.call("select_tenant", { tenant_id: String(tenants[1]?.tenant_id) });
    }
    expect(await bytes("2025")).toBe(first);
    expect(await bytes("2026")).toBe(first);
  }
  const whole = async () => JSON.stringify((await message(await client.rpc("tools/list"))).result);
  expect(await whole()).toBe(await whole());
});
