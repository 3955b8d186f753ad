import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { readAuthorizeRequest } from "../../auth/authorize-request";
import { type BrowserSession, sessionOf } from "../../auth/browser-session";
import { sealConsent } from "../../auth/consent-form";
import { type ConfirmationMode, confirmationModes } from "../../auth/mode";
import { described } from "../../auth/redirect";
import { offeredScopes } from "../../auth/scopes";
import { configOf } from "../../config";
import { json } from "../answers";
import { connectionsNow } from "../connections";
import { answerConsent } from "./answer";
import { ConsentBody } from "./consent";
import type { PagesDeps, PagesEnv } from "./deps";
import { show, voiceOf } from "./page";
import { problem } from "./problem";
import { signInPath } from "./sign-in";

/**
 * `/authorize`: the question, and the answer to it. It asks every time: a client that was allowed once is not the
 * person's wish of today, and another client may carry the same name.
 */
export function authorize(deps: PagesDeps) {
  return new Hono<PagesEnv>()
    .get("/authorize", (c) => askConsent(c, deps))
    .post("/authorize", (c) => answerConsent(c, deps));
}

async function askConsent(c: Context<PagesEnv>, deps: PagesDeps) {
  const oauth = c.env.OAUTH_PROVIDER;
  const asked = await readAuthorizeRequest(oauth, c.req.raw, configOf(c.env));
  c.header("Cache-Control", "no-store");
  if (asked.kind === "back") return c.redirect(asked.location, 302);
  if (asked.kind === "page") return wantsJson(c) ? forProgram(c, asked.reason) : problem(c, asked.reason);

  const url = new URL(c.req.url);
  const session = await sessionOf(c);
  const remote = deps.remote(c.env);
  // At a remote bitERP every connection has a sign-in of its own, which its session object takes over.
  const signedIn = session !== null && (!remote || (await remote.waits(session.browser)));
  if (session === null || !signedIn) return c.redirect(signInPath(url), 302);
  const client = await described(oauth, asked.request);

  const person = await deps.profileOf(c.env, session);
  const { language, t } = voiceOf(c, person.language);
  const consent = {
    client,
    session,
    ...(await asBefore(c, session, asked.request.clientId)),
    scopes: offeredScopes(asked.request.scope),
    tenants: await deps.tenantsOf(c.env, session, language),
    form: await sealConsent(configOf(c.env).signingSecret, asked.request, session),
    here: `${url.pathname}${url.search}`,
  };
  return show(c, {
    language,
    title: t("page.consent.title", { client: client.clientName }),
    leadsAway: true,
    body: <ConsentBody t={t} consent={consent} />,
  });
}

/**
 * What the page proposes. Whoever allowed this program before, and strictly, must not lose that by pressing a button:
 * programs ask again whenever they need another scope.
 */
async function asBefore(c: Context<PagesEnv>, { userId }: BrowserSession, clientId: string) {
  const own = (await connectionsNow(c.env, userId)).filter((one) => one.clientId === clientId);
  const mode: ConfirmationMode = own.some((one) => one.mode === "browser") ? "browser" : confirmationModes[0];
  const [pinned, ...others] = new Set(own.map((one) => one.pinnedTenantId));
  return { mode, tenant: others.length === 0 ? pinned : undefined };
}

function wantsJson(c: Context<PagesEnv>): boolean {
  const accept = c.req.header("Accept") ?? "";
  return accept.includes("application/json") && !accept.includes("text/html");
}

/**
 * The refusal that nobody may be redirected with. Some clients (mcp-remote) ask before they open the browser, and
 * register anew when this server has forgotten them; from the page alone a person could not make them do it.
 */
async function forProgram(c: Context<PagesEnv>, reason: string): Promise<Response> {
  const clientId = c.req.query("client_id") ?? "";
  const known = reason === "request" && (await c.env.OAUTH_PROVIDER.lookupClient(clientId)) !== null;
  return json(400, { error: known ? "invalid_request" : "invalid_client" });
}
