// The objects that wrangler.toml binds; nobody calls them here.
export class Session {}
export class Pace {}

/** Stands in for the server and tells every variable that reached it. */
export default {
  fetch: (_request: Request, env: Record<string, unknown>) =>
    Response.json(Object.fromEntries(Object.entries(env).filter(([, value]) => typeof value === "string"))),
};
