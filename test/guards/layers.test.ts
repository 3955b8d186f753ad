import { describe, expect, it } from "vitest";
import { cycleFaults, layerFaults } from "./rules/layers";
import { sources } from "./support/files";

const file = (path: string, text: string) => ({ path, text });

describe("the arrows between rooms", () => {
  it("are kept", () => expect(layerFaults([...sources("src"), ...sources("sandbox")])).toEqual([]));

  const http = file("src/http/mcp.ts", "");
  const bundled = file("sandbox/biterp/index.ts", "");
  const index = file("src/index.ts", "");
  const worker = file("src/worker.ts", "");
  const config = file("src/config.ts", "");
  it.each([
    ["a tool that knows HTTP", file("src/tools/a.ts", 'import { x } from "../http/mcp";'), http],
    ["a type that goes upwards", file("src/session/a.ts", 'import type { X } from "../http/mcp";'), http],
    ["a tool at the sandbox", file("src/tools/a.ts", 'import { x } from "../../sandbox/biterp";'), bundled],
    ["anything that imports the entry", file("src/http/a.ts", 'export * from "../index";'), index],
    ["anything that imports the composition", file("src/http/a.ts", 'import "../worker";'), worker],
    [
      "a multi-item that reads configuration",
      file("src/multi-item/a.ts", 'import { x } from "../config";'),
      config,
    ],
    ["a base that knows a room", file("src/errors.ts", 'import { x } from "./http/mcp";'), http],
    ["a room nobody knows", file("src/helpers/a.ts", ""), index],
  ])("catch %s", (_, broken, other) => expect(layerFaults([broken, other])).toHaveLength(1));

  it("let the entry use everything and everything use the base", () => {
    const files = [
      file("src/index.ts", 'import { x } from "./http/mcp";\nimport { y } from "../sandbox/biterp";'),
      file("src/http/a.ts", 'import { x } from "../config";'),
      http,
      bundled,
      config,
    ];
    expect(layerFaults(files)).toEqual([]);
  });
});

describe("rings of files", () => {
  it("do not exist", () => expect(cycleFaults(sources("src"))).toEqual([]));

  const back = file("src/http/b.ts", 'import { a } from "./a";');
  it("are caught", () =>
    expect(cycleFaults([file("src/http/a.ts", 'import { b } from "./b";'), back])).toHaveLength(1));
  it("may hold types", () =>
    expect(cycleFaults([file("src/http/a.ts", 'import type { B } from "./b";'), back])).toEqual([]));
});
