// Bundles the packages of src/apart into modules of their own, which the Worker loads only when it needs them. Run by
// wrangler before every build. Without those files the packages end up in the main module, half as large again, and
// everything works all the same.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const folder = fileURLToPath(new URL("../src/apart/", import.meta.url));
const conditions = ["workerd", "worker", "browser"];

/** @param {string} name */
async function bundle(name) {
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
      rolldownOptions: { input: `${folder}${name}.ts`, output: { format: "es", codeSplitting: false } },
    },
  });
  const chunk = "output" in output ? output.output[0] : undefined;
  if (!chunk) throw new Error(`${name} was not bundled`);
  return chunk.code;
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

for (const name of ["protocol-client", "oauth-client"]) {
  const code = await bundle(name);
  const target = `${folder}${name}.js`;
  if (code === readIfThere(target)) continue;
  // Whole at once: another wrangler may be reading it.
  const fresh = `${target}.${process.pid}`;
  writeFileSync(fresh, code);
  renameSync(fresh, target);
}
