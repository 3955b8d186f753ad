export type Language = "pt" | "en";

/** Portuguese, unless English is asked for or the terminal's: the order in which POSIX reads these variables. */
export function demoLanguage(asked = "", env = process.env): Language {
  const locale = (/^(en|pt)\b/i.test(asked) && asked) || env.LC_ALL || env.LC_MESSAGES || env.LANG || "";
  return locale.toLowerCase().startsWith("en") ? "en" : "pt";
}

/** The command that serves there, where that is on this machine. */
function startAt(url: string): string {
  const { hostname, port } = new URL(url);
  return hostname === "localhost" && port !== "8787" ? `npm start -- --port=${port}` : "npm start";
}

const pt = {
  connected: (name: string, email: string, revision: string) =>
    `${name} (${email}) entrou e permitiu tudo; o cliente fala MCP ${revision}.`,
  tools: "Ferramentas",
  toolCount: (count: number) => `${count} ferramentas`,
  companies: "Empresas",
  askCompanies: "Em quais empresas eu trabalho?",
  ready: (names: string) => `Produtos da demonstração: ${names}.`,
  search: "Busca, sem acentos e sem maiúsculas",
  askSearch: "Procure cafe torrado.",
  update: "Uma alteração",
  askUpdate: (name: string, price: string) => `O ${name} agora custa ${price}.`,
  updated: (name: string, from: string, to: string) => `${name}: ${from} → ${to}`,
  main: "Vários de uma vez: uma chamada, uma pergunta, uma resposta por produto",
  askMain: (names: string) => `Cancele ${names}.`,
  and: " e ",
  yes: "Sim.",
  deleted: "excluído (pode ser restaurado)",
  deletedForGood: "excluído",
  cannotUndo: "Este bitERP não desfaz exclusões; por isso restore_products nem é oferecida.",
  notDone: "não foi feito",
  score: (done: number, total: number) => `${done} de ${total} ${total === 1 ? "feito" : "feitos"}`,
  failedScore: (count: number) => `${count} não`,
  suggested: (names: string) => `Parecidos, nunca aplicados: ${names}.`,
  evidence: "A prova, a qualquer hora",
  askEvidence: "O que foi feito mesmo?",
  tried: (count: number) =>
    count === 0 ? "nada foi enviado" : count === 1 ? "enviado 1 vez" : `enviado ${count} vezes`,
  undo: "Desfazer",
  askUndo: "Desfaça, por favor.",
  restored: "restaurado",
  ambiguous: "Um nome que serve para mais de um: ninguém adivinha",
  askAmbiguous: "Exclua o Café Torrado.",
  which: "Qual deles?",
  nothingDone: "Nada foi perguntado e nada foi feito.",
  many: "Alterar vários: o valor antigo e o novo antes do sim",
  askMany: (names: string) => `Suba um real: ${names}.`,
  repeat: "A mesma chamada outra vez (a rede caiu, o assistente insistiu): nada é gravado duas vezes",
  replayed: "Mesma resposta, marcada replayed; nenhum preço mudou de novo.",
  strict: "Uma escolha mais rigorosa no consentimento: só vale o clique da própria pessoa",
  saysYesItself: "O assistente diz sim por conta própria:",
  stillWaiting: "Nada foi feito; a pergunta continua esperando pela pessoa.",
  clicks: (page: string) => `(abre ${page} no navegador e aperta Aprovar)`,
  done: "Tudo aconteceu como dito.",
  failed: (why: string) => `A demonstração parou: ${why}`,
  noServer: (url: string) => `Ninguém responde em ${url}. Em outro terminal: ${startAt(url)}`,
};

const en: typeof pt = {
  connected: (name, email, revision) =>
    `${name} (${email}) signed in and allowed everything; the client speaks MCP ${revision}.`,
  tools: "Tools",
  toolCount: (count) => `${count} tools`,
  companies: "Companies",
  askCompanies: "Which companies do I work in?",
  ready: (names) => `Products of this demo: ${names}.`,
  search: "A search, without accents or capitals",
  askSearch: "Find cafe torrado.",
  update: "One change",
  askUpdate: (name, price) => `${name} costs ${price} now.`,
  updated: (name, from, to) => `${name}: ${from} → ${to}`,
  main: "Several at once: one call, one question, one answer per product",
  askMain: (names) => `Cancel ${names}.`,
  and: " and ",
  yes: "Yes.",
  deleted: "deleted (can be restored)",
  deletedForGood: "deleted",
  cannotUndo: "This bitERP cannot undo deletions, which is why restore_products is not even offered.",
  notDone: "was not done",
  score: (done, total) => `${done} of ${total} done`,
  failedScore: (count) => `${count} not`,
  suggested: (names) => `Similar, never applied: ${names}.`,
  evidence: "The evidence, at any time",
  askEvidence: "What was really done?",
  tried: (count) => (count === 0 ? "nothing was sent" : count === 1 ? "sent once" : `sent ${count} times`),
  undo: "Undo",
  askUndo: "Undo that, please.",
  restored: "restored",
  ambiguous: "A name that fits more than one: nobody guesses",
  askAmbiguous: "Delete Café Torrado.",
  which: "Which one?",
  nothingDone: "Nothing was asked and nothing was done.",
  many: "Changing several: the old value and the new one before the yes",
  askMany: (names) => `One real more for ${names}.`,
  repeat: "The same call again (the network failed, the assistant insisted): nothing is written twice",
  replayed: "The same answer, marked replayed; no price changed again.",
  strict: "A stricter choice at the consent: only the person's own click counts",
  saysYesItself: "The assistant says yes by itself:",
  stillWaiting: "Nothing was done; the question still waits for the person.",
  clicks: (page) => `(opens ${page} in the browser and presses Approve)`,
  done: "Everything happened as said.",
  failed: (why) => `The demo stopped: ${why}`,
  noServer: (url) => `Nobody answers at ${url}. In another terminal: ${startAt(url)}`,
};

/** What the demo says, in one language. What bitERP says comes in the language of the person who signed in. */
export type Wording = typeof pt;

export const wordings: Record<Language, Wording> = { pt, en };
