import { expect } from "vitest";
import type { JsonObject } from "../../src/json";

interface Part {
  field: string;
  from: number;
  of: number;
  text: string;
}

/** The entries put together again from all pages, as the names of the keys say. */
export function gathered(pages: JsonObject[], list: "results" | "items"): JsonObject[] {
  const entries = new Map<number, JsonObject>();
  for (const given of pages.flatMap((page) => page[list] as JsonObject[])) {
    const index = Number(given.index);
    const { part, ...rest } = given as JsonObject & { part?: JsonObject };
    if (part === undefined) {
      const { parted: _, ...entry } = rest;
      expect(entries.has(index)).toBe(false);
      entries.set(index, structuredClone(entry));
      continue;
    }
    const { field, from, of, text } = part as unknown as Part;
    const keys = field.split(".");
    const last = String(keys.pop());
    const holder = keys.reduce((inner, key) => inner[key] as JsonObject, entries.get(index) as JsonObject);
    const before = String(holder[last]);
    expect([...before]).toHaveLength(from);
    holder[last] = before + text;
    expect([...String(holder[last])].length).toBeLessThanOrEqual(of);
  }
  return [...entries.values()];
}
