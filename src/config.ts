import * as z from "zod";
import { permissions } from "./permissions";

const seconds = (fallback: number) => z.coerce.number().int().min(0).max(86_400).default(fallback);

const onThisMachine = (url: URL) => ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);

/** An address that secrets are sent to: https, or plain http on this very machine. */
const safeUrl = z
  .url()
  .transform((text) => new URL(text))
  .refine((url) => url.protocol === "https:" || (url.protocol === "http:" && onThisMachine(url)), {
    message: "must be https (http only for localhost)",
  });

const supported = z.enum(["yes", "no"]).default("yes");

const DEFAULT_SCOPES = `openid offline_access ${permissions.join(" ")}`;

const schema = z.object({
  ENVIRONMENT: z.enum(["development", "production"]).default("production"),
  PUBLIC_URL: z.url(),
  BITERP_URL: safeUrl.optional(),
  BITERP_MCP_URL: safeUrl.optional(),
  BITERP_OAUTH_ISSUER: safeUrl.optional(),
  BITERP_OAUTH_CLIENT_ID: z.string().min(1).optional(),
  BITERP_OAUTH_CLIENT_SECRET: z.string().min(1).optional(),
  BITERP_OAUTH_SCOPES: z.string().default(DEFAULT_SCOPES),
  BITERP_IDEMPOTENCY_KEYS: supported,
  BITERP_IF_MATCH: supported,
  BITERP_REQUESTS_PER_SECOND: z.coerce.number().positive().max(1_000).optional(),
  CLIENT_ID_DOCUMENTS: supported,
  ALLOWED_ORIGINS: z.string().default(""),
  RIGHTS_TTL_SECONDS: seconds(30),
  SIGNING_SECRET: z.string().min(32),
});

/** A remote bitERP: where it is, how people sign in there, and what it can promise. */
export interface RemoteConfig {
  /** Without a trailing slash. */
  url: string;
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** What this server asks for there, separated by blanks. */
  scopes: string;
  honoursIdempotencyKeys: boolean;
  honoursIfMatch: boolean;
  /** How many requests a second one company may get; absent: as many as there are. */
  requestsPerSecond: number | undefined;
}

/** bitERP's own MCP server; how people sign in there, it says itself. */
export interface McpConfig {
  /** Of its MCP endpoint. */
  url: URL;
  /** As of a `RemoteConfig`. */
  requestsPerSecond: number | undefined;
}

/** Every variable and secret, read and checked once per isolate. */
export interface Config {
  environment: "development" | "production";
  /** The origin under which people reach this server; issuer and resource are built from it, never from a header. */
  publicUrl: URL;
  /** A remote bitERP over HTTP; with `mcp` absent too, the bundled one serves. */
  remote: RemoteConfig | undefined;
  /** bitERP through its own MCP server; never beside `remote`. */
  mcp: McpConfig | undefined;
  /** Browser origins that may call; `http://localhost:*` fits every port. */
  allowedOrigins: string[];
  /** Whether clients may be known by a document that they publish, which takes a way out to the network. */
  clientDocuments: boolean;
  /** How long a person's rights may be remembered, in seconds; the contract's limit is 60. */
  rightsTtlSeconds: number;
  /** Root of every signature; each use derives its own key from it. */
  signingSecret: string;
}

/** Whether bitERP is elsewhere, so that people sign in there; otherwise the bundled one serves. */
export function isRemote(config: Config): boolean {
  return config.remote !== undefined || config.mcp !== undefined;
}

/** What was read, by what it was read from: handlers and objects get environments of their own, with the same values. */
const read = new Map<string, Config>();
/** More than one only where tests bring variables of their own. */
const MOST_READ = 50;

/**
 * The configuration, read once for the same values; the same object each time, so that others may keep things by it.
 * @throws Error that names every variable that is missing or wrong
 */
export function configOf(env: Env): Config {
  const values = Object.keys(schema.shape).map((name) => env[name as keyof Env] as unknown);
  const key = JSON.stringify(values);
  const known = read.get(key);
  if (known) return known;
  const config = parsedFrom(env);
  if (read.size >= MOST_READ) read.clear();
  read.set(key, config);
  return config;
}

function parsedFrom(env: Env): Config {
  // An empty variable is how deployments say "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Configuration is not usable. ${faults.join("; ")}`);
  }
  const vars = parsed.data;
  return {
    environment: vars.ENVIRONMENT,
    publicUrl: new URL(vars.PUBLIC_URL),
    mcp: mcpOf(vars),
    remote: remoteOf(vars),
    allowedOrigins: vars.ALLOWED_ORIGINS.split(/[\s,]+/).filter(Boolean),
    clientDocuments: vars.CLIENT_ID_DOCUMENTS === "yes",
    rightsTtlSeconds: Math.min(vars.RIGHTS_TTL_SECONDS, 60),
    signingSecret: vars.SIGNING_SECRET,
  };
}

/** One way to bitERP, or none. */
function mcpOf(vars: z.output<typeof schema>): McpConfig | undefined {
  const { BITERP_MCP_URL: url, BITERP_URL: other, BITERP_REQUESTS_PER_SECOND: requestsPerSecond } = vars;
  if (url === undefined) return undefined;
  if (other !== undefined) {
    throw new Error(
      "Configuration is not usable. BITERP_URL and BITERP_MCP_URL are both set; they name two ways to bitERP, so set one",
    );
  }
  return { url, requestsPerSecond };
}

/** A remote bitERP is configured whole or not at all. */
function remoteOf(vars: z.output<typeof schema>): RemoteConfig | undefined {
  const {
    BITERP_URL: url,
    BITERP_OAUTH_ISSUER: issuer,
    BITERP_OAUTH_CLIENT_ID: clientId,
    BITERP_OAUTH_CLIENT_SECRET: clientSecret,
  } = vars;
  if (url === undefined) return undefined;
  const needed = {
    BITERP_OAUTH_ISSUER: issuer,
    BITERP_OAUTH_CLIENT_ID: clientId,
    BITERP_OAUTH_CLIENT_SECRET: clientSecret,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (!issuer || !clientId || !clientSecret) {
    throw new Error(
      `Configuration is not usable. BITERP_URL is set, so these are needed too: ${missing.join(", ")}`,
    );
  }
  return {
    url: url.href.replace(/\/$/, ""),
    issuer,
    clientId,
    clientSecret,
    scopes: vars.BITERP_OAUTH_SCOPES,
    honoursIdempotencyKeys: vars.BITERP_IDEMPOTENCY_KEYS === "yes",
    honoursIfMatch: vars.BITERP_IF_MATCH === "yes",
    requestsPerSecond: vars.BITERP_REQUESTS_PER_SECOND,
  };
}
