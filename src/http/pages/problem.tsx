import type { Context } from "hono";
import type { Child } from "hono/jsx";
import { RETRY_AFTER } from "../unavailable";
import { type Page, show, voiceOf } from "./page";

type Problem =
  | "denied"
  | "unnamed"
  | "long"
  | "unreachable"
  | "unavailable"
  | "client"
  | "offline"
  | "no_documents"
  | "request"
  | "form"
  | "cross_site"
  | "choice"
  | "answered"
  | "absent"
  | "no_operation"
  | "ended"
  | "busy"
  | "internal";

const statuses: Readonly<Record<Problem, NonNullable<Page["status"]>>> = {
  denied: 403,
  unnamed: 403,
  long: 400,
  unreachable: 503,
  unavailable: 503,
  client: 400,
  offline: 400,
  no_documents: 400,
  request: 400,
  form: 403,
  cross_site: 403,
  choice: 400,
  answered: 409,
  absent: 404,
  no_operation: 404,
  ended: 410,
  busy: 429,
  internal: 500,
};

/** A page that says what went wrong, that nothing happened, and what to do. @param more what helps to go on */
export function problem(c: Context, what: Problem, more?: Child): Response | Promise<Response> {
  const { language, t } = voiceOf(c);
  if (statuses[what] === 503) c.header("Retry-After", RETRY_AFTER);
  return show(c, {
    language,
    status: statuses[what],
    title: t("page.problem.title", {}),
    body: (
      <>
        <p>{t(`page.problem.${what}`, {})}</p>
        {more}
      </>
    ),
  });
}
