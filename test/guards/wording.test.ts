import { describe, expect, it } from "vitest";
import { wordingFaults } from "./rules/wording";
import { sources } from "./support/files";

/** Every file of messages, found by what it exports rather than by a list that could be forgotten. */
const subjects = sources("src/messages").filter(({ text }) => /\bboth\(\{/.test(text));

describe("wording", () => {
  it.each(subjects.map(({ path }) => path))("of %s stands in both languages", async (path) => {
    const exported: Record<string, unknown> = await import(`../../${path}`);
    const catalogs = Object.entries(exported).filter(([name]) => name.endsWith("Messages"));
    expect(catalogs.length).toBeGreaterThan(0);
    for (const [name, both] of catalogs) {
      expect(wordingFaults(name, both as Parameters<typeof wordingFaults>[1])).toEqual([]);
    }
  });

  it("is caught when it says nothing or is missing", () => {
    const full = () => "text";
    expect(wordingFaults("x", { en: { a: full, b: full }, "pt-BR": { a: () => " " } })).toEqual([
      "x a: empty in pt-BR",
      "x b: missing in pt-BR",
    ]);
    expect(wordingFaults("x", { en: { a: (v: { list: string[] }) => v.list.map(String).join() } })).toEqual(
      [],
    );
  });
});
