import * as z from "zod";
import { calm, type Switches, switchesSchema } from "./faults/switches.ts";
import { flagsOf, readFlags } from "./flags.ts";

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

export const usage = `npm run biterp -- [--memory] [--port=8799] [--delay-ms=200] [--rate-per-second=3] …

Every switch is a flag and a variable: ${flagsOf(own, switchesSchema)}
BITERP_DELAY_MS=200 is --delay-ms=200, --rules takes JSON, --memory starts from nothing and keeps nothing.
While it runs: GET and POST http://localhost:8799/_control`;

/** @throws Error that names what is wrong */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | "help" {
  const texts = ["clientSecret", "clientAuth", "redirectUris", "retryAfter"];
  return readFlags(
    { own, switches: switchesSchema, calm, prefix: "BITERP_", texts, bare: ["memory"] },
    args,
    env,
  );
}
