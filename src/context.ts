import { type Config, configOf } from "./config";
import { guardedDatabase } from "./database";

/** What is known of one request before anybody looks into it; built once, where it arrives, and handed on with `env`. */
export interface RequestContext {
  config: Config;
  /** Ours, new with every request: what a person is told, what bitERP is sent and what the log says. */
  requestId: string;
  /** Of the caller's own tracing (W3C), handed on to bitERP; what is not well formed is dropped. */
  traceparent: string | undefined;
}

/** As W3C's Trace Context writes it. Whatever else a caller sends there would be kept with the evidence for 90 days. */
export const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

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
    traceparent: TRACEPARENT.exec(request.headers.get("traceparent") ?? "")?.[0],
  };
  return { ...safeEnv(env), CONTEXT };
}

/** The environment with a database that nobody waits for in vain: for requests, objects and schedules alike. */
export function safeEnv<E extends Env>(env: E): E {
  return { ...env, DB: guardedDatabase(env.DB) };
}
