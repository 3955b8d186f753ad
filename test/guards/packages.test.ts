import { describe, expect, it } from "vitest";
import { type Manifest, reasonFaults, unusedFaults, versionFaults } from "./rules/packages";
import { projectFiles, readJson, readText, sources } from "./support/files";

const manifest = readJson<Manifest & { scripts: Record<string, string> }>("package.json");

describe("versions", () => {
  it("are exact", () => expect(versionFaults(manifest)).toEqual([]));
  it.each(["^1.2.3", "~1.2.3", "1", "latest", "*", "npm:a@^1.2.3", "npm:a"])("are not %s", (version) =>
    expect(versionFaults({ devDependencies: { a: version } })).toHaveLength(1),
  );
});

describe("every dependency", () => {
  const record = readText("docs/decisions/0001-dependencies.md");
  it("has a reason", () => expect(reasonFaults(manifest, record)).toEqual([]));
  it("is caught without one", () => {
    expect(reasonFaults({ dependencies: { a: "1.0.0" } }, "| `b` | some good reason |")).toHaveLength(2);
    expect(reasonFaults({ dependencies: { a: "1.0.0" } }, "| `a` | short |")).toHaveLength(1);
  });

  it("is used", () => {
    const files = [
      ...sources("src", "test", "scripts", "bench"),
      ...projectFiles().filter(({ path }) => /^(vitest\.config\.ts|tsconfig.*\.json)$/.test(path)),
    ];
    const commands = [...Object.values(manifest.scripts), readText(".ci/run")].join("\n");
    const of = (name: string) => readJson<Manifest>(`node_modules/${name}/package.json`);
    expect(unusedFaults(manifest, files, commands, of)).toEqual([]);
  });
  it("is caught unused", () =>
    expect(unusedFaults({ dependencies: { a: "1.0.0" } }, [], "", () => ({ bin: { b: "b" } }))).toHaveLength(
      1,
    ));
});
