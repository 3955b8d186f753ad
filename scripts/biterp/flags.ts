import { parseArgs } from "node:util";
import * as z from "zod";

/** What a process can be told at its start. */
interface Told<Own extends z.ZodObject, Switches extends z.ZodObject> {
  own: Own;
  switches: Switches;
  /** The switches of one that was told nothing. */
  calm: z.output<Switches>;
  /** What its variables begin with. */
  prefix: string;
  /** Taken as they are written, not as JSON. */
  texts: string[];
  /** May stand without a value, as one writes a flag. */
  bare: string[];
}

const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function meant(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Left as it is, so that the schema says what is wrong with it.
    return text;
  }
}

/** Every flag, for the help text. */
export const flagsOf = (...schemas: z.ZodObject[]) =>
  schemas
    .flatMap(({ shape }) => Object.keys(shape))
    .map((name) => `--${flagOf(name)}`)
    .join(" ");

/**
 * Flags first, then variables, then what is usual.
 * @throws Error that names what is wrong
 */
export function readFlags<Own extends z.ZodObject, Switches extends z.ZodObject>(
  told: Told<Own, Switches>,
  args: string[],
  env: NodeJS.ProcessEnv,
): (z.output<Own> & { switches: z.output<Switches> }) | "help" {
  const names = [told.own, told.switches].flatMap(({ shape }) => Object.keys(shape));
  const bare = told.bare.map((name) => `--${flagOf(name)}`);
  const given = args.map((arg) => (bare.includes(arg) ? `${arg}=true` : arg));
  const options = Object.fromEntries(names.map((name) => [flagOf(name), { type: "string" as const }]));
  const { values } = parseArgs({ args: given, options: { ...options, help: { type: "boolean" } } });
  if (values.help) return "help";
  const flags: Record<string, unknown> = values;
  const read: Record<string, unknown> = {};
  for (const name of names) {
    const snake = flagOf(name).replaceAll("-", "_");
    // Where PowerShell has taken the `--` away, npm keeps flags as settings of its own.
    const text = flags[flagOf(name)] ?? env[`npm_config_${snake}`] ?? env[told.prefix + snake.toUpperCase()];
    if (typeof text === "string" && text !== "") read[name] = told.texts.includes(name) ? text : meant(text);
  }
  const pick = ({ shape }: z.ZodObject) =>
    Object.fromEntries(Object.entries(read).filter(([key]) => key in shape));
  const start = told.own.safeParse(pick(told.own));
  if (!start.success) throw new Error(z.prettifyError(start.error));
  const switches = told.switches.safeParse({ ...told.calm, ...pick(told.switches) });
  if (!switches.success) throw new Error(z.prettifyError(switches.error));
  return { ...start.data, switches: switches.data };
}
