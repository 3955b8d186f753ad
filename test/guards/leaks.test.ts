import { expect, it } from "vitest";
import { leakFaults, lockFaults } from "./rules/leaks";
import { projectFiles, readText } from "./support/files";

it("no file names this machine", () => {
  // The generated types quote documentation with paths of nobody's machine.
  const files = projectFiles().filter(({ path }) => path !== "worker-configuration.d.ts");
  expect(leakFaults(files)).toEqual([]);
});

it.each([
  ["home", `cd ${"/"}home/someone/project`],
  ["temporary", `see ${"/"}tmp/run.log`],
  ["registry", `https://registry.${"npmjs"}.org/zod`],
])("a %s path is caught", (_, text) => expect(leakFaults([{ path: "README.md", text }])).toHaveLength(1));

it("the lock file names no registry", () => {
  expect(lockFaults(readText("package-lock.json"))).toEqual([]);
  expect(lockFaults('{"resolved": "https://x"}')).toHaveLength(1);
});
