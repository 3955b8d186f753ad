import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { answerOnce } from "../../auth/answer-once";
import { type BrowserSession, sessionOf } from "../../auth/browser-session";
import { type ConfirmationMode, programModes } from "../../auth/mode";
import { openPageForm, sealPageForm } from "../../auth/page-form";
import { MOST_TOKENS, programClient, programTokensIn, TOKEN_DAYS } from "../../auth/program-tokens";
import { chosenScopes } from "../../auth/scopes";
import { type Permission, permissions, type TenantAccess } from "../../biterp/port";
import { configOf } from "../../config";
import { busy, isOver } from "../rate-limit";
import { isSameSite } from "../same-site";
import { Modes, Scopes } from "./consent";
import type { PagesDeps, PagesEnv } from "./deps";
import { fieldsOf } from "./form";
import { type Say, show, voiceOf } from "./page";
import { PROGRAM_TOKEN_PATH } from "./paths";
import { Person } from "./person";
import { problem } from "./problem";
import { showToken } from "./program-token-made";
import { signInPath } from "./sign-in";

/** What the form is about; what follows it is new with each form, so that one answer counts once. */
const ABOUT = "program-token ";
const MOST_NAME = 100;
const DAY_MS = 86_400_000;

/** What the person filled in, as far as it can be read. */
interface Choice {
  name: string;
  scopes: Permission[];
  tenant: string | undefined;
  mode: ConfirmationMode | undefined;
  days: number | undefined;
}

/** Before anything was chosen: what can do the least, and not for long. */
const NOTHING: Choice = { name: "", scopes: ["products:read"], tenant: undefined, mode: "browser", days: 30 };

/** Where a person makes an access token for a program. */
export function programToken(deps: PagesDeps) {
  return new Hono<PagesEnv>()
    .get(PROGRAM_TOKEN_PATH, async (c) => {
      const session = await signedIn(c, deps);
      return session instanceof Response ? session : ask(c, deps, session, NOTHING);
    })
    .post(PROGRAM_TOKEN_PATH, (c) => answer(c, deps));
}

/** At a remote bitERP a token gets a sign-in of its own, as every connection does, so it takes a fresh one. */
async function signedIn(c: Context<PagesEnv>, deps: PagesDeps): Promise<BrowserSession | Response> {
  const session = await sessionOf(c);
  const remote = deps.remote(c.env);
  if (session !== null && (!remote || (await remote.waits(session.browser)))) return session;
  return c.redirect(signInPath(new URL(c.req.url)), 302);
}

async function answer(c: Context<PagesEnv>, deps: PagesDeps) {
  if (!isSameSite(c)) return problem(c, "cross_site");
  const session = await sessionOf(c);
  const fields = await fieldsOf(c);
  const form = fields.get("form") ?? "";
  const about = session && (await openPageForm(configOf(c.env).signingSecret, session, form));
  if (!session || !about?.startsWith(ABOUT)) return problem(c, "form");
  if (await isOver(c.env, "LIMIT_SIGN_IN", `token ${session.userId}`)) return busy(c);
  const choice = choiceIn(fields);
  let refused: string | undefined;
  const text = await answerOnce(c.env.OAUTH_KV, about, form, async () => {
    const made = await make(c, deps, session, choice);
    if ("text" in made) return made.text;
    refused = made.refused;
    return null;
  });
  if (refused !== undefined) return ask(c, deps, session, choice, refused);
  const found = text === null ? null : await programTokensIn(c.env.DB).find(text);
  return text === null || found === null
    ? problem(c, "answered")
    : showToken(c, text, found.token, choice.mode);
}

function choiceIn(fields: URLSearchParams): Choice {
  return {
    name: (fields.get("name") ?? "").replace(/\s+/g, " ").trim(),
    scopes: chosenScopes(permissions, fields.getAll("scope")),
    tenant: fields.get("tenant") ?? undefined,
    mode: programModes.find((mode) => mode === fields.get("mode")),
    days: TOKEN_DAYS.find((days) => String(days) === fields.get("days")),
  };
}

/** Makes the token, or says in the person's language why not. */
async function make(
  c: Context<PagesEnv>,
  deps: PagesDeps,
  session: BrowserSession,
  { name, scopes, tenant, mode, days }: Choice,
): Promise<{ text: string } | { refused: string }> {
  const { language, t } = voiceOf(c);
  const refused = (why: "name" | "scopes" | "tenant" | "mode" | "days") => ({
    refused: t(`page.token.refused.${why}`, {}),
  });
  if (name === "" || [...name].length > MOST_NAME) return refused("name");
  if (scopes.length === 0) return refused("scopes");
  if (mode === undefined) return refused("mode");
  if (days === undefined) return refused("days");
  const tenants = await deps.tenantsOf(c.env, session, language);
  const company = tenants.find(({ tenant_id }) => tenant_id === tenant);
  if (!company) return refused("tenant");
  const beyond = scopes.filter((scope) => !company.permissions.includes(scope));
  if (beyond.length > 0) {
    const values = {
      company: company.company_name,
      what: beyond.map((scope) => t(`page.scope.${scope}`, {})).join(" "),
    };
    return { refused: t("page.token.role", values) };
  }
  const { email, name: ownName, language: tag, timezone } = await deps.profileOf(c.env, session);
  const { userId } = session;
  const tokens = programTokensIn(c.env.DB);
  const made = await tokens.make({
    name,
    scopes,
    tenantId: company.tenant_id,
    tenantName: company.company_name,
    expiresAt: Date.now() + days * DAY_MS,
    person: { userId, email, name: ownName, language: tag, timezone },
  });
  if (made === null) return { refused: t("page.token.refused.full", { most: MOST_TOKENS }) };
  const { id, text } = made;
  try {
    await deps.rememberConnection(c.env, {
      session,
      email,
      clientId: programClient(id),
      connectionId: id,
      mode,
    });
  } catch (error) {
    // Nobody has seen it yet, and without its sign-in it is good for nothing.
    await tokens.end(userId, id);
    throw error;
  }
  return { text };
}

async function ask(
  c: Context<PagesEnv>,
  deps: PagesDeps,
  session: BrowserSession,
  choice: Choice,
  refused?: string,
) {
  const { language, t } = voiceOf(c);
  const tenants = await deps.tenantsOf(c.env, session, language);
  const form = await sealPageForm(configOf(c.env).signingSecret, session, ABOUT + crypto.randomUUID());
  return show(c, {
    language,
    status: refused === undefined ? 200 : 400,
    title: t("page.token.title", {}),
    body: (
      <>
        <p>{t("page.token.what", {})}</p>
        {refused !== undefined && <p role="alert">{refused}</p>}
        {tenants.length === 0 ? (
          <p role="alert">{t("page.token.no_tenant", {})}</p>
        ) : (
          <Form t={t} form={form} choice={choice} tenants={tenants} />
        )}
        <Person t={t} session={session} here={PROGRAM_TOKEN_PATH} />
      </>
    ),
  });
}

function Form(props: { t: Say; form: string; choice: Choice; tenants: TenantAccess[] }) {
  const { t, form, choice, tenants } = props;
  // What the person may do nowhere, no token of theirs can.
  const held = permissions.filter((one) => tenants.some((tenant) => tenant.permissions.includes(one)));
  return (
    <form method="post" action={PROGRAM_TOKEN_PATH}>
      <input type="hidden" name="form" value={form} />
      <label class="field">
        <span>{t("page.token.name", {})}</span>
        <input name="name" value={choice.name} maxlength={MOST_NAME} required autocomplete="off" />
      </label>
      <fieldset>
        <legend>{t("page.token.tenants", {})}</legend>
        {tenants.map(({ tenant_id, company_name, tenant }) => (
          <label class="choice">
            <input
              type="radio"
              name="tenant"
              value={tenant_id}
              checked={tenant_id === choice.tenant || tenants.length === 1}
              required
            />
            <span>{t("page.consent.one_tenant", { company: company_name, slug: tenant })}</span>
          </label>
        ))}
      </fieldset>
      <Scopes t={t} legend={t("page.token.scopes", {})} scopes={held} ticked={choice.scopes} />
      <Modes t={t} modes={programModes} chosen={choice.mode} note={t("page.consent.modes_later", {})} />
      <fieldset>
        <legend>{t("page.token.days", {})}</legend>
        {TOKEN_DAYS.map((days) => (
          <label class="choice">
            <input type="radio" name="days" value={days} checked={days === choice.days} required />
            <span>{t("page.token.day", { days })}</span>
          </label>
        ))}
      </fieldset>
      <div class="row">
        <button type="submit" class="main">
          {t("page.token.make", {})}
        </button>
      </div>
    </form>
  );
}
