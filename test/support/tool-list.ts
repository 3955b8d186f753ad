/** A JSON Schema as `tools/list` publishes it. */
export interface Schema {
  type: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  [keyword: string]: unknown;
}

/** A tool as `tools/list` publishes it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  outputSchema: Schema;
  annotations: Record<string, unknown>;
}

/** Every schema in a schema, itself included, with its path. */
export function* schemasIn(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema];
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    yield* schemasIn(inner, `${path}.${name}`);
  if (schema.items) yield* schemasIn(schema.items, `${path}[]`);
}

/** Every keyword anywhere in a value, whether or not it stands where a schema may stand. Property names are none. */
export function keywordsIn(value: unknown, namesAreKeywords = true): Set<string> {
  const found = new Set<string>();
  const walk = (inner: unknown, keywords: boolean) => {
    if (Array.isArray(inner)) for (const one of inner) walk(one, true);
    else if (typeof inner === "object" && inner !== null) {
      for (const [key, next] of Object.entries(inner)) {
        if (keywords) found.add(key);
        walk(next, !(keywords && key === "properties"));
      }
    }
  };
  walk(value, namesAreKeywords);
  return found;
}
