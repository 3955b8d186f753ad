import { expect } from "vitest";
import type { JsonObject } from "../../src/json";

interface Part {
  field: string;
  from: number;
  of: number;
  text: string;
}

/**
 * The entries put together again from all pages, as the names of the keys say. Each has to be whole on exactly one page,
 * and where others are shown beside it, those are the same without their values.
 */
export function gathered(pages: JsonObject[], list: "results" | "items"): JsonObject[] {
  const entries = new Map<number, JsonObject>();
  const bare: [number, JsonObject][] = [];
  for (const page of pages) {
    const { first, last } = (page.page ?? { first: 0, last: Number.POSITIVE_INFINITY }) as {
      first: number;
      last: number;
    };
    for (const given of page[list] as JsonObject[]) {
      const index = Number(given.index);
      const { parts, parted: _, ...entry } = given;
      if (index < first || index > last) bare.push([index, given]);
      else if (!entries.has(index)) entries.set(index, structuredClone(entry));
      else expect(parts, `entry ${index} once`).toBeDefined();
      for (const part of (parts ?? []) as unknown as Part[]) add(entries.get(index) as JsonObject, part);
    }
  }
  for (const [index, entry] of bare) expect(entries.get(index)).toMatchObject(entry);
  return [...entries.values()];
}

function add(entry: JsonObject, { field, from, of, text }: Part): void {
  const keys = field.split(".");
  const last = String(keys.pop());
  const holder = keys.reduce((inner, key) => inner[key] as JsonObject, entry);
  const before = String(holder[last]);
  expect([...before]).toHaveLength(from);
  holder[last] = before + text;
  expect([...String(holder[last])].length).toBeLessThanOrEqual(of);
}
