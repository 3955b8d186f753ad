// The size of a built Worker as Cloudflare counts it: modules minified, gzipped, without source maps.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** KiB, gzipped. A cold start pays for every one. */
const BUDGET_KIB = 200;

const folder = process.argv[2];
if (!folder) throw new Error("usage: bundle-size.ts <folder of the build>");
const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.(js|mjs|wasm|html|txt)$/.test(name),
);
const bytes = modules.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).byteLength, 0);
const kib = bytes / 1024;
console.log(`${kib.toFixed(1)} KiB gzip of ${BUDGET_KIB}, in ${modules.length} module(s)`);
if (modules.length === 0 || kib > BUDGET_KIB) process.exitCode = 1;
