import type { User } from "bundled-biterp";
import { html } from "hono/html";

const wording = {
  en: {
    signIn: "Sign in to bitERP",
    sandbox: "This is a sandbox on your own machine. Choose who you are; there is no password.",
    allow: "Allow access?",
    wants: (client: string) => `${client} wants to act at bitERP on your behalf:`,
    approve: "Allow",
    deny: "Refuse",
  },
  pt: {
    signIn: "Entrar no bitERP",
    sandbox: "Este é um ambiente de testes na sua própria máquina. Escolha quem você é; não há senha.",
    allow: "Permitir o acesso?",
    wants: (client: string) => `${client} quer agir no bitERP em seu nome:`,
    approve: "Permitir",
    deny: "Recusar",
  },
};

/** A page's language, from `Accept-Language`. */
export type Language = keyof typeof wording;

export const languageOf = (accepted: string | undefined): Language =>
  accepted?.trim().toLowerCase().startsWith("pt") ? "pt" : "en";

type Html = ReturnType<typeof html>;

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}" +
  "button{font:inherit;padding:.6rem 1rem;margin:.25rem 0;min-height:2.75rem}";

function page(language: Language, title: string, body: Html): string {
  const tag = language === "pt" ? "pt-BR" : "en";
  return html`<!doctype html>
<html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`.toString();
}

/** Who is it? One button for each person. */
export function signInPage(language: Language, users: readonly User[]): string {
  const say = wording[language];
  const buttons = users.map(
    ({ id, name, email }) => html`<p><button name="user" value="${id}">${name} (${email})</button></p>`,
  );
  return page(
    language,
    say.signIn,
    html`<p>${say.sandbox}</p><form method="post" action="">${buttons}</form>`,
  );
}

/** May this client have these scopes? */
export function consentPage(language: Language, client: string, scopes: string[]): string {
  const say = wording[language];
  return page(
    language,
    say.allow,
    html`<p>${say.wants(client)}</p><ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
<form method="post" action=""><button name="decision" value="approve">${say.approve}</button>
<button name="decision" value="deny">${say.deny}</button></form>`,
  );
}

export function errorPage(message: string): string {
  return page("en", "bitERP", html`<p>${message}</p>`);
}
