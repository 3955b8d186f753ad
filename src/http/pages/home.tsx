import { Hono } from "hono/tiny";
import { resourceOf } from "../../auth/public-url";
import { configOf } from "../../config";
import type { PagesEnv } from "./deps";
import { show, voiceOf } from "./page";
import { CONNECTIONS_PATH } from "./paths";

/** `GET /`: what this is, and the address to paste. */
export const home = new Hono<PagesEnv>().get("/", (c) => {
  const { language, t } = voiceOf(c);
  return show(c, {
    language,
    title: t("page.home.title", {}),
    body: (
      <>
        <p>{t("page.home.what", {})}</p>
        <p>{t("page.home.paste", {})}</p>
        <code>{resourceOf(configOf(c.env))}</code>
        <p>{t("page.home.steps", {})}</p>
        <p>
          <a href={CONNECTIONS_PATH}>{t("page.connections.title", {})}</a>
        </p>
      </>
    ),
  });
});
