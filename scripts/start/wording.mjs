/** @type {Record<"en" | "pt", Record<string, (...values: string[]) => string>>} */
const wording = {
  en: {
    "install.first": (count) =>
      `Installing ${count} packages into node_modules of this folder (the first time only; 800 MB, about a minute, more on a slow network) …`,
    "install.update": (count) => `Updating ${count} packages …`,
    "install.done": (seconds) => `Installed in ${seconds} s.`,
    starting: () => "Starting bitERP MCP …",
    usage: () => `npm start -- [--port=8788] [--biterp-url=https://…] [arguments of \`wrangler dev\`]

Every variable of docs/deploying.md is a flag and a variable of the environment: BITERP_URL is --biterp-url.`,
    ended: (code) => `The server ended by itself (code ${code}).`,
    "port.bad": (text) => `The port must be a number from 1 to 65535, not "${text}".`,
    "port.busy": (port, next) =>
      `Port ${port} is in use. Stop what runs there, or take another port: npm start -- --port=${next}`,
    "node.old": (version, platform, needed) =>
      `Node ${needed} or newer is needed; this is ${version}, and no Node for ${platform} comes with the packages (or optional packages were left out). Install a newer Node: https://nodejs.org`,
    "migrations.failed": () => "The local database could not be brought up to date:",
    "documents.off": () =>
      "The description that a program publishes on the Internet could not be fetched; is there a network? For ten minutes programs are asked to register instead, which takes none: remove the connection in the program and add it again. CLIENT_ID_DOCUMENTS=no asks them to from the start.",
    "not.ready": (url) => `${url}/health did not answer with 200 within two minutes.`,
  },
  pt: {
    "install.first": (count) =>
      `Instalando ${count} pacotes em node_modules desta pasta (só na primeira vez; 800 MB, cerca de um minuto, mais numa rede lenta) …`,
    "install.update": (count) => `Atualizando ${count} pacotes …`,
    "install.done": (seconds) => `Instalado em ${seconds} s.`,
    starting: () => "Iniciando o bitERP MCP …",
    usage: () => `npm start -- [--port=8788] [--biterp-url=https://…] [argumentos do \`wrangler dev\`]

Cada variável de docs/deploying.md é uma opção e uma variável de ambiente: BITERP_URL é --biterp-url.`,
    ended: (code) => `O servidor terminou sozinho (código ${code}).`,
    "port.bad": (text) => `A porta deve ser um número de 1 a 65535, não "${text}".`,
    "port.busy": (port, next) =>
      `A porta ${port} está em uso. Encerre o que roda nela ou escolha outra: npm start -- --port=${next}`,
    "node.old": (version, platform, needed) =>
      `É preciso o Node ${needed} ou mais novo; este é o ${version}, e os pacotes não trazem um Node para ${platform} (ou os pacotes opcionais ficaram de fora). Instale um Node mais novo: https://nodejs.org`,
    "migrations.failed": () => "Não foi possível atualizar o banco de dados local:",
    "documents.off": () =>
      "Não foi possível buscar a descrição que um programa publica na internet; há rede? Por dez minutos os programas são convidados a se registrar, o que não precisa dela: remova a conexão no programa e adicione-a de novo. CLIENT_ID_DOCUMENTS=no pede isso desde o início.",
    "not.ready": (url) => `${url}/health não respondeu com 200 em dois minutos.`,
  },
};

/** The terminal's language, in the order that POSIX gives these variables; Windows has none of them. */
export function terminalLanguage(env = process.env) {
  const system = process.platform === "win32" ? Intl.DateTimeFormat().resolvedOptions().locale : "";
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || system;
  return locale.toLowerCase().startsWith("pt") ? "pt" : "en";
}

/** @param {string} key @param {string[]} values */
export function say(key, ...values) {
  const sentence = wording[terminalLanguage()][key];
  if (!sentence) throw new Error(`No wording for ${key}`);
  return sentence(...values);
}
