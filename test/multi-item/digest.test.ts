import { describe, expect, it } from "vitest";
import { canonical, digestOf } from "../../src/multi-item/digest";

describe("the digest of a request", () => {
  it("is the same whatever order the keys came in, at every depth", async () => {
    const one = await digestOf({ tool: "t", items: [{ id: "1", changes: { b: 2, a: 1 } }] });
    const other = await digestOf({ items: [{ changes: { a: 1, b: 2 }, id: "1" }], tool: "t" });
    expect(one).toBe(other);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
  });

  it("does not see keys without a value", async () => {
    expect(await digestOf({ a: 1, b: undefined })).toBe(await digestOf({ a: 1 }));
  });

  it.each<[string, object, object]>([
    ["the order of items", { items: [1, 2] }, { items: [2, 1] }],
    ["null and absence", { a: null }, {}],
    ["a number and its text", { a: 1 }, { a: "1" }],
    ["the company", { tenant_id: "a" }, { tenant_id: "b" }],
  ])("tells apart %s", async (_, one, other) => {
    expect(await digestOf(one)).not.toBe(await digestOf(other));
  });

  it("leaves lists as they are", () => {
    expect(canonical({ b: [2, 1], a: { d: 1, c: [] } })).toBe('{"a":{"c":[],"d":1},"b":[2,1]}');
  });
});
