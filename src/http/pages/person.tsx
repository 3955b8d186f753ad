import type { BrowserSession } from "../../auth/browser-session";
import type { Say } from "./page";

/** Who is signed in, and the way to be somebody else. @param here this very page, to come back to */
export function Person({ t, session, here }: { t: Say; session: BrowserSession; here: string }) {
  return (
    <form method="post" action="/sign-out">
      <input type="hidden" name="return" value={here} />
      {t("page.consent.person", { name: session.name })}{" "}
      <button type="submit" class="plain">
        {t("page.consent.not_you", {})}
      </button>
    </form>
  );
}
