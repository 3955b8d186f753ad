import * as z from "zod";

const seconds = (fallback: number) => z.coerce.number().int().min(0).max(86_400).default(fallback);

const schema = z.object({
  ENVIRONMENT: z.enum(["development", "production"]).default("production"),
  PUBLIC_URL: z.url(),
  BITERP_URL: z.url().optional(),
  ALLOWED_ORIGINS: z.string().default(""),
  RIGHTS_TTL_SECONDS: seconds(30),
  SIGNING_SECRET: z.string().min(32),
});

/** Every variable and secret, read and checked once per isolate. */
export interface Config {
  environment: "development" | "production";
  /** The origin under which people reach this server; issuer and resource are built from it, never from a header. */
  publicUrl: URL;
  /** A remote bitERP; absent means the bundled one. */
  bitErpUrl: URL | undefined;
  /** Browser origins that may call; `http://localhost:*` fits every port. */
  allowedOrigins: string[];
  /** How long a person's rights may be remembered, in seconds; the contract's limit is 60. */
  rightsTtlSeconds: number;
  /** Root of every signature; each use derives its own key from it. */
  signingSecret: string;
}

const read = new WeakMap<object, Config>();

/**
 * Reads the configuration.
 * @throws Error that names every variable that is missing or wrong
 */
export function configOf(env: Env): Config {
  const known = read.get(env);
  if (known) return known;
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Configuration is not usable. ${faults.join("; ")}`);
  }
  const vars = parsed.data;
  const config: Config = {
    environment: vars.ENVIRONMENT,
    publicUrl: new URL(vars.PUBLIC_URL),
    bitErpUrl: vars.BITERP_URL === undefined ? undefined : new URL(vars.BITERP_URL),
    allowedOrigins: vars.ALLOWED_ORIGINS.split(/[\s,]+/).filter(Boolean),
    rightsTtlSeconds: Math.min(vars.RIGHTS_TTL_SECONDS, 60),
    signingSecret: vars.SIGNING_SECRET,
  };
  read.set(env, config);
  return config;
}
