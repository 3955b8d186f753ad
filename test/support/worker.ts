import { bundledBitErp, sandboxUsers } from "../../sandbox/biterp";
import type { Config } from "../../src/config";
import { PaceObject } from "../../src/pace/object";
import { compose } from "../../src/worker";
import { steeredDatabase } from "./database";
import { steer } from "./double";

let bundled: ReturnType<typeof bundledBitErp> | undefined;

/** bitERP as the Worker under test sees it: the real bundled one, behind a door that a test can steer. */
export const double = steer((request) => {
  if (!bundled) throw new Error("bitERP was asked before the Worker was");
  return bundled.fetch(request);
});

/** Whether the Worker believes that bitERP honours idempotency keys; the double's own switch decides what it does. */
export const declared = { honoursIdempotencyKeys: true };

/** The configurations that the Worker has worked with. */
export const configurations = new Set<object>();

const steeredBitErp = (env: Env, config: Config) => {
  configurations.add(config);
  bundled = bundledBitErp(env, config.signingSecret);
  return { ...bundled, ...declared, fetch: (request: Request) => double.fetch(request) };
};

const worker = compose({
  endpoint: steeredBitErp,
  sandbox: { bitErp: steeredBitErp, users: (env) => sandboxUsers(env.DB) },
});

const steered = (env: Env): Env => ({ ...env, DB: steeredDatabase(env.DB) });

export class Session extends worker.Session {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, steered(env));
  }

  /** The object dies as in a crash or a deploy: whatever runs stops, and the next call starts a new one. */
  crash(): void {
    this.ctx.abort("crashed by a test");
  }
}

export class Pace extends PaceObject {}

export default {
  fetch: (request: Request, env: Env, ctx: ExecutionContext) =>
    worker.handlers.fetch(request, steered(env), ctx),
  scheduled: (controller: ScheduledController, env: Env) =>
    worker.handlers.scheduled(controller, steered(env)),
};
