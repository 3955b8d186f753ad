import { DurableObject } from "cloudflare:workers";

export class Session extends DurableObject<Env> {}

export default { fetch: () => new Response("starting") };
