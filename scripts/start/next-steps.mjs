import { DEFAULT_PORT } from "./port.mjs";
import { terminalLanguage } from "./wording.mjs";

const people = ["ana@padaria-aurora.example", "bruno@mercado-beira.example", "carla@padaria-aurora.example"];

/** @type {Record<"en" | "pt", (url: string, erp: string | undefined) => string>} */
const texts = {
  en: (url, erp) => `
bitERP MCP is ready:  ${url}/mcp

Connect an assistant
  Claude Code     claude mcp add --transport http biterp ${url}/mcp
  VS Code         ${vsCode(url)}
  MCP Inspector   npx @modelcontextprotocol/inspector   (Streamable HTTP, ${url}/mcp; Node 22.19 or newer)
  No assistant    npm run demo

${
  erp
    ? `bitERP: ${erp}, you sign in there`
    : `bitERP: the bundled sandbox; sign in as one of its people
  ${people[0]}    admin of Padaria Aurora, manager of Mercado Beira
  ${people[1]}   admin of Mercado Beira
  ${people[2]}  viewer of Padaria Aurora (English)`
}

What you have allowed, and where to end it:  ${url}/connections

Ctrl+C ends it.`,
  pt: (url, erp) => `
O bitERP MCP está pronto:  ${url}/mcp

Conecte um assistente
  Claude Code     claude mcp add --transport http biterp ${url}/mcp
  VS Code         ${vsCode(url)}
  MCP Inspector   npx @modelcontextprotocol/inspector   (Streamable HTTP, ${url}/mcp; Node 22.19 ou mais novo)
  Sem assistente  npm run demo

${
  erp
    ? `bitERP: ${erp}, é lá que você entra`
    : `bitERP: o ambiente de testes embutido; entre como uma das pessoas dele
  ${people[0]}    admin da Padaria Aurora, gerente do Mercado Beira
  ${people[1]}   admin do Mercado Beira
  ${people[2]}  leitura na Padaria Aurora (em inglês)`
}

O que você permitiu, e onde encerrar:  ${url}/connections

Ctrl+C encerra.`,
};

/** @param {string} url */
function vsCode(url) {
  const server = JSON.stringify({ name: "biterp", type: "http", url: `${url}/mcp` });
  // PowerShell hands quotes on to a program only where each has a backslash.
  return `code --add-mcp '${process.platform === "win32" ? server.replaceAll('"', '\\"') : server}'`;
}

/**
 * What a person does next, in the terminal's language.
 * @param {string} url the server's origin
 * @param {number} port where it listens on this machine
 * @param {string | undefined} erp the address of a bitERP elsewhere; nothing with the bundled one
 */
export function nextSteps(url, port, erp) {
  const text = texts[terminalLanguage()](url, erp);
  return port === DEFAULT_PORT ? text : text.replace("npm run demo", `npm run demo -- --port=${port}`);
}
