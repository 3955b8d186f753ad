import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { missingFolders, missingPackages } from "../../scripts/install/missing.mjs";
import { watchPackages } from "../../scripts/install/progress.mjs";

let root = "";
beforeEach(() => {
  root = `${mkdtempSync(join(tmpdir(), "biterp-install-"))}/`;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true, force: true });
});

const folders = Array.from({ length: 20 }, (_, at) => `node_modules/@some/package-${at}`);
/** npm makes every folder first, and fills them one by one. */
const unpack = (folder: string) => {
  mkdirSync(`${root}${folder}`, { recursive: true });
  writeFileSync(`${root}${folder}/package.json`, "{}");
};

it("knows which packages are not there yet, and where they belong", () => {
  const packages = Object.fromEntries(folders.map((folder) => [folder, { version: "1.0.0" }]));
  const odd = { "": {}, "node_modules/far": { version: "1.0.0", optional: true } };
  writeFileSync(`${root}package-lock.json`, JSON.stringify({ packages: { ...odd, ...packages } }));
  expect(missingFolders(root)).toEqual(folders);
  expect(missingPackages(root)[0]).toBe("@some/package-0");
});

it("says how far the unpacking is, at each tenth of it", () => {
  const told: string[] = [];
  const stop = watchPackages(root, folders, (line) => told.push(line.trim()));
  for (const folder of folders) {
    unpack(folder);
    vi.advanceTimersByTime(1_000);
  }
  expect(told).toEqual(Array.from({ length: 10 }, (_, at) => `${(at + 1) * 2} / 20`));
  stop();
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(10);
});

it("says something all the same while nothing moves", () => {
  const told: string[] = [];
  const stop = watchPackages(root, folders, (line) => told.push(line.trim()));
  vi.advanceTimersByTime(31_000);
  expect(told).toEqual(["0 / 20", "0 / 20", "0 / 20"]);
  stop();
});
