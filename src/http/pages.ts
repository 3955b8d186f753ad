import { CimdFetchError } from "@cloudflare/workers-oauth-provider";
import { Hono } from "hono/tiny";
import { SignInRefused } from "../biterp/port";
import { DatabaseUnavailable } from "../database";
import { Failure } from "../errors";
import { approve } from "./pages/approve";
import { authorize } from "./pages/authorize";
import { clientDocument } from "./pages/client-document";
import { connections } from "./pages/connections";
import type { PagesDeps, PagesEnv } from "./pages/deps";
import { health } from "./pages/health";
import { home } from "./pages/home";
import { icon } from "./pages/icon";
import { APPROVE_PATH, CONNECTIONS_PATH, PROGRAM_TOKEN_PATH } from "./pages/paths";
import { problem } from "./pages/problem";
import { programToken } from "./pages/program-token";
import { CALLBACK_PATH, remoteCallback } from "./pages/remote";
import { signIn, signInPath } from "./pages/sign-in";
import { limitedPage, limitedPerson } from "./rate-limit";

export type { PagesDeps, PagesEnv } from "./pages/deps";

/** Everything a person sees in the browser, and the health check. It stands behind the OAuth provider. */
export function pagesApp(deps: PagesDeps): Hono<PagesEnv> {
  const app = new Hono<PagesEnv>();
  for (const path of ["/authorize", "/sign-in", CALLBACK_PATH]) app.use(path, limitedPage(path));
  for (const path of [APPROVE_PATH, CONNECTIONS_PATH, PROGRAM_TOKEN_PATH]) app.use(path, limitedPerson);
  app.route("/", home);
  app.route("/", health);
  app.route("/", icon);
  app.route("/", signIn(deps));
  app.route("/", remoteCallback(deps));
  app.route("/", clientDocument);
  app.route("/", authorize(deps));
  app.route("/", approve(deps));
  app.route("/", connections());
  app.route("/", programToken(deps));
  app.notFound((c) => problem(c, "absent"));
  app.onError((error, c) => {
    if (error instanceof CimdFetchError) return problem(c, "client");
    if (error instanceof SignInRefused) return c.redirect(signInPath(new URL(c.req.url)), 302);
    deps.onFault?.(error, c.env.CONTEXT.requestId);
    if (error instanceof DatabaseUnavailable) return problem(c, "unavailable");
    return problem(c, isOfBitErp(error) ? "unreachable" : "internal");
  });
  return app;
}

/** Whether it was bitERP that did not answer, or answered with nothing to go on with. */
function isOfBitErp(error: unknown): boolean {
  return error instanceof Failure && /^(upstream|rate)_/.test(error.code);
}
