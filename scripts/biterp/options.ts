import { parseArgs } from "node:util";
import * as z from "zod";
import { calm, type Switches, switchesSchema } from "./faults/switches.ts";

const own = z.object({
  port: z.int().min(1).max(65_535).default(8799),
  memory: z.boolean().default(false),
  clientSecret: z.string().min(16).optional(),
  clientAuth: z.enum(["client_secret_basic", "client_secret_post"]).default("client_secret_basic"),
  redirectUris: z.string().default(""),
});

/** How the process is started. */
export interface Options extends z.output<typeof own> {
  switches: Switches;
}

const names = [...Object.keys(own.shape), ...Object.keys(switchesSchema.shape)];
const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const variableOf = (name: string) => `BITERP_${flagOf(name).replaceAll("-", "_").toUpperCase()}`;
const texts = new Set(["clientSecret", "clientAuth", "redirectUris", "retryAfter"]);

function meant(name: string, text: string): unknown {
  if (texts.has(name)) return text;
  try {
    return JSON.parse(text);
  } catch {
    // Left as it is, so that the schema says what is wrong with it.
    return text;
  }
}

export const usage = `npm run biterp -- [--memory] [--port=8799] [--delay-ms=200] [--rate-per-second=3] …

Every switch is a flag and a variable: ${names.map((name) => `--${flagOf(name)}`).join(" ")}
BITERP_DELAY_MS=200 is --delay-ms=200, --rules takes JSON, --memory starts from nothing and keeps nothing.
While it runs: GET and POST http://localhost:8799/_control`;

/**
 * Flags first, then variables, then what is usual.
 * @throws Error that names what is wrong
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | "help" {
  // A bare --memory, as one writes a flag.
  const given = args.map((arg) => (arg === "--memory" ? "--memory=true" : arg));
  const options = Object.fromEntries(names.map((name) => [flagOf(name), { type: "string" as const }]));
  const { values } = parseArgs({ args: given, options: { ...options, help: { type: "boolean" } } });
  if (values.help) return "help";
  const flags: Record<string, unknown> = values;
  const read: Record<string, unknown> = {};
  for (const name of names) {
    const text = flags[flagOf(name)] ?? env[variableOf(name)];
    if (typeof text === "string" && text !== "") read[name] = meant(name, text);
  }
  const pick = (keys: string[]) =>
    Object.fromEntries(Object.entries(read).filter(([key]) => keys.includes(key)));
  const start = own.safeParse(pick(Object.keys(own.shape)));
  if (!start.success) throw new Error(z.prettifyError(start.error));
  const switches = switchesSchema.safeParse({ ...calm, ...pick(Object.keys(switchesSchema.shape)) });
  if (!switches.success) throw new Error(z.prettifyError(switches.error));
  return { ...start.data, switches: switches.data };
}
