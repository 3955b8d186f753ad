import { bundledBitErp, type Database, sandboxUsers } from "bundled-biterp";
import { applyMigrations, type Migration } from "./migrate.ts";

interface Env {
  DB: Database;
  SIGNING_SECRET: string;
  /** Only the process that started this Worker knows it: nobody else may say who a request is from. */
  DOOR_KEY: string;
}

/** The bundled bitERP behind the sandbox's front, which has checked the token and names the person. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (request.headers.get("X-Door-Key") !== env.DOOR_KEY) return new Response(null, { status: 404 });
    const { pathname } = new URL(request.url);
    if (pathname === "/-/users") return Response.json(await sandboxUsers(env.DB));
    if (pathname === "/-/migrate") {
      await applyMigrations(env.DB, (await request.json()) as Migration[]);
      return new Response(null, { status: 204 });
    }
    const bitErp = bundledBitErp(env, env.SIGNING_SECRET);
    const headers = new Headers(request.headers);
    const user = headers.get("X-User") ?? "";
    for (const name of ["X-Door-Key", "X-User"]) headers.delete(name);
    headers.set("Authorization", `Bearer ${await bitErp.tokenFor(user)}`);
    return bitErp.fetch(new Request(request, { headers }));
  },
};
