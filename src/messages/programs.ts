import { both } from "./both";
import { quote } from "./quote";

type None = Record<string, never>;

/** Wording of access tokens for programs: where one is made, shown once, and listed. */
export const programMessages = both({
  en: {
    "page.token.title": (_: None) => "New access token for a program",
    "page.token.what": (_: None) =>
      "For a program of yours that cannot open a browser to sign in, such as an agent framework or an automation. Whoever has the token can do in your name what you choose here, until it expires or you revoke it. Programs that can sign in need no token.",
    "page.token.name": (_: None) => "Name, to recognise it by",
    "page.token.scopes": (_: None) => "What the program may do",
    "page.token.tenants": (_: None) => "In which company",
    "page.token.no_tenant": (_: None) =>
      "You have no company in bitERP, so there is nothing a token could open.",
    "page.token.days": (_: None) => "Good for",
    "page.token.day": (v: { days: number }) => `${v.days} days`,
    "page.token.make": (_: None) => "Create the token",
    "page.token.refused.name": (_: None) => "No token was created: give it a name of at most 100 characters.",
    "page.token.refused.tenant": (_: None) => "No token was created: choose one of your companies.",
    "page.token.refused.scopes": (_: None) =>
      "No token was created: tick at least one thing that the program may do.",
    "page.token.refused.mode": (_: None) => "No token was created: choose how changes are confirmed.",
    "page.token.refused.days": (_: None) => "No token was created: choose how long it is good for.",
    "page.token.refused.full": (v: { most: number }) =>
      `No token was created: you have ${v.most} already. Revoke one that you no longer need.`,
    "page.token.role": (v: { company: string; what: string }) =>
      `No token was created: your role in ${quote(v.company)} does not allow this: ${v.what} Untick it, or choose another company.`,
    "page.token.made": (_: None) => "Copy the token now",
    "page.token.once": (_: None) =>
      "It is shown only this once; this server does not keep it and cannot show it again. Put it where the program keeps its secrets, never into a chat or into code.",
    "page.token.copy": (_: None) => "Copy",
    "page.token.copied": (_: None) => "Copied",
    "page.token.address": (_: None) => "The address the program calls",
    "page.token.header": (_: None) => "It sends the token with every call, in this header:",
    "page.token.lost": (_: None) => "Lost it, or did somebody see it? Revoke it and create another.",
    "page.token.list": (_: None) => "To the list of programs",

    "page.programs.new": (_: None) => "Create an access token for a program",
    "page.programs.one": (v: { client: string }) => `${quote(v.client)}, by an access token`,
    "page.programs.since": (v: { day: string; end: string }) =>
      `Created by you on ${v.day}, expires on ${v.end}.`,
    "page.programs.used": (v: { day: string }) => `Last used on ${v.day}.`,
    "page.programs.unused": (_: None) => "Never used.",
    "page.programs.end": (_: None) => "Revoke this token",
    "page.programs.asks": (v: { client: string }) =>
      `The program ${quote(v.client)}, which has an access token of yours, asks for this:`,
  },
  "pt-BR": {
    "page.token.title": () => "Novo token de acesso para um programa",
    "page.token.what": () =>
      "Para um programa seu que não consegue abrir o navegador para entrar, como um framework de agentes ou uma automação. Quem tiver o token pode fazer em seu nome o que você escolher aqui, até ele expirar ou você o revogar. Programas que conseguem entrar não precisam de token.",
    "page.token.name": () => "Nome, para você o reconhecer",
    "page.token.scopes": () => "O que o programa pode fazer",
    "page.token.tenants": () => "Em qual empresa",
    "page.token.no_tenant": () =>
      "Você não tem nenhuma empresa no bitERP; não há nada que um token pudesse abrir.",
    "page.token.days": () => "Vale por",
    "page.token.day": (v) => `${v.days} dias`,
    "page.token.make": () => "Criar o token",
    "page.token.refused.name": () => "Nenhum token foi criado: dê um nome de no máximo 100 caracteres.",
    "page.token.refused.tenant": () => "Nenhum token foi criado: escolha uma das suas empresas.",
    "page.token.refused.scopes": () =>
      "Nenhum token foi criado: marque ao menos uma coisa que o programa pode fazer.",
    "page.token.refused.mode": () => "Nenhum token foi criado: escolha como as alterações são confirmadas.",
    "page.token.refused.days": () => "Nenhum token foi criado: escolha por quanto tempo ele vale.",
    "page.token.refused.full": (v) =>
      `Nenhum token foi criado: você já tem ${v.most}. Revogue um de que não precisa mais.`,
    "page.token.role": (v) =>
      `Nenhum token foi criado: o seu papel em ${quote(v.company)} não permite isto: ${v.what} Desmarque ou escolha outra empresa.`,
    "page.token.made": () => "Copie o token agora",
    "page.token.once": () =>
      "Ele aparece somente desta vez; este servidor não o guarda e não pode mostrá-lo de novo. Coloque-o onde o programa guarda seus segredos, nunca em um chat ou no código.",
    "page.token.copy": () => "Copiar",
    "page.token.copied": () => "Copiado",
    "page.token.address": () => "O endereço que o programa chama",
    "page.token.header": () => "Ele envia o token em cada chamada, neste cabeçalho:",
    "page.token.lost": () => "Perdeu, ou alguém viu? Revogue-o e crie outro.",
    "page.token.list": () => "Para a lista de programas",

    "page.programs.new": () => "Criar um token de acesso para um programa",
    "page.programs.one": (v) => `${quote(v.client)}, por um token de acesso`,
    "page.programs.since": (v) => `Criado por você em ${v.day}, expira em ${v.end}.`,
    "page.programs.used": (v) => `Último uso em ${v.day}.`,
    "page.programs.unused": () => "Nunca usado.",
    "page.programs.end": () => "Revogar este token",
    "page.programs.asks": (v) => `O programa ${quote(v.client)}, que tem um token de acesso seu, pede isto:`,
  },
});
