import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { type BrowserSession, sessionOf } from "../../auth/browser-session";
import { openPageForm, sealPageForm } from "../../auth/page-form";
import { SignInRefused } from "../../biterp/port";
import { configOf } from "../../config";
import { pageText } from "../../tool/page-text";
import type { Approval } from "../approvals";
import { isSameSite } from "../same-site";
import type { PagesDeps, PagesEnv } from "./deps";
import { fieldsOf } from "./form";
import { show, voiceOf } from "./page";
import { APPROVE_PATH } from "./paths";
import { Person } from "./person";
import { problem } from "./problem";
import { signInPath } from "./sign-in";

/** How soon the page of a running operation looks again, in seconds. */
const LOOK_AGAIN_S = "5";

/** The page of one operation: the question to its person, and afterwards what became of it. */
export function approve(deps: PagesDeps) {
  return new Hono<PagesEnv>()
    .get(APPROVE_PATH, async (c) => {
      const session = await sessionOf(c);
      if (session === null) return c.redirect(signInPath(new URL(c.req.url)), 302);
      const approval = await found(c, deps, session, c.req.query("operation") ?? "");
      return approval instanceof Response ? approval : showApproval(c, deps, session, approval);
    })
    .post(APPROVE_PATH, async (c) => {
      if (!isSameSite(c)) return problem(c, "cross_site");
      const session = await sessionOf(c);
      const fields = await fieldsOf(c);
      const { signingSecret } = configOf(c.env);
      const id = session && (await openPageForm(signingSecret, session, fields.get("form") ?? ""));
      const answer = fields.get("answer");
      if (!session || !id || (answer !== "approve" && answer !== "deny")) return problem(c, "form");
      const approval = await found(c, deps, session, id);
      if (approval instanceof Response) return approval;
      await deps.approvals.answer(approval, c.env, answer === "approve");
      c.header("Cache-Control", "no-store");
      return c.redirect(approvePath(id), 303);
    });
}

/** The page of an operation, from the root of this server. */
export function approvePath(operationId: string): string {
  return `${APPROVE_PATH}?${new URLSearchParams({ operation: operationId })}`;
}

/** A price with its sign in one line: on a telephone `R$` would often be left at the end of the one before. */
const together = (text: string) => text.replaceAll("R$ ", "R$\u00a0");

/** Somebody else's operation is answered like one that never was. */
async function found(
  c: Context<PagesEnv>,
  deps: PagesDeps,
  session: BrowserSession,
  id: string,
): Promise<Approval | Response> {
  try {
    const approval = await deps.approvals.find(c.env, session.userId, id);
    if (approval) return approval;
    return problem(c, "no_operation", <Person t={voiceOf(c).t} session={session} here={approvePath(id)} />);
  } catch (error) {
    if (error instanceof SignInRefused) return problem(c, "ended");
    throw error;
  }
}

async function showApproval(
  c: Context<PagesEnv>,
  deps: PagesDeps,
  session: BrowserSession,
  { operation, person, connection }: Approval,
) {
  const { language, t } = voiceOf(c, person.language);
  const wording = deps.wordingOf(c.env, operation.tool);
  const { heading, lines } = pageText(operation, wording, { language, timezone: person.timezone });
  const open = operation.status === "AWAITING_CONFIRMATION";
  const running = operation.status === "RUNNING";
  if (running) c.header("Refresh", LOOK_AGAIN_S);
  const id = operation.operation_id;
  const client = connection?.clientName ?? "?";
  const asks = connection?.program
    ? t("page.programs.asks", { client })
    : t("page.approve.asked_by", { client, host: connection?.redirectHost ?? "?" });
  const { signingSecret } = configOf(c.env);
  return show(c, {
    language,
    title: t(open ? "page.approve.title" : `page.approve.title_${running ? "running" : "ended"}`, {}),
    body: (
      <>
        {open && <p>{asks}</p>}
        <p role="status">{together(heading)}</p>
        <ol>
          {lines.map((line) => (
            <li>{together(line)}</li>
          ))}
        </ol>
        {open && !connection && <p role="alert">{t("page.problem.ended", {})}</p>}
        {open && connection && (
          <form method="post" action={APPROVE_PATH} class="row">
            <input type="hidden" name="form" value={await sealPageForm(signingSecret, session, id)} />
            <button type="submit" name="answer" value="approve" class="main">
              {t("page.approve.yes", {})}
            </button>
            <button type="submit" name="answer" value="deny">
              {t("page.approve.no", {})}
            </button>
          </form>
        )}
        {!open && <p>{t("page.approve.back", {})}</p>}
        <Person t={t} session={session} here={approvePath(id)} />
      </>
    ),
  });
}
