import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { type BrowserSession, sessionOf } from "../../auth/browser-session";
import { confirmationModes, programModes } from "../../auth/mode";
import { openPageForm, sealPageForm } from "../../auth/page-form";
import { permissions } from "../../biterp/port";
import { configOf } from "../../config";
import { sessionOf as sessionObjectOf } from "../../session/client";
import { type ConnectionNow, connectionsNow, endConnection } from "../connections";
import { isSameSite } from "../same-site";
import { Modes } from "./consent";
import type { PagesEnv } from "./deps";
import { fieldsOf } from "./form";
import { type Say, show, voiceOf } from "./page";
import { CONNECTIONS_PATH, PROGRAM_TOKEN_PATH } from "./paths";
import { Person } from "./person";
import { problem } from "./problem";
import { signInPath } from "./sign-in";

/** What the forms of the page are about. */
const ABOUT = "connections";

/** The programs a person has allowed; each can be ended, and how its changes are confirmed can be changed. */
export function connections() {
  return new Hono<PagesEnv>()
    .get(CONNECTIONS_PATH, async (c) => {
      const session = await sessionOf(c);
      if (session === null) return c.redirect(signInPath(new URL(c.req.url)), 302);
      return showConnections(c, session);
    })
    .post(CONNECTIONS_PATH, changeConnection);
}

async function changeConnection(c: Context<PagesEnv>) {
  if (!isSameSite(c)) return problem(c, "cross_site");
  const session = await sessionOf(c);
  const fields = await fieldsOf(c);
  const { signingSecret } = configOf(c.env);
  const about = session && (await openPageForm(signingSecret, session, fields.get("form") ?? ""));
  if (!session || about !== ABOUT) return problem(c, "form");
  const { userId } = session;
  const wanted = fields.get("connection");
  const connection = (await connectionsNow(c.env, userId)).find((one) => one.connectionId === wanted);
  const mode = modesOf(connection).find((one) => one === fields.get("mode"));
  // One that is gone already is what ending it would have come to.
  if (connection && fields.get("answer") === "end") await endConnection(c.env, userId, connection);
  else if (connection && mode)
    await sessionObjectOf(c.env, userId, connection.clientId).setMode(connection.connectionId, mode);
  else if (connection) return problem(c, "choice");
  c.header("Cache-Control", "no-store");
  return c.redirect(CONNECTIONS_PATH, 303);
}

/** How the changes of a connection may be confirmed. */
const modesOf = (connection: ConnectionNow | undefined) =>
  connection?.program ? programModes : confirmationModes;

async function showConnections(c: Context<PagesEnv>, session: BrowserSession) {
  const { language, t } = voiceOf(c);
  const mine = await connectionsNow(c.env, session.userId);
  const form = await sealPageForm(configOf(c.env).signingSecret, session, ABOUT);
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long" });
  return show(c, {
    language,
    title: t("page.connections.title", {}),
    body: (
      <>
        <p>{t(mine.length === 0 ? "page.connections.none" : "page.connections.what", {})}</p>
        {mine.map((connection) => (
          <One t={t} connection={connection} form={form} day={(at) => day.format(at)} />
        ))}
        <p>
          <a href={PROGRAM_TOKEN_PATH}>{t("page.programs.new", {})}</a>
        </p>
        <Person t={t} session={session} here={CONNECTIONS_PATH} />
      </>
    ),
  });
}

function One(props: { t: Say; connection: ConnectionNow; form: string; day: (at: number) => string }) {
  const { t, connection, form, day } = props;
  const { connectionId, pinnedTenantId, pinnedTenantName, scopes, mode, program } = connection;
  const company = pinnedTenantName ?? pinnedTenantId;
  const held = permissions.filter((one) => scopes.includes(one));
  return (
    <form method="post" action={CONNECTIONS_PATH}>
      <fieldset>
        <legend>{called(t, connection)}</legend>
        <p>
          {since(t, connection, day)}{" "}
          {company === undefined
            ? t("page.connections.all_tenants", {})
            : t("page.connections.one_tenant", { company })}{" "}
          <small>{held.map((scope) => t(`page.scope.${scope}`, {})).join(" ")}</small>
        </p>
        <input type="hidden" name="form" value={form} />
        <input type="hidden" name="connection" value={connectionId} />
        <details>
          <summary>{t("page.connections.mode", { mode: t(`page.mode.name.${mode}`, {}) })}</summary>
          <Modes t={t} chosen={mode} modes={modesOf(connection)} />
          <button type="submit" name="answer" value="save" class="main">
            {t("page.connections.save", {})}
          </button>
        </details>
        <div class="row">
          <button type="submit" name="answer" value="end">
            {t(program ? "page.programs.end" : "page.connections.end", {})}
          </button>
        </div>
      </fieldset>
    </form>
  );
}

function called(t: Say, { clientName = "?", redirectHost = "?", program }: ConnectionNow): string {
  if (program) return t("page.programs.one", { client: clientName });
  return t("page.connections.one", { client: clientName, host: redirectHost });
}

function since(t: Say, { createdAt, program }: ConnectionNow, day: (at: number) => string): string {
  if (!program) return t("page.connections.since", { day: day(createdAt) });
  const { expiresAt, usedAt } = program;
  const life = t("page.programs.since", { day: day(createdAt), end: day(expiresAt) });
  const use =
    usedAt === undefined ? t("page.programs.unused", {}) : t("page.programs.used", { day: day(usedAt) });
  return `${life} ${use}`;
}
