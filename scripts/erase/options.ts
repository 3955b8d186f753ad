import { parseArgs } from "node:util";
import { DEFAULT_PORT, wantedPort } from "../start/port.mjs";
import { readSettings } from "../start/settings.mjs";

export interface Options {
  /** bitERP's id of the person, or an e-mail of theirs. */
  person: string;
  remote: boolean;
  /** Only look. */
  dryRun: boolean;
  /** Names the local state. */
  port: number;
}

export const usage = `npm run erase:person -- <user id or e-mail> [--remote] [--dry-run] [--port=8788]

  <user id>   bitERP's id of the person, as in get_user_data and GET /v1/me
  <e-mail>    the one they had in bitERP when they last connected; what nothing is held about is refused
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
  const [person, ...more] = positionals;
  if (!person || more.length > 0) return undefined;
  return {
    person,
    remote: values.remote === true,
    dryRun: values["dry-run"] === true,
    port: wantedPort(settings.PORT) ?? DEFAULT_PORT,
  };
}
