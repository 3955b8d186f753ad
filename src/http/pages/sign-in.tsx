import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { endSession, startSession } from "../../auth/browser-session";
import { cameTo, isLoopback } from "../../auth/public-url";
import { configOf, isRemote } from "../../config";
import { isSameSite } from "../same-site";
import type { PagesDeps, PagesEnv } from "./deps";
import { fieldsOf } from "./form";
import { show, voiceOf } from "./page";
import { returnPath } from "./paths";
import { problem } from "./problem";
import { dropSignIn, goToRemote, offerRemote } from "./remote";

/** Sign-in and sign-out of the browser. */
export function signIn(deps: PagesDeps) {
  return new Hono<PagesEnv>()
    .get("/sign-in", (c) => {
      const back = returnPath(c.req.query("return"));
      const remote = deps.remote(c.env);
      if (remote) return offerRemote(c, remote, back);
      return servesSandbox(c) ? choosePerson(c, deps, back) : noSignIn(c);
    })
    .post("/sign-in", async (c) => {
      if (!isSameSite(c)) return problem(c, "cross_site");
      const form = await fieldsOf(c);
      const back = returnPath(form.get("return"));
      const remote = deps.remote(c.env);
      if (remote) return goToRemote(c, remote, back);
      if (!servesSandbox(c)) return noSignIn(c);
      const person = (await deps.users(c.env)).find((user) => user.id === form.get("user"));
      if (person === undefined) return choosePerson(c, deps, back, true);
      await startSession(c, person);
      return c.redirect(back, 303);
    })
    .post("/sign-out", async (c) => {
      if (!isSameSite(c)) return problem(c, "cross_site");
      const back = returnPath((await fieldsOf(c)).get("return"));
      await dropSignIn(c, deps);
      endSession(c);
      c.header("Cache-Control", "no-store");
      return c.redirect(back, 303);
    });
}

/** Where an unsigned browser goes, to come back to where it was. */
export function signInPath(url: URL): string {
  return `/sign-in?${new URLSearchParams({ return: `${url.pathname}${url.search}` })}`;
}

/** The sandbox lets anybody be anybody: only in development, without a real bitERP, and only on this machine. */
function servesSandbox(c: Context<PagesEnv>): boolean {
  const config = configOf(c.env);
  const real = cameTo(c.req.raw);
  return (
    config.environment === "development" && !isRemote(config) && real !== null && isLoopback(real.hostname)
  );
}

function noSignIn(c: Context<PagesEnv>) {
  const { language, t } = voiceOf(c);
  return show(c, {
    language,
    status: 503,
    title: t("page.sign_in.title", {}),
    body: <p>{t("page.sign_in.no_biterp", {})}</p>,
  });
}

async function choosePerson(c: Context<PagesEnv>, deps: PagesDeps, back: string, unknown = false) {
  const { language, t } = voiceOf(c);
  const users = await deps.users(c.env);
  return show(c, {
    language,
    status: unknown ? 400 : 200,
    title: t("page.sign_in.title", {}),
    body: (
      <form method="post" action="/sign-in">
        <p>{t("page.sign_in.sandbox", {})}</p>
        {unknown && <p role="alert">{t("page.sign_in.unknown", {})}</p>}
        <input type="hidden" name="return" value={back} />
        <fieldset>
          <legend>{t("page.sign_in.choose", {})}</legend>
          <div class="stack">
            {users.map((user) => (
              <button type="submit" name="user" value={user.id}>
                {t("page.sign_in.as", { name: user.name, email: user.email })}
              </button>
            ))}
          </div>
        </fieldset>
      </form>
    ),
  });
}
