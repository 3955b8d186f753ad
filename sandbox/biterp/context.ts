import type { Context } from "hono";
import type { Profile } from "../../src/biterp/port";
import type { Access } from "./access";

/** What the application is given with each request, and what its middleware adds. */
export interface Bundled {
  Bindings: { DB: D1Database; signingSecret: string };
  Variables: { user: Profile; access: Access };
}

export type BundledContext = Context<Bundled>;
