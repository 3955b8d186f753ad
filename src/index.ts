import { compose } from "./worker";

const worker = compose();

/** The session object, as wrangler.toml names it. */
export class Session extends worker.Session {}

export default worker.handlers;
