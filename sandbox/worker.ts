import type { Sandbox } from "../src/backend";
import { PaceObject } from "../src/pace/object";
import { compose } from "../src/worker";
import { bundledBitErp, sandboxUsers } from "./biterp";

const sandbox: Sandbox = {
  bitErp: (env, { signingSecret }) => bundledBitErp(env, signingSecret),
  users: (env) => sandboxUsers(env.DB),
};

/** The Worker of development: that of production, and the sandbox where no bitERP is configured. */
const worker = compose({ sandbox });

/** The session object, as wrangler.toml names it. */
export class Session extends worker.Session {}

/** The object that paces the requests of one company, as wrangler.toml names it. */
export class Pace extends PaceObject {}

export default worker.handlers;
