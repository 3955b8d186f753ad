// `npm run erase:person -- <bitERP's id of the person, or an e-mail>`: erases what the database and the key-value store
// hold about a person, and says what is left to do; whom nothing is held about it refuses, and ends with 1. With --remote
// in production, otherwise in the local state of a port.
import { fileURLToPath } from "node:url";
import { readOptions, usage } from "./erase/options.ts";
import { erasePerson } from "./erase/person.ts";
import { report } from "./erase/report.ts";
import { storesAt } from "./erase/stores.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === "help") {
    console.log(usage);
    process.exit(0);
  }
  if (options === undefined) {
    console.error(usage);
    process.exit(2);
  }
  const found = await erasePerson(storesAt(root, options), options);
  console.log(report(found, options));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
