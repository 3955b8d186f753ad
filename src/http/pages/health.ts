import { Hono } from "hono/tiny";
import type { PagesEnv } from "./deps";

/** `GET /health`: whether the server can do its work, for a monitor. */
export const health = new Hono<PagesEnv>().get("/health", async (c) => {
  c.header("Cache-Control", "no-store");
  const database = await c.env.DB.prepare("SELECT 1")
    .first()
    .then(
      () => "ok",
      () => "unreachable",
    );
  const well = database === "ok";
  return c.json({ status: well ? "ok" : "degraded", database }, well ? 200 : 503);
});
