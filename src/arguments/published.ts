import * as z from "zod";
import { isRecord, type Json, type JsonObject } from "../json";
import type { Language } from "../messages";
import type { Notes } from "./reading";

/**
 * What a published schema may hold, in this order. Anything else either is dropped or refused below; `default` is
 * dropped, because the strict mode of OpenAI refuses a tool that has one.
 */
const kept = ["type", "description", "enum", "minimum", "maximum", "minItems", "maxItems"] as const;

/** Keywords that make one client or another lose the tool: a declaration that needs them is a fault of ours. */
const refused = [
  "$ref",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "prefixItems",
  "exclusiveMinimum",
  "exclusiveMaximum",
];

type Direction = "input" | "output";

function generated(schema: z.ZodType, language: Language, io: Direction): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    reused: "inline",
    cycles: "throw",
    unrepresentable: "throw",
    override: ({ zodSchema, jsonSchema }) => {
      const notes = (z.globalRegistry.get(zodSchema) ?? {}) as Notes;
      // Metadata is copied into the node; ours holds schemas, which must not be serialised.
      for (const ours of ["reading", "texts", "shown"]) delete jsonSchema[ours];
      if (notes.shown) Object.assign(jsonSchema, generated(notes.shown, language, io));
      if (notes.texts) jsonSchema.description = notes.texts[language];
    },
  });
}

function plain(node: unknown, path: string, io: Direction): JsonObject {
  if (!isRecord(node) || typeof node.type !== "string") throw new Error(`No plain type at ${path}`);
  const bad = refused.find((keyword) => keyword in node);
  if (bad) throw new Error(`${bad} cannot be published, at ${path}`);
  const out: JsonObject = {};
  for (const key of kept) {
    const unbounded =
      node[key] === Number.MAX_SAFE_INTEGER ||
      node[key] === Number.MIN_SAFE_INTEGER ||
      node[key] === undefined;
    if (!unbounded) out[key] = node[key] as Json;
  }
  if (node.type === "array") out.items = plain(node.items, `${path}[]`, io);
  if (node.type !== "object") return out;
  // A result's object of which nothing is said is open; an input without parameters says that it has none.
  if (io === "output" && Object.keys(node.properties ?? {}).length === 0) return out;
  const properties: JsonObject = {};
  for (const [name, value] of Object.entries(isRecord(node.properties) ? node.properties : {})) {
    const property = plain(value, `${path}.${name}`, io);
    if (io === "input" && !property.description) throw new Error(`No description at ${path}.${name}`);
    properties[name] = property;
  }
  out.properties = properties;
  if (Array.isArray(node.required) && node.required.length > 0) out.required = node.required as Json[];
  // Strict modes want every object of an input closed; a result is always open for more.
  if (io === "input") out.additionalProperties = false;
  return out;
}

/**
 * The plain JSON Schema of a tool's arguments for `tools/list`, with descriptions in one language. Equal calls give
 * equal bytes.
 * @throws Error when the declaration cannot be said plainly or a property lacks its description: a fault of ours,
 * meant to be seen when the module is loaded
 */
export function publishedSchema(schema: z.ZodType, language: Language): JsonObject {
  return plain(generated(schema, language, "input"), "$", "input");
}

/**
 * The plain JSON Schema of a tool's results. The error of a whole call is a text without structured content, but some
 * hosts read the text as if it were and hold it to this schema: so at the root nothing is required, and `error` is
 * declared. What a result always holds, the declaration says and the tests see to.
 */
export function publishedOutput(schema: z.ZodObject, language: Language): JsonObject {
  const { required: _, ...open } = plain(generated(schema, language, "output"), "$", "output");
  return { ...open, properties: { ...(open.properties as JsonObject), error: { type: "object" } } };
}
