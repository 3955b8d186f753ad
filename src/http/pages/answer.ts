import { authorizationErrorRedirect } from "@cloudflare/workers-oauth-provider";
import type { Context } from "hono";
import { answerOnce } from "../../auth/answer-once";
import { sessionOf } from "../../auth/browser-session";
import { type ConsentForm, type ConsentRequest, openConsent } from "../../auth/consent-form";
import type { Grant, GrantMetadata } from "../../auth/grant";
import { type ConfirmationMode, confirmationModes, isConfirmationMode } from "../../auth/mode";
import { described } from "../../auth/redirect";
import { chosenScopes, offeredScopes } from "../../auth/scopes";
import { type Permission, SignInRefused, type TenantAccess } from "../../biterp/port";
import { configOf } from "../../config";
import { isSameSite } from "../same-site";
import { ALL_TENANTS } from "./consent";
import type { PagesDeps, PagesEnv } from "./deps";
import { fieldsOf } from "./form";
import { voiceOf } from "./page";
import { problem } from "./problem";
import { dropSignIn } from "./remote";
import { signInPath } from "./sign-in";

/** What the person decided. */
interface Decision {
  scopes: Permission[];
  pinned: TenantAccess | undefined;
  mode: ConfirmationMode;
}

/** `POST /authorize`: the person's answer, taken only from the page and the browser that the question was put to. */
export async function answerConsent(c: Context<PagesEnv>, deps: PagesDeps) {
  const config = configOf(c.env);
  if (!isSameSite(c)) return problem(c, "cross_site");
  const session = await sessionOf(c);
  const fields = await fieldsOf(c);
  const token = fields.get("form") ?? "";
  const form = session === null ? null : await openConsent(config.signingSecret, token, session);
  if (form === null) return problem(c, "form");

  try {
    const decision = fields.get("answer") === "approve" ? await decisionIn(c, deps, form, fields) : "deny";
    if (decision === null) return problem(c, "choice");
    const location = await answerOnce(c.env.OAUTH_KV, form.id, token, () =>
      decision === "deny" ? deny(c, deps, form.request) : approve(c, deps, form, decision),
    );
    if (location === null) return problem(c, "answered");
    c.header("Cache-Control", "no-store");
    return c.redirect(location, 303);
  } catch (error) {
    // After the sign-in the question is put again, just as the program put it.
    if (error instanceof SignInRefused) return c.redirect(signInPath(authorizeUrl(c, form.request)), 303);
    throw error;
  }
}

function authorizeUrl(c: Context<PagesEnv>, asked: ConsentRequest): URL {
  const url = new URL("/authorize", c.req.url);
  const query = {
    response_type: asked.responseType,
    client_id: asked.clientId,
    redirect_uri: asked.redirectUri,
    scope: asked.scope.join(" "),
    state: asked.state,
    code_challenge: asked.codeChallenge,
    code_challenge_method: asked.codeChallengeMethod,
    resource: asked.resource,
  };
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** Reads the choices; null when one of them is not among those that were offered. */
async function decisionIn(
  c: Context<PagesEnv>,
  deps: PagesDeps,
  form: ConsentForm,
  fields: URLSearchParams,
): Promise<Decision | null> {
  const mode = fields.get("mode") ?? confirmationModes[0];
  const tenant = fields.get("tenant") ?? ALL_TENANTS;
  if (!isConfirmationMode(mode)) return null;
  const scopes = chosenScopes(offeredScopes(form.request.scope), fields.getAll("scope"));
  if (tenant === ALL_TENANTS) return { scopes, mode, pinned: undefined };
  const tenants = await deps.tenantsOf(c.env, form, voiceOf(c).language);
  const pinned = tenants.find(({ tenant_id }) => tenant_id === tenant);
  return pinned === undefined ? null : { scopes, mode, pinned };
}

async function deny(c: Context<PagesEnv>, deps: PagesDeps, asked: ConsentRequest): Promise<string> {
  await dropSignIn(c, deps);
  return authorizationErrorRedirect(asked, "access_denied");
}

async function approve(
  c: Context<PagesEnv>,
  deps: PagesDeps,
  { request, ...session }: ConsentForm,
  { scopes, pinned, mode }: Decision,
): Promise<string> {
  const { userId } = session;
  const person = await deps.profileOf(c.env, session);
  const client = await c.env.OAUTH_PROVIDER.lookupClient(request.clientId);
  const connectionId = crypto.randomUUID();
  const clientName = client?.clientName;
  const pinnedTenantId = pinned?.tenant_id;
  const { email, name, language, timezone } = person;
  const props: Grant = { userId, email, name, language, timezone, connectionId, pinnedTenantId, clientName };
  const { redirectHost } = await described(c.env.OAUTH_PROVIDER, request);
  const metadata: GrantMetadata = {
    clientName,
    redirectHost,
    connectionId,
    pinnedTenantId,
    pinnedTenantName: pinned?.company_name,
    mode,
  };
  // Before the code is out: no call can come ahead of the mode that was chosen for it.
  await deps.rememberConnection(c.env, { session, email, clientId: request.clientId, connectionId, mode });
  const { redirectTo } = await c.env.OAUTH_PROVIDER.completeAuthorization({
    request,
    userId,
    scope: scopes,
    metadata,
    props,
    // A second machine of the same person must not end the first one's connection.
    revokeExistingGrants: false,
  });
  return redirectTo;
}
