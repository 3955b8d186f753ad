// Bundles the protocol's client package into src/biterp/over-mcp/sdk.js, which the Worker loads only when it asks
// bitERP's MCP server. Run by wrangler before every build. Without that file the package ends up in the main module,
// a third larger, and everything works all the same.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const folder = fileURLToPath(new URL("../src/biterp/over-mcp/", import.meta.url));
const conditions = ["workerd", "worker", "browser"];

const output = await build({
  configFile: false,
  logLevel: "error",
  resolve: { conditions },
  ssr: { target: "webworker", noExternal: true, resolve: { conditions } },
  build: {
    ssr: true,
    write: false,
    target: "es2024",
    minify: true,
    rolldownOptions: { input: `${folder}sdk.ts`, output: { format: "es", codeSplitting: false } },
  },
});
const chunk = "output" in output ? output.output[0] : undefined;
if (!chunk) throw new Error("The client package was not bundled");

const target = `${folder}sdk.js`;
let before = "";
try {
  before = readFileSync(target, "utf8");
} catch {
  // The first time.
}
if (chunk.code !== before) {
  // Whole at once: another wrangler may be reading it.
  const fresh = `${target}.${process.pid}`;
  writeFileSync(fresh, chunk.code);
  renameSync(fresh, target);
}
