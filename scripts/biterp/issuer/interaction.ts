import type { IncomingMessage, ServerResponse } from "node:http";
import type { User } from "bundled-biterp";
import type Provider from "oidc-provider";
import { errors, type InteractionResults } from "oidc-provider";
import { readBody, sendHtml } from "../http.ts";
import { consentPage, errorPage, languageOf, signInPage } from "./pages.ts";

type Details = Awaited<ReturnType<Provider["interactionDetails"]>>;

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const scopesOf = ({ params }: Details) => textOf(params.scope).split(" ").filter(Boolean);
/** What the token shall be good for, where the client said so. */
const resourcesOf = ({ params }: Details) => [params.resource].flat().map(textOf).filter(Boolean);

const refused: InteractionResults = {
  error: "access_denied",
  error_description: "The person refused.",
};

async function allow(provider: Provider, details: Details): Promise<InteractionResults> {
  const accountId = details.session?.accountId;
  const clientId = textOf(details.params.client_id);
  const grant = new provider.Grant({ clientId, ...(accountId ? { accountId } : {}) });
  const scopes = scopesOf(details).join(" ");
  grant.addOIDCScope(scopes);
  for (const resource of resourcesOf(details)) grant.addResourceScope(resource, scopes);
  return { consent: { grantId: await grant.save() } };
}

/** The pages between the authorization request and its answer: who it is, and whether they allow it. */
export function interactionPages(provider: Provider, users: readonly User[]) {
  async function show(request: IncomingMessage, response: ServerResponse, details: Details): Promise<void> {
    const language = languageOf(request.headers["accept-language"]);
    if (details.prompt.name === "login") return sendHtml(response, 200, signInPage(language, users));
    const clientId = textOf(details.params.client_id);
    const client = await provider.Client.find(clientId);
    const name = client?.clientName ?? clientId;
    sendHtml(response, 200, consentPage(language, name, scopesOf(details)));
  }

  async function decide(details: Details, form: URLSearchParams): Promise<InteractionResults | undefined> {
    if (details.prompt.name === "login") {
      const user = users.find(({ id }) => id === form.get("user"));
      return user && { login: { accountId: user.id, remember: false } };
    }
    return form.get("decision") === "approve" ? allow(provider, details) : refused;
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const foreign = request.headers.origin && request.headers.origin !== `http://${request.headers.host}`;
    try {
      const details = await provider.interactionDetails(request, response);
      if (request.method !== "POST" || foreign) return await show(request, response, details);
      const result = await decide(details, new URLSearchParams(await readBody(request)));
      if (!result) return await show(request, response, details);
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    } catch (error) {
      // The sign-in is too old, or was begun in another browser.
      if (!(error instanceof errors.SessionNotFound)) throw error;
      sendHtml(response, 400, errorPage(error.error_description ?? error.error));
    }
  };
}
