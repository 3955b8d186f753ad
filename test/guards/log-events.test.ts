import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { sources } from "./support/files";

const page = readFileSync(fileURLToPath(new URL("../../docs/deploying.md", import.meta.url)), "utf8");
const watch = page.slice(page.indexOf("## Watch"), page.indexOf("## Roll back"));
const documented = [...watch.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, event]) => event);

it("every event of the log is explained to whoever watches it, and no other", () => {
  const written = sources("src").flatMap(({ text }) =>
    [...text.matchAll(/\blog(?:Fault)?\(\s*"([a-z_]+)"/g)].map(([, event]) => event),
  );
  expect(written.length).toBeGreaterThan(5);
  expect([...new Set(written)].sort()).toEqual([...documented].sort());
});
