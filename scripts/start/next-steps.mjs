import { DEFAULT_PORT } from "./port.mjs";
import { terminalLanguage } from "./wording.mjs";

const people = ["ana@padaria-aurora.example", "bruno@mercado-beira.example", "carla@padaria-aurora.example"];

/** @type {Record<"en" | "pt", (url: string) => string>} */
const texts = {
  en: (url) => `
bitERP MCP is ready:  ${url}/mcp

Connect an assistant
  Claude Code     claude mcp add --transport http biterp ${url}/mcp
  VS Code         ${vsCode(url)}
  MCP Inspector   npx @modelcontextprotocol/inspector   (Streamable HTTP, ${url}/mcp)
  No assistant    npm run demo

Sign in as one of the sandbox people
  ${people[0]}    admin of Padaria Aurora, manager of Mercado Beira
  ${people[1]}   admin of Mercado Beira
  ${people[2]}  viewer of Padaria Aurora (English)

Ctrl+C ends it.`,
  pt: (url) => `
O bitERP MCP está pronto:  ${url}/mcp

Conecte um assistente
  Claude Code     claude mcp add --transport http biterp ${url}/mcp
  VS Code         ${vsCode(url)}
  MCP Inspector   npx @modelcontextprotocol/inspector   (Streamable HTTP, ${url}/mcp)
  Sem assistente  npm run demo

Entre como uma das pessoas de teste
  ${people[0]}    admin da Padaria Aurora, gerente do Mercado Beira
  ${people[1]}   admin do Mercado Beira
  ${people[2]}  leitura na Padaria Aurora (em inglês)

Ctrl+C encerra.`,
};

/** @param {string} url */
function vsCode(url) {
  return `code --add-mcp '${JSON.stringify({ name: "biterp", type: "http", url: `${url}/mcp` })}'`;
}

/**
 * What a person does next, in the terminal's language.
 * @param {string} url the server's origin
 */
export function nextSteps(url) {
  const { port } = new URL(url);
  const text = texts[terminalLanguage()](url);
  return Number(port) === DEFAULT_PORT ? text : text.replace("npm run demo", `PORT=${port} npm run demo`);
}
