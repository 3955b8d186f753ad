// The size of a built Worker as Cloudflare counts it: modules minified, gzipped, without source maps.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** KiB, gzipped. A cold start pays for every one of the main module's; the others are loaded only when they are needed. */
const BUDGET_KIB = { main: 220, apart: 95 };

const folder = process.argv[2];
if (!folder) throw new Error("usage: bundle-size.ts <folder of the build>");
const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.(js|mjs|wasm|html|txt)$/.test(name),
);
const isApart = (name: string) => /-client\.js$/.test(name);
const kib = (names: string[]) =>
  names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).byteLength, 0) / 1024;
const main = kib(modules.filter((name) => !isApart(name)));
const apart = kib(modules.filter(isApart));
console.log(
  `${main.toFixed(1)} KiB gzip of ${BUDGET_KIB.main}, and ${apart.toFixed(1)} of ${BUDGET_KIB.apart} loaded apart, in ${modules.length} module(s)`,
);
if (modules.length === 0 || main > BUDGET_KIB.main || apart > BUDGET_KIB.apart) process.exitCode = 1;
