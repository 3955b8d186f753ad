import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { readAuthorizeRequest } from "../../auth/authorize-request";
import { MOST_RETURN, sessionOf, startProof, startSession, takeProof } from "../../auth/browser-session";
import { described } from "../../auth/redirect";
import {
  ATTEMPT_S,
  AttemptLost,
  PersonUnnamed,
  type RemoteSignIn,
  TooManyAttempts,
} from "../../auth/remote-sign-in";
import { SignInDenied } from "../../auth/upstream";
import { configOf } from "../../config";
import { addressOf, busy } from "../rate-limit";
import type { PagesDeps, PagesEnv } from "./deps";
import { show, voiceOf } from "./page";
import { returnPath } from "./paths";
import { problem } from "./problem";

/** Where a remote bitERP sends the person back to. */
export const CALLBACK_PATH = "/callback";

/** The return from bitERP's sign-in. */
export function remoteCallback(deps: PagesDeps) {
  return new Hono<PagesEnv>().get(CALLBACK_PATH, async (c) => {
    const remote = deps.remote(c.env);
    if (!remote) return problem(c, "absent");
    c.header("Cache-Control", "no-store");
    try {
      const { proof, returnTo } = takeProof(c);
      const { person, browser } = await remote.finish(new URL(c.req.url), proof);
      await dropSignIn(c, deps);
      await startSession(c, person, browser);
      return c.redirect(returnPath(returnTo), 302);
    } catch (error) {
      if (error instanceof AttemptLost) return problem(c, "form");
      if (error instanceof SignInDenied) return problem(c, "denied");
      if (error instanceof PersonUnnamed) return problem(c, "unnamed");
      deps.onFault?.(error, c.env.CONTEXT.requestId);
      return problem(c, "unreachable");
    }
  });
}

/**
 * Before anybody is sent to bitERP: which program asks, and where its answer would go. Otherwise any program could
 * start a sign-in at bitERP in the person's name, with this server as its cover.
 */
export async function offerRemote(c: Context<PagesEnv>, remote: RemoteSignIn, back: string) {
  const { language, t } = voiceOf(c);
  const client = await clientBehind(c, back);
  let place: string;
  try {
    place = await remote.place();
  } catch {
    return problem(c, "unreachable");
  }
  return show(c, {
    language,
    title: t("page.sign_in.title", {}),
    leadsAway: true,
    body: (
      <form method="post" action="/sign-in">
        {client && <p>{t("page.sign_in.asks", { client: client.clientName, host: client.redirectHost })}</p>}
        <p>{t("page.sign_in.remote", { host: new URL(place).host })}</p>
        <input type="hidden" name="return" value={back} />
        <button type="submit" class="main">
          {t("page.sign_in.go", {})}
        </button>
      </form>
    ),
  });
}

/** Sends the browser to bitERP, with a secret that only this browser can bring back. */
export async function goToRemote(c: Context<PagesEnv>, remote: RemoteSignIn, back: string) {
  c.header("Cache-Control", "no-store");
  if (back.length > MOST_RETURN) return problem(c, "long");
  try {
    const proof = startProof(c, back, ATTEMPT_S);
    return c.redirect(await remote.begin(proof, addressOf(c.req.raw)), 303);
  } catch (error) {
    return error instanceof TooManyAttempts ? busy(c) : problem(c, "unreachable");
  }
}

async function clientBehind(c: Context<PagesEnv>, back: string) {
  const url = new URL(back, c.req.url);
  if (url.pathname !== "/authorize") return undefined;
  const asked = await readAuthorizeRequest(c.env.OAUTH_PROVIDER, new Request(url), configOf(c.env));
  return asked.kind === "good" ? described(c.env.OAUTH_PROVIDER, asked.request) : undefined;
}

/** A fresh sign-in at bitERP of this browser that no connection took ends with its session, there too. */
export async function dropSignIn(c: Context<PagesEnv>, deps: PagesDeps): Promise<void> {
  const session = await sessionOf(c);
  if (session) c.executionCtx.waitUntil(deps.remote(c.env)?.drop(session.browser) ?? Promise.resolve());
}
