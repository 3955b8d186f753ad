import { bundledBitErp } from "../../src/biterp/bundled";
import { PaceObject } from "../../src/pace/object";
import { compose } from "../../src/worker";
import { steer } from "./double";

let bundled: ReturnType<typeof bundledBitErp> | undefined;

/** bitERP as the Worker under test sees it: the real bundled one, behind a door that a test can steer. */
export const double = steer((request) => {
  if (!bundled) throw new Error("bitERP was asked before the Worker was");
  return bundled.fetch(request);
});

/** Whether the Worker believes that bitERP honours idempotency keys; the double's own switch decides what it does. */
export const declared = { honoursIdempotencyKeys: true };

const worker = compose({
  endpoint: (env, config) => {
    bundled = bundledBitErp(env, config.signingSecret);
    return { ...bundled, ...declared, fetch: (request) => double.fetch(request) };
  },
});

export class Session extends worker.Session {
  /** The object dies as in a crash or a deploy: whatever runs stops, and the next call starts a new one. */
  crash(): void {
    this.ctx.abort("crashed by a test");
  }
}

export class Pace extends PaceObject {}

export default worker.handlers;
