import { describe, expect, it } from "vitest";
import * as z from "zod";
import { count, described, publishedOutput, publishedSchema, record } from "../../src/arguments";
import { isRecord } from "../../src/json";
import { changes, draft, everything, updateItem } from "./declaration";

const allowed = new Set([
  "type",
  "description",
  "enum",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "items",
  "properties",
  "required",
  "additionalProperties",
]);

function walk(node: unknown, path: string, root = true): void {
  if (!isRecord(node)) throw new Error(path);
  expect(Object.keys(node).filter((key) => !allowed.has(key))).toEqual([]);
  expect(typeof node.type).toBe("string");
  if (!root) expect(node.description, path).toBeTruthy();
  expect(node.additionalProperties, path).toBe(node.type === "object" ? false : undefined);
  for (const [name, value] of Object.entries((node.properties ?? {}) as object))
    walk(value, `${path}.${name}`, false);
  // The items of a list are described by the list.
  if (node.type === "array") walk(node.items, `${path}[]`, true);
}

describe("publishedSchema", () => {
  it("holds nothing that makes a client drop the tool", () => {
    for (const schema of [everything, changes, draft, updateItem, record({})]) {
      for (const language of ["en", "pt-BR"] as const) {
        const json = publishedSchema(schema, language);
        expect(json.type).toBe("object");
        walk(json, "$");
        const bytes = JSON.stringify(json);
        expect(bytes).toBe(JSON.stringify(publishedSchema(schema, language)));
        expect(bytes.includes("english")).toBe(
          language === "en" && Object.keys(json.properties ?? {}).length > 0,
        );
      }
    }
  });

  it("shows plain types and limits, and no default, which strict modes refuse", () => {
    const json = publishedSchema(everything, "pt-BR");
    expect(json.required).toEqual(["items"]);
    const { limit, active_only, items, target, drafts } = json.properties as Record<string, never>;
    expect(limit).toEqual({
      type: "integer",
      description: "português",
      minimum: 1,
      maximum: 100,
    });
    expect(active_only).toEqual({ type: "boolean", description: "português" });
    expect(items).toMatchObject({ type: "array", minItems: 1, maxItems: 50, description: "português" });
    expect(target).toMatchObject({ type: "string", enum: ["create_products", "delete_products"] });
    expect(drafts).toMatchObject({
      items: { type: "object", required: ["name", "sale_price"] },
    });
  });

  it("shows the items as objects, with their price as a number", () => {
    const json = publishedSchema(everything, "en");
    expect(json).toMatchObject({
      properties: {
        items: {
          items: {
            type: "object",
            required: ["changes"],
            properties: {
              changes: {
                type: "object",
                properties: { sale_price: { type: "number", minimum: 0, maximum: 999_999_999.99 } },
              },
            },
          },
        },
      },
    });
  });

  it("refuses what cannot be said plainly", () => {
    const said = (schema: z.ZodType) => described(schema, { en: "a", "pt-BR": "b" });
    for (const schema of [
      z.string().nullable(),
      z.union([z.string(), z.number()]),
      z.tuple([z.string()]),
      z.unknown(),
    ])
      expect(() => publishedSchema(record({ a: said(schema) }), "en")).toThrow();
    expect(() => publishedSchema(record({ a: count(1, 2, 1) }), "en")).toThrow("No description at $.a");
  });

  it("publishes results too, open at every place, with nothing required at the root and an error beside", () => {
    const result = z.object({
      status: z.string(),
      summary: z.object({ total: z.int() }),
      more: z.object({}),
    });
    expect(publishedOutput(result, "en")).toEqual({
      type: "object",
      properties: {
        status: { type: "string" },
        summary: { type: "object", properties: { total: { type: "integer" } }, required: ["total"] },
        more: { type: "object" },
        error: { type: "object" },
      },
    });
  });
});
