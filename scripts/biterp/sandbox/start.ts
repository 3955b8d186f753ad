import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { User } from "bundled-biterp";
import { unstable_splitSqlQuery, unstable_startWorker } from "wrangler";

const here = fileURLToPath(new URL(".", import.meta.url));
const migrations = fileURLToPath(new URL("../../../migrations/", import.meta.url));

/** A request for the bundled bitERP on behalf of one person. */
export interface Forwarded {
  method: string;
  /** With its query. */
  path: string;
  headers: Headers;
  body: string;
}

/** The bundled bitERP, running. */
export interface Sandbox {
  users: readonly User[];
  forward(userId: string, request: Forwarded): Promise<Response>;
  stop(): Promise<void>;
}

/**
 * Runs the bundled bitERP in the Workers runtime, as the server itself does: driven from Node over a proxy, the same
 * database took five times as long and held everything else up.
 * @param folder where its database lives; undefined: in memory
 */
export async function startSandbox(folder: string | undefined, signingSecret: string): Promise<Sandbox> {
  const doorKey = randomBytes(32).toString("base64url");
  const worker = await unstable_startWorker({
    config: `${here}wrangler.toml`,
    bindings: {
      SIGNING_SECRET: { type: "plain_text", value: signingSecret },
      DOOR_KEY: { type: "plain_text", value: doorKey },
    },
    dev: {
      persist: folder ?? false,
      server: { hostname: "127.0.0.1", port: 0 },
      inspector: false,
      watch: false,
      logLevel: "error",
    },
  });
  await worker.ready;
  const origin = (await worker.url).origin;

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("X-Door-Key", doorKey);
    return fetch(origin + path, { ...init, headers, redirect: "manual" });
  }

  const files = readdirSync(migrations)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({
      name,
      statements: unstable_splitSqlQuery(readFileSync(migrations + name, "utf8")),
    }));
  const migrated = await ask("/-/migrate", { method: "POST", body: JSON.stringify(files) });
  if (!migrated.ok)
    throw new Error(`The sandbox's database could not be brought up to date: ${migrated.status}`);
  const users = (await (await ask("/-/users")).json()) as User[];

  return {
    users,
    forward(userId, { method, path, headers, body }) {
      const sent = new Headers(headers);
      sent.set("X-User", userId);
      return ask(path, { method, headers: sent, ...(body ? { body } : {}) });
    },
    stop: () => worker.dispose(),
  };
}
