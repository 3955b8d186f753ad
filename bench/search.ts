/**
 * Times product lists and searches in one tenant: `node bench/search.ts [products]`, by default 100,000.
 * Starts a Worker with the bundled bitERP over a local D1 in a temporary folder. Needs Node 24, which runs TypeScript.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unstable_splitSqlQuery as split, unstable_startWorker as startWorker } from "wrangler";

const products = Number(process.argv[2] ?? 100_000);
const perRequest = 500;
const runs = 21;
const deepPages = 10;

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "biterp-bench-"));
const config = join(folder, "wrangler.json");
writeFileSync(
  config,
  JSON.stringify({
    name: "bench",
    main: join(root, "bench/search-worker.ts"),
    compatibility_date: "2026-11-01",
    compatibility_flags: ["nodejs_compat"],
    d1_databases: [{ binding: "DB", database_name: "bench", database_id: "bench" }],
  }),
);
const worker = await startWorker({
  config,
  dev: {
    persist: join(folder, "state"),
    server: { port: 0 },
    inspector: false,
    logLevel: "error",
    watch: false,
  },
});

interface Page {
  data: unknown[];
  total: number;
  next_cursor?: string;
}

async function send(path: string, body?: unknown): Promise<string> {
  const response = await worker.fetch(
    `http://bench${path}`,
    body === undefined ? {} : { method: "POST", body: JSON.stringify(body) },
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

const list = async (query: string): Promise<Page> => JSON.parse(await send(`/list?${query}`));

const measure = async (query: string): Promise<number> =>
  Number(await send(`/measure?runs=${runs}&${query}`));

async function deep(query: string): Promise<string> {
  let at = query;
  for (let page = 0; page < deepPages; page++) {
    const { next_cursor } = await list(`${at}&limit=100`);
    if (next_cursor === undefined) return at;
    at = `${query}&cursor=${encodeURIComponent(next_cursor)}`;
  }
  return at;
}

const cases: [string, string][] = [
  ["plain", ""],
  ["plain, active only", "active_only=true"],
  ["rare word", "search=jabuticaba"],
  ["word in every row", "search=padaria"],
  ["word in every row, active only", "search=padaria&active_only=true"],
  ["word in every row, also deleted", "search=padaria&deleted=include"],
  ["piece in every row", "search=adari"],
  ["10% with accent, last in order", "search=vinho"],
  ["10% with accent, first in order", "search=a%C3%A7%C3%BAcar"],
  ["piece of 10%", "search=orta"],
  ["two words", "search=queijo+serra"],
  ["three words, two in every row", "search=padaria+embalagem+vinho"],
  ["two letters", "search=kg"],
  ["two letters, rare ending", "search=77"],
  ["one letter", "search=a"],
  ["one digit", "search=7"],
  ["start of every SKU", "search=sku-0"],
  ["one SKU", "search=sku-012345"],
  ["name and SKU only", "search=caf%C3%A9&fields=name,sku"],
  ["last 10% and every row", "search=vinho+local"],
  ["nothing", "search=zzzz"],
];

try {
  const folderOfMigrations = join(root, "migrations");
  for (const file of readdirSync(folderOfMigrations)
    .filter((name) => name.includes("biterp"))
    .sort()) {
    await send("/migrate", split(readFileSync(join(folderOfMigrations, file), "utf8")));
  }
  const start = performance.now();
  for (let from = 0; from < products; from += perRequest) {
    await send(`/load?from=${from}&count=${Math.min(perRequest, products - from)}`);
  }
  console.log(`${products} products loaded in ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
  console.log("| list | total | first page, ms | deep page, ms | × plain |\n|---|---|---|---|---|");
  const plain = await measure("");
  for (const [name, query] of cases) {
    const { total } = await list(query);
    const first = await measure(query);
    const later = await measure(await deep(query));
    const factor = (Math.max(first, later) / plain).toFixed(1);
    console.log(`| ${name} | ${total} | ${first.toFixed(1)} | ${later.toFixed(1)} | ${factor} |`);
  }
} finally {
  await worker.dispose();
  rmSync(folder, { recursive: true, force: true });
}
