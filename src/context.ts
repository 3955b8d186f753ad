import { type Config, configOf } from "./config";
import { guardedDatabase } from "./database";

/** What is known of one request before anybody looks into it; built once, where it arrives, and handed on with `env`. */
export interface RequestContext {
  config: Config;
  /** Ours, new with every request: what a person is told, what bitERP is sent and what the log says. */
  requestId: string;
  /** Of the caller's own tracing (W3C), handed on to bitERP as it came. */
  traceparent: string | undefined;
}

/** The environment as everything behind the front sees it. */
export type RequestEnv = Env & { CONTEXT: RequestContext };

/**
 * The environment of one request.
 * @throws Error that names every variable that is missing or wrong
 */
export function requestEnv(request: Request, env: Env): RequestEnv {
  const CONTEXT: RequestContext = {
    config: configOf(env),
    requestId: crypto.randomUUID(),
    traceparent: request.headers.get("traceparent") ?? undefined,
  };
  return { ...safeEnv(env), CONTEXT };
}

/** The environment with a database that nobody waits for in vain: for requests, objects and schedules alike. */
export function safeEnv<E extends Env>(env: E): E {
  return { ...env, DB: guardedDatabase(env.DB) };
}
