import type { Context } from "hono";
import type { ConfirmationMode } from "../../auth/mode";
import type { ProgramToken } from "../../auth/program-tokens";
import { resourceOf } from "../../auth/public-url";
import { configOf } from "../../config";
import type { PagesEnv } from "./deps";
import { show, voiceOf } from "./page";
import { CONNECTIONS_PATH } from "./paths";

/** Without it the text is selected by a click and copied by hand, so the button appears only where this runs. */
const COPY = `
const button = document.getElementById("copy"), token = document.getElementById("token");
button.hidden = false;
button.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(token.textContent);
  } catch {
    getSelection().selectAllChildren(token);
    if (!document.execCommand("copy")) return;
  }
  button.textContent = button.dataset.done;
});
`;

/** The one page that ever shows a token's text, and what to do with it. */
export function showToken(
  c: Context<PagesEnv>,
  text: string,
  { name, scopes, tenantName, expiresAt }: ProgramToken,
  mode: ConfirmationMode | undefined,
) {
  const { language, t } = voiceOf(c);
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long" });
  const since = { day: day.format(Date.now()), end: day.format(expiresAt) };
  return show(c, {
    language,
    title: t("page.token.made", {}),
    script: COPY,
    body: (
      <>
        <p role="status">{t("page.token.once", {})}</p>
        <code id="token">{text}</code>
        <div class="row">
          <button
            type="button"
            id="copy"
            class="main"
            data-done={t("page.token.copied", {})}
            aria-live="polite"
            hidden
          >
            {t("page.token.copy", {})}
          </button>
        </div>
        <p>{t("page.token.address", {})}</p>
        <code>{resourceOf(configOf(c.env))}</code>
        <p>{t("page.token.header", {})}</p>
        <code>Authorization: Bearer biterp_pat_…</code>
        <p>
          <b>{t("page.programs.one", { client: name })}</b>
          <br />
          {t("page.programs.since", since)} {t("page.connections.one_tenant", { company: tenantName })}{" "}
          <small>{scopes.map((scope) => t(`page.scope.${scope}`, {})).join(" ")}</small>
          {mode && t("page.connections.mode", { mode: t(`page.mode.name.${mode}`, {}) })}
        </p>
        <p>{t("page.token.lost", {})}</p>
        <p>
          <a href={CONNECTIONS_PATH}>{t("page.token.list", {})}</a>
        </p>
      </>
    ),
  });
}
