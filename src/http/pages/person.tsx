import type { Profile } from "../../biterp/port";
import type { Say } from "./page";

/** A person as they recognise themselves. */
export const nameOf = ({ name, email }: Profile) => `${name} (${email})`;

/** Who is signed in, and the way to be somebody else. @param here this very page, to come back to */
export function Person({ t, name, here }: { t: Say; name: string; here: string }) {
  return (
    <form method="post" action="/sign-out">
      <input type="hidden" name="return" value={here} />
      {t("page.consent.person", { name })}{" "}
      <button type="submit" class="plain">
        {t("page.consent.not_you", {})}
      </button>
    </form>
  );
}
