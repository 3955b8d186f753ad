import { parseArgs } from "node:util";
import { DEFAULT_PORT, wantedPort } from "../start/port.mjs";
import { readSettings } from "../start/settings.mjs";

export interface Options {
  /** As this server files it: a colon separates the parts of a key, so an id with one is written in another way. */
  userId: string;
  remote: boolean;
  /** Only look. */
  dryRun: boolean;
  /** Names the local state. */
  port: number;
}

export const usage = `npm run erase:person -- <user id> [--remote] [--dry-run] [--port=8788]

  <user id>   bitERP's id of the person, as in get_user_data and GET /v1/me
  --remote    in production (the environment "production" of wrangler.toml); without it in the local state of a port
  --port=8788 of the server started here on that port; otherwise 8787
  --dry-run   only say what is there
  --help      this text`;

/** @returns undefined when it is not clear whom to erase, "help" when asked what there is  @throws on unknown options */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | "help" | undefined {
  const { settings, rest } = readSettings(args, env, ["PORT"]);
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { remote: { type: "boolean" }, "dry-run": { type: "boolean" }, help: { type: "boolean" } },
  });
  if (values.help) return "help";
  const [id, ...more] = positionals;
  if (!id || more.length > 0) return undefined;
  return {
    userId: id.includes(":") ? encodeURIComponent(id) : id,
    remote: values.remote === true,
    dryRun: values["dry-run"] === true,
    port: wantedPort(settings.PORT) ?? DEFAULT_PORT,
  };
}
