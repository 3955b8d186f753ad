import { describe, expect, it } from "vitest";
import { agentsFaults, consoleFaults, errorNameFaults, looseTypeFaults, zodFaults } from "./rules/habits";
import { limits, sizeFaults } from "./rules/sizes";
import { type File, sources } from "./support/files";

const one = (text: string): File[] => [{ path: "src/tools/a.ts", text }];
const worker = () => sources("src");
const everything = () => sources("src", "test", "scripts", "bench");

describe("zod", () => {
  it("is imported whole", () => expect(zodFaults(everything())).toEqual([]));
  it.each(['import { z } from "zod";', 'import z from "zod";', 'import * as z from "zod/v4";'])(
    "not as %s",
    (text) => expect(zodFaults(one(text))).toHaveLength(1),
  );
  it("may lend its types", () => expect(zodFaults(one('import type { ZodType } from "zod";'))).toEqual([]));
});

describe("agents", () => {
  it("lends its request handler only", () => expect(agentsFaults(worker())).toEqual([]));
  it.each(['import { Agent } from "agents";', 'import { McpAgent } from "agents/mcp";'])("not %s", (text) =>
    expect(agentsFaults(one(text))).toHaveLength(1),
  );
});

describe("types", () => {
  it("say something", () => expect(looseTypeFaults(everything())).toEqual([]));
  const nothing = "any";
  it.each([
    `const a: ${nothing} = 1;`,
    `const a = b as ${nothing};`,
    `const a: Array<${nothing}> = [];`,
    `function f(a: ${nothing}[]) {}`,
    `type A = ${nothing};`,
    `// @ts-${"ignore"}\nf();`,
    `// @ts-${"expect-error"} why\nf();`,
  ])("catch %s", (text) => expect(looseTypeFaults(one(text))).toHaveLength(1));
  it("may speak the word", () =>
    expect(looseTypeFaults(one('// takes any\nsay("at any time: any");'))).toEqual([]));
});

describe("the console", () => {
  it("is for one module", () => expect(consoleFaults(worker())).toEqual([]));
  it("is caught elsewhere", () => expect(consoleFaults(one("console.log(1)"))).toHaveLength(1));
});

describe("errors", () => {
  it("write their names", () => expect(errorNameFaults(worker())).toEqual([]));
  it("are caught without", () =>
    expect(errorNameFaults(one("export class Lost extends Error {}"))).toHaveLength(1));
});

describe("source files", () => {
  it("stay small", () => expect(sizeFaults(worker())).toEqual([]));
  it("are caught when they grow", () => {
    expect(sizeFaults(one("\n".repeat(limits.largest + 1)))).toHaveLength(3);
    expect(sizeFaults(one("\n".repeat(limits.median)))).toHaveLength(1);
  });
});
