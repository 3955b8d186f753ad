import { readFileSync } from "node:fs";
import { encode } from "gpt-tokenizer";
import { describe, expect, it } from "vitest";

/** What a model may have to read before it has done anything, in tokens. */
const WHOLE_LIST = 6_000;
const ONE_TOOL = 600;

const tokens = (value: unknown) => encode(JSON.stringify(value)).length;

// The golden files are held equal to what the wire gives by the contract tests.
describe.each(["en", "pt-BR"])("the list of tools in %s", (language) => {
  const file = new URL(`../golden/tools-list.${language}.json`, import.meta.url);
  const tools = JSON.parse(readFileSync(file, "utf8")) as { name: string }[];

  it("leaves the model room: 6,000 tokens for all tools", () => {
    expect(tools.length).toBeGreaterThan(0);
    expect(tokens({ tools })).toBeLessThanOrEqual(WHOLE_LIST);
  });

  it("leaves the model room: 600 tokens for one tool", () => {
    const sizes = Object.fromEntries(tools.map((tool) => [tool.name, tokens(tool)]));
    expect(Object.entries(sizes).filter(([, size]) => size > ONE_TOOL)).toEqual([]);
  });
});
