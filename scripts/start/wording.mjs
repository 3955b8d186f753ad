/** @type {Record<"en" | "pt", Record<string, (...values: string[]) => string>>} */
const wording = {
  en: {
    starting: () => "Starting bitERP MCP …",
    ended: (code) => `The server ended by itself (code ${code}).`,
    "port.bad": (text) => `PORT must be a number from 1 to 65535, not "${text}".`,
    "port.busy": (port, next) =>
      `Port ${port} is in use. Stop what runs there, or take another port: PORT=${next} npm start`,
    "node.old": (version, platform, needed) =>
      `Node ${needed} or newer is needed; this is ${version}, and no Node for ${platform} comes with the packages (or optional packages were left out). Install a newer Node: https://nodejs.org`,
    "migrations.failed": () => "The local database could not be brought up to date:",
    "not.ready": (url) => `${url}/health did not answer with 200 within two minutes.`,
  },
  pt: {
    starting: () => "Iniciando o bitERP MCP …",
    ended: (code) => `O servidor terminou sozinho (código ${code}).`,
    "port.bad": (text) => `PORT deve ser um número de 1 a 65535, não "${text}".`,
    "port.busy": (port, next) =>
      `A porta ${port} está em uso. Encerre o que roda nela ou escolha outra: PORT=${next} npm start`,
    "node.old": (version, platform, needed) =>
      `É preciso o Node ${needed} ou mais novo; este é o ${version}, e os pacotes não trazem um Node para ${platform} (ou os pacotes opcionais ficaram de fora). Instale um Node mais novo: https://nodejs.org`,
    "migrations.failed": () => "Não foi possível atualizar o banco de dados local:",
    "not.ready": (url) => `${url}/health não respondeu com 200 em dois minutos.`,
  },
};

/** The terminal's language, in the order that POSIX gives these variables. */
export function terminalLanguage(env = process.env) {
  return (env.LC_ALL || env.LC_MESSAGES || env.LANG || "").toLowerCase().startsWith("pt") ? "pt" : "en";
}

/** @param {string} key @param {string[]} values */
export function say(key, ...values) {
  const sentence = wording[terminalLanguage()][key];
  if (!sentence) throw new Error(`No wording for ${key}`);
  return sentence(...values);
}
