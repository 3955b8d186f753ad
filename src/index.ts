import { PaceObject } from "./pace/object";
import { compose } from "./worker";

const worker = compose();

/** The session object, as wrangler.toml names it. */
export class Session extends worker.Session {}

/** The object that paces the requests of one company, as wrangler.toml names it. */
export class Pace extends PaceObject {}

export default worker.handlers;
