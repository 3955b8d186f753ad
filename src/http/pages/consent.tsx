import type { ConsentDescription } from "@cloudflare/workers-oauth-provider";
import type { BrowserSession } from "../../auth/browser-session";
import { type ConfirmationMode, confirmationModes } from "../../auth/mode";
import type { Permission, TenantAccess } from "../../biterp/port";
import type { Say } from "./page";
import { Person } from "./person";

/** The value of the radio button for every company. */
export const ALL_TENANTS = "all";

/** What the consent page shows. Everything in `client` is the client's own word. */
export interface Consent {
  client: ConsentDescription;
  session: BrowserSession;
  /** How changes are confirmed, and in which company, unless the person chooses otherwise. */
  mode: ConfirmationMode;
  tenant: string | undefined;
  scopes: Permission[];
  tenants: TenantAccess[];
  /** The signed token that the answer has to carry. */
  form: string;
  /** This very page, to come back to after signing in as somebody else. */
  here: string;
}

/** The question itself: plain forms, so that it works without scripts. */
export function ConsentBody({ t, consent }: { t: Say; consent: Consent }) {
  const { client } = consent;
  return (
    <>
      <p>{t("page.consent.claim", { client: client.clientName })}</p>
      {client.clientDomain !== undefined && (
        <p>{t("page.consent.domain", { domain: client.clientDomain })}</p>
      )}
      <p>
        {t("page.consent.redirect", { host: client.redirectHost })}{" "}
        {client.redirectIsLoopback && t("page.consent.loopback", {})}
      </p>
      <Person t={t} session={consent.session} here={consent.here} />
      <form method="post" action="/authorize">
        <input type="hidden" name="form" value={consent.form} />
        <Scopes t={t} legend={t("page.consent.scopes", {})} scopes={consent.scopes} />
        <Tenants t={t} tenants={consent.tenants} chosen={consent.tenant} />
        <Modes t={t} chosen={consent.mode} note={t("page.consent.modes_later", {})} />
        <div class="row">
          <button type="submit" name="answer" value="approve" class="main">
            {t("page.consent.approve", {})}
          </button>
          <button type="submit" name="answer" value="deny">
            {t("page.consent.deny", {})}
          </button>
        </div>
      </form>
    </>
  );
}

/** What may be done, each with its box. @param ticked absent: all of them */
export function Scopes(props: { t: Say; legend: string; scopes: Permission[]; ticked?: Permission[] }) {
  const { t, legend, scopes, ticked = scopes } = props;
  return (
    <fieldset>
      <legend>{legend}</legend>
      {scopes.map((scope) => (
        <label class="choice">
          <input type="checkbox" name="scope" value={scope} checked={ticked.includes(scope)} />
          <span>
            {t(`page.scope.${scope}`, {})} <small>{scope}</small>
          </span>
        </label>
      ))}
      <p>{t("page.consent.role", {})}</p>
    </fieldset>
  );
}

function Tenants(props: { t: Say; tenants: TenantAccess[]; chosen: string | undefined }) {
  const { t, tenants, chosen } = props;
  const isOne = tenants.some(({ tenant_id }) => tenant_id === chosen);
  return (
    <fieldset>
      <legend>{t("page.consent.tenants", {})}</legend>
      <label class="choice">
        <input type="radio" name="tenant" value={ALL_TENANTS} checked={!isOne} />
        <span>{t("page.consent.all_tenants", {})}</span>
      </label>
      {tenants.map((tenant) => (
        <label class="choice">
          <input type="radio" name="tenant" value={tenant.tenant_id} checked={tenant.tenant_id === chosen} />
          <span>{t("page.consent.one_tenant", { company: tenant.company_name, slug: tenant.tenant })}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** How changes are confirmed: a name and what it means, for each way. @param modes absent: all of them */
export function Modes(props: {
  t: Say;
  chosen: ConfirmationMode | undefined;
  note?: string;
  modes?: readonly ConfirmationMode[];
}) {
  const { t, chosen, note, modes = confirmationModes } = props;
  return (
    <fieldset>
      <legend>{t("page.consent.modes", {})}</legend>
      {modes.map((mode) => (
        <label class="choice">
          <input type="radio" name="mode" value={mode} checked={mode === chosen} />
          <span>
            <b>{t(`page.mode.name.${mode}`, {})}</b> {t(`page.mode.${mode}`, {})}
          </span>
        </label>
      ))}
      {note && <p>{note}</p>}
    </fieldset>
  );
}
